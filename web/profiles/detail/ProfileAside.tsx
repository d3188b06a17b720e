import { profileActivities } from '@ruam/contract/profile-activities.ts'
import { useRead } from '../../core/api.ts'
import { RouteLink } from '../../core/route.tsx'
import { useWords } from '../../core/text.ts'
import { useFormat } from '../../core/use-format.ts'
import { text } from '../text.ts'
import type { ProfileRow } from '../values.ts'
import { ActivityList } from './ActivityList.tsx'
import { detail } from './detail-text.ts'
import { log } from './log-text.ts'
import styles from './ProfileDetail.module.css'
import { ProfileLabels } from './ProfileLabels.tsx'

/** How many of the latest activities stand beside the fields. */
const RECENT = 5

/** Beside the fields: labels, what the customer did last, and since when they are known. */
export function ProfileAside({ profile }: { profile: ProfileRow }) {
  const t = useWords(text)
  const d = useWords(detail)
  const format = useFormat()
  return (
    <div className={styles.aside}>
      <section className={`${styles.group} ${styles.labels}`}>
        <h3>{t.labelsAndSegments}</h3>
        <ProfileLabels profile={profile} />
      </section>
      <section className={styles.group}>
        <div className={styles.groupHead}>
          <h3>{d.recent}</h3>
          <RouteLink to="profile-detail" params={{ profileId: profile.id, pageType: 'activity' }}>
            {d.seeAll}
            <span className="ruam-heard">{d.ofActivities}</span>
          </RouteLink>
        </div>
        <Recent profileId={profile.id} />
      </section>
      <section className={styles.group}>
        <h3>{t.record}</h3>
        <dl>
          <div className={styles.line}>
            <dt>{t.createdAt}</dt>
            <dd>{format.dateTime(profile.createdAt)}</dd>
          </div>
          <div className={styles.line}>
            <dt>{t.updatedAt}</dt>
            <dd>{format.dateTime(profile.updatedAt)}</dd>
          </div>
        </dl>
      </section>
    </div>
  )
}

function Recent({ profileId }: { profileId: number }) {
  const t = useWords(log)
  const read = useRead(profileActivities.list, {
    params: { id: profileId, activityId: 0 },
    query: { offset: 0, limit: RECENT, sortBy: 'activity_at', sortDir: 'desc' },
  })
  if (read.error) return <p className={styles.none}>{read.error.message}</p>
  if (!read.data) return <span className={styles.bone} />
  if (read.data.data.length === 0) return <p className={styles.none}>{t.noActivities}</p>
  return <ActivityList activities={read.data.data} profileId={profileId} by="activityAt" brief />
}
