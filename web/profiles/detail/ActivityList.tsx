import { IconCalendarEvent, IconNote, IconShoppingBag, IconUserCheck } from '@tabler/icons-react'
import { useWords } from '../../core/text.ts'
import { useFormat } from '../../core/use-format.ts'
import { ActivityDelete } from './ActivityDelete.tsx'
import type { Activity } from './activity.ts'
import { useActivityFacts } from './activity-facts.ts'
import styles from './Log.module.css'
import { log } from './log-text.ts'
import { useDayText } from './use-day-text.ts'

interface ActivityListProps {
  activities: readonly Activity[]
  profileId: number
  /** The instant that orders them, and under whose day they stand. */
  by: 'activityAt' | 'createdAt'
  /** Without what is rarely looked for, to stand beside other things. */
  brief?: boolean
}

/** Activities under their days. */
export function ActivityList({ activities, profileId, by, brief = false }: ActivityListProps) {
  const day = useDayText()
  // Under a heading of its own beside other things.
  const Title = brief ? 'h4' : 'h3'
  const days = Map.groupBy(activities, (activity) => day(activity[by]))
  return [...days].map(([title, inDay]) => (
    <section key={title} className={styles.day}>
      <Title>{title}</Title>
      <ol className={styles.items}>
        {inDay.map((activity) => (
          <Item key={activity.id} activity={activity} profileId={profileId} by={by} brief={brief} />
        ))}
      </ol>
    </section>
  ))
}

const icons: [RegExp, typeof IconNote][] = [
  [/บันทึก|note/i, IconNote],
  [/ซื้อ|ขาย|purchase|order|sale/i, IconShoppingBag],
  [/มา|เข้า|visit|check/i, IconUserCheck],
]

/** A picture that goes with a type's name; stores name their types themselves. */
const iconOf = (name: string) => icons.find(([words]) => words.test(name))?.[1] ?? IconCalendarEvent

interface ItemProps extends Pick<ActivityListProps, 'profileId' | 'by' | 'brief'> {
  activity: Activity
}

function Item({ activity, profileId, by, brief }: ItemProps) {
  const t = useWords(log)
  const format = useFormat()
  const facts = useActivityFacts()
  const Icon = iconOf(activity.type.name)
  const { source } = activity
  // A file with days alone puts them at midnight: no time is meant.
  const isDay = by === 'activityAt' && source.type === 'run' && format.isoTime(activity.activityAt) === '00:00:00'
  const { amount, others, say } = facts(activity)
  // A note is its text alone: the name of its field says nothing new.
  const [only] = others
  const alone =
    amount === undefined && others.length === 1 && typeof only?.value === 'string' && only.dataType === 'String'
      ? only
      : undefined
  const from =
    source.type === 'run'
      ? source.name &&
        (source.rowNo === null
          ? t.byImport({ name: source.name })
          : t.byImportRow({ name: source.name, row: source.rowNo }))
      : source.name && t.by({ name: source.name })
  return (
    <li className={styles.item}>
      <span className={styles.icon} aria-hidden>
        <Icon size={14} stroke={1.6} />
      </span>
      <div className={styles.body}>
        <p className={styles.head}>
          <strong>{activity.type.name}</strong>
          {amount && <span className={styles.amount}>{amount}</span>}
        </p>
        {alone ? (
          <p className={styles.text}>{String(alone.value)}</p>
        ) : (
          others.length > 0 && (
            <dl className={styles.facts}>
              {others.map((field) => (
                <div key={field.id}>
                  <dt>{field.displayName}</dt>
                  <dd>{say(field)}</dd>
                </div>
              ))}
            </dl>
          )
        )}
        {!brief && from && <p className={styles.from}>{from}</p>}
      </div>
      <time dateTime={activity[by]}>{isDay ? '' : format.time(activity[by])}</time>
      {!brief && source.type === 'user' && <ActivityDelete activity={activity} profileId={profileId} />}
    </li>
  )
}
