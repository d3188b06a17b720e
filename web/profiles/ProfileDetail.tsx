import { profiles } from '@ruam/contract/profiles.ts'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../core/api.ts'
import { ErrorBanner } from '../core/ErrorBanner.tsx'
import { NotFound } from '../core/pages.tsx'
import { useWords } from '../core/text.ts'
import { common, titles } from '../core/words.ts'
import { FieldGroups } from './FieldGroups.tsx'
import { ProfileAside } from './ProfileAside.tsx'
import styles from './ProfileDetail.module.css'
import { ProfileHead } from './ProfileHead.tsx'

/** One customer: who it is and every field there is of them. */
export function ProfileDetail() {
  const t = useWords(common)
  const names = useWords(titles)
  const { profileId = '' } = useParams({ strict: false }) as { profileId?: string }
  const valid = /^[1-9]\d{0,14}$/.test(profileId)
  const read = useRead(profiles.get, { params: { id: profileId } }, { enabled: valid })
  if (!valid || read.error?.status === 404) return <NotFound />
  const profile = read.data
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.page} aria-label={names.profile} aria-busy={read.isFetching} tabIndex={0}>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      {profile ? (
        <>
          <ProfileHead profile={profile} />
          <div className={styles.columns}>
            <div className={styles.fields}>
              <FieldGroups profile={profile} />
            </div>
            <ProfileAside profile={profile} />
          </div>
        </>
      ) : (
        !read.error && <div className={styles.bones} role="status" aria-label={t.loading} />
      )}
    </section>
  )
}
