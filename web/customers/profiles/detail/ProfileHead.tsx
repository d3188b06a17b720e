import { useWords } from '../../../data/text.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import { ProfileSummary } from '../ProfileSummary.tsx'
import { nameOf, type ProfileRow } from '../values.ts'
import { detail } from './detail-text.ts'
import { HeadContact } from './HeadContact.tsx'
import styles from './ProfileDetail.module.css'
import { ProfileDetailActions } from './ProfileDetailActions.tsx'
import type { PageType } from './ProfileDetailTabs.tsx'
import { ProfileLabels } from './ProfileLabels.tsx'
import { ProfileName } from './ProfileName.tsx'
import { ServeMore, ServeMost } from './ServeActions.tsx'
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

/** Head of a customer in two layers: who and how to reach them, then what they did and what can be done. */
export function ProfileHead({ profile, page }: ProfileHeadProps) {
  const d = useWords(detail)
  const phone = usePhone()
  return (
    <>
      <div className={styles.head}>
        <span className={styles.avatar} aria-hidden>
          {initialOf(nameOf(profile))}
        </span>
        <div className={styles.identity}>
          <ProfileName profile={profile} />
          <HeadContact profile={profile} />
        </div>
        <WalkButtons profileId={profile.id} page={page} />
        <ProfileDetailActions profile={profile} />
        <div className={styles.headLabels}>
          <ProfileLabels profile={profile} short />
        </div>
      </div>
      <div className={styles.serve}>
        <ProfileSummary profileId={profile.id} consents={page !== 'overview'} />
        <fieldset className={styles.serveMore} aria-label={d.record}>
          {!phone && <ServeMost profile={profile} keys={d.onPage} />}
          <ServeMore profile={profile} />
        </fieldset>
      </div>
    </>
  )
}
