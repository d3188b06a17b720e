import { Suspense } from 'react'
import { useWords } from '../../../data/text.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import type { ProfileRow } from '../values.ts'
import { detail } from './detail-text.ts'
import { FieldGroups } from './FieldGroups.tsx'
import { ProfileAside } from './ProfileAside.tsx'
import styles from './ProfileDetail.module.css'

const Consents = lazyPart(() => import('./Consents.tsx'))

/** Fields and consents of a customer, with labels, latest activities and creation time. */
export function ProfileOverview({ profile }: { profile: ProfileRow }) {
  const t = useWords(detail)
  return (
    <div className={styles.columns}>
      <div className={styles.fields}>
        <FieldGroups profile={profile} />
        <section className={styles.group}>
          <h3>{t.consents}</h3>
          <Suspense fallback={<span className={styles.bone} />}>
            <Consents profileId={profile.id} />
          </Suspense>
        </section>
      </div>
      <ProfileAside profile={profile} />
    </div>
  )
}
