import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { useActivityFacts } from './activity-facts.ts'
import { iconOf } from './activity-icon.ts'
import { log } from './log-text.ts'
import styles from './RecentActivities.module.css'

/** Number of latest activities shown. */
const RECENT = 5

/** Latest activities in a line or two each, with aligned amounts. */
export function RecentActivities({ profileId }: { profileId: number }) {
  const t = useWords(log)
  const format = useFormat()
  const facts = useActivityFacts()
  const read = useRead(profileActivities.list, {
    params: { id: profileId, activityId: 0 },
    query: { offset: 0, limit: RECENT, sortBy: 'activity_at', sortDir: 'desc' },
  })
  if (read.error && !read.data) return <p className={styles.none}>{read.error.message}</p>
  if (!read.data) return <span className={styles.bone} />
  if (read.data.data.length === 0) return <p className={styles.none}>{t.noActivities}</p>
  return (
    <ol className={styles.list}>
      {read.data.data.map((activity) => {
        const { amount, others, say } = facts(activity)
        const Icon = iconOf(activity.type.name)
        const said = others.map(say).filter(Boolean).join(' · ')
        return (
          <li key={activity.id}>
            <Icon size={16} stroke={1.6} />
            <strong className="ruam-two-lines">{activity.type.name}</strong>
            <span className={styles.amount}>{amount}</span>
            <time dateTime={activity.activityAt}>{format.when(activity.activityAt)}</time>
            {said && <p>{said}</p>}
          </li>
        )
      })}
    </ol>
  )
}
