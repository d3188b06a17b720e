import { useWords } from '../../../data/text.ts'
import { ProfileSummary } from '../ProfileSummary.tsx'
import { nameOf, type ProfileRow } from '../values.ts'
import { detail } from './detail-text.ts'
import styles from './ProfileDetail.module.css'
import { ProfileDetailActions } from './ProfileDetailActions.tsx'
import type { PageType } from './ProfileDetailTabs.tsx'
import { ProfileLabels } from './ProfileLabels.tsx'
import { ProfileName } from './ProfileName.tsx'
import { ServeMore } from './ServeActions.tsx'
import { WalkButtons } from './WalkButtons.tsx'

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })
const leadingVowel = /^[เแโใไ]/

/** The first letter of a name, a leading vowel passed over: the avatar of เกียรติ is กี. */
function initialOf(name: string): string {
  const letters = Array.from(graphemes.segment(name), ({ segment }) => segment)
  return (leadingVowel.test(letters[0] ?? '') ? letters[1] : letters[0]) ?? ''
}

interface ProfileHeadProps {
  profile: ProfileRow
  page: PageType
}

/** Name, summary and actions of a customer. */
export function ProfileHead({ profile, page }: ProfileHeadProps) {
  const d = useWords(detail)
  return (
    <>
      <div className={styles.head}>
        <span className={styles.avatar} aria-hidden>
          {initialOf(nameOf(profile))}
        </span>
        <ProfileName profile={profile} />
        <WalkButtons profileId={profile.id} page={page} />
        <ProfileDetailActions profile={profile} />
        <div className={styles.headLabels}>
          <ProfileLabels profile={profile} short />
        </div>
      </div>
      <div className={styles.serve}>
        <ProfileSummary profileId={profile.id} consents={page !== 'overview'} />
        <fieldset className={styles.serveMore} aria-label={d.record}>
          <ServeMore profile={profile} />
        </fieldset>
      </div>
    </>
  )
}
