import type { ProfileRow } from '../values.ts'
import { FieldGroups } from './FieldGroups.tsx'
import { ProfileAside } from './ProfileAside.tsx'
import styles from './ProfileDetail.module.css'

/** What is known of a customer; beside it labels, the latest activities, and since when they are known. */
export function ProfileOverview({ profile }: { profile: ProfileRow }) {
  return (
    <div className={styles.columns}>
      <div className={styles.fields}>
        <FieldGroups profile={profile} />
      </div>
      <ProfileAside profile={profile} />
    </div>
  )
}
