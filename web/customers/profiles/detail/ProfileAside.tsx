import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { text } from '../text.ts'
import type { ProfileRow } from '../values.ts'
import { detail } from './detail-text.ts'
import styles from './ProfileDetail.module.css'
import { ProfileLabels } from './ProfileLabels.tsx'
import { RecentActivities } from './RecentActivities.tsx'

/** Side column: labels, the latest activities, and when the customer was created. */
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
          <RouteLink
            to="profile-detail"
            params={{ profileId: profile.id, pageType: 'activity' }}
            className="ruam-thumb"
          >
            {d.seeAll}
            <span className="ruam-heard">{d.ofActivities}</span>
          </RouteLink>
        </div>
        <RecentActivities profileId={profile.id} />
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
