import { ActionIcon } from '@mantine/core'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconPin, IconPinFilled, IconTrash } from '@tabler/icons-react'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { common } from '../../../data/words.ts'
import { alerts } from '../../../ui/alerts.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { useMarkNote } from '../MarkedNotes.tsx'
import { noteLabels } from '../note-text.ts'
import styles from './ActivityList.module.css'
import type { Activity } from './activity.ts'
import { useActivityFacts } from './activity-facts.ts'
import { iconOf } from './activity-icon.ts'
import { log } from './log-text.ts'
import { useDayText } from './use-day-text.ts'

interface ActivityListProps {
  activities: readonly Activity[]
  profileId: number
  /** The instant that orders them, and under whose day they stand. */
  by: 'activityAt' | 'createdAt'
}

/** Activities by day, one line each: type, text and amount. */
export function ActivityList({ activities, profileId, by }: ActivityListProps) {
  const day = useDayText()
  const days = Map.groupBy(activities, (activity) => day(activity[by]))
  return (
    <div className={styles.days}>
      {[...days].map(([title, inDay]) => (
        <section key={title} className={styles.day}>
          <h3>{title}</h3>
          <ol>
            {inDay.map((activity) => (
              <Line key={activity.id} activity={activity} profileId={profileId} by={by} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function Line({ activity, profileId, by }: Pick<ActivityListProps, 'profileId' | 'by'> & { activity: Activity }) {
  const t = useWords(log)
  const format = useFormat()
  const facts = useActivityFacts()
  const n = useWords(noteLabels)
  const mark = useMarkNote(profileId)
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
          : (source.isItem ? t.byItem : t.byImportRow)({ name: source.name, row: source.rowNo }))
      : source.name && t.by({ name: source.name })
  return (
    <li className={styles.line}>
      <Icon size={16} stroke={1.6} />
      <div className={styles.body}>
        <strong>{activity.type.name}</strong>
        {alone ? (
          <p className={styles.text}>{String(alone.value)}</p>
        ) : (
          others.length > 0 && (
            <dl>
              {others.map((field) => (
                <div key={field.id}>
                  <dt>{field.displayName}</dt>
                  <dd>{say(field)}</dd>
                </div>
              ))}
            </dl>
          )
        )}
        {from && <p className={styles.from}>{from}</p>}
        {activity.note?.followOn && (
          <p className={styles.from}>
            {n.followDay({ day: format.date(activity.note.followOn) })}
            {activity.note.followedAt && ` · ${n.followDone}`}
          </p>
        )}
      </div>
      <span className={styles.amount}>{amount}</span>
      <time dateTime={activity[by]}>{isDay ? '' : format.time(activity[by])}</time>
      <span className={styles.act}>
        {activity.note && mark.may && alone && (
          <ActionIcon
            aria-label={(activity.note.pinned ? n.unpin : n.pin)({ text: String(alone.value) })}
            aria-pressed={activity.note.pinned}
            loading={mark.busy}
            onClick={() => mark.set(activity.id, { pinned: !activity.note!.pinned })}
          >
            {activity.note.pinned ? <IconPinFilled size={16} /> : <IconPin size={16} stroke={1.6} />}
          </ActionIcon>
        )}
        {source.type === 'user' && <ActivityDelete activity={activity} profileId={profileId} />}
      </span>
    </li>
  )
}

/** Takes away an activity that was written by hand, after asking. */
function ActivityDelete({ activity, profileId }: { activity: Activity; profileId: number }) {
  const t = useWords(log)
  const c = useWords(common)
  const format = useFormat()
  const confirm = useConfirm()
  const mayDelete = useMayCall(profileActivities.delete)
  const remove = useWrite(profileActivities.delete, { refreshes: [profiles.get] })
  if (!mayDelete) return null
  const about = { name: activity.type.name, time: format.dateTime(activity.activityAt) }
  const ask = async () => {
    const question = { title: t.deleteActivityTitle, text: t.deleteActivityText(about), yes: c.delete }
    if (!(await confirm({ ...question, mode: 'cancel' }))) return
    const params = { id: profileId, activityId: activity.id }
    remove.mutate({ params }, { onSuccess: () => alerts.success(c.deleted) })
  }
  return (
    <ActionIcon aria-label={t.deleteActivity(about)} loading={remove.isPending} onClick={() => void ask()}>
      <IconTrash size={16} stroke={1.6} />
    </ActionIcon>
  )
}
