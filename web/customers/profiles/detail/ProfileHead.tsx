import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { keysWaitFor } from '../../../ui/buffer-keys.ts'
import { useKeys } from '../../../ui/keys.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import { ProfileSummary } from '../ProfileSummary.tsx'
import { fieldNameOf, type ListedProfile } from '../values.ts'
import { detail } from './detail-text.ts'
import { HeadContact } from './HeadContact.tsx'
import styles from './ProfileDetail.module.css'
import { ProfileDetailActions } from './ProfileDetailActions.tsx'
import type { PageType } from './ProfileDetailTabs.tsx'
import { ProfileLabels } from './ProfileLabels.tsx'
import { ProfileName } from './ProfileName.tsx'
import { FrequentActions, ServeMore } from './ServeActions.tsx'
import { useWalk } from './use-walk.ts'

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })
const leadingVowel = /^[เแโใไ]/

/** The first letter of a name, a leading vowel passed over: the avatar of เกียรติ is กี. */
function initialOf(name: string): string {
  const letters = Array.from(graphemes.segment(name), ({ segment }) => segment)
  return (leadingVowel.test(letters[0] ?? '') ? letters[1] : letters[0]) ?? ''
}

interface ProfileHeadProps {
  profile: ListedProfile
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
          {initialOf(fieldNameOf(profile))}
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
          {!phone && <FrequentActions profile={profile} keys={d.onPage} />}
          <ServeMore profile={profile} />
        </fieldset>
      </div>
    </>
  )
}

/** Buttons for the previous and next customer of the list; none if the page was opened by its address. */
function WalkButtons({ profileId, page }: { profileId: number; page: PageType }) {
  const t = useWords(detail)
  const walk = useWalk(profileId, page === 'overview' ? undefined : page)
  const key = (on: string, label: string, by: -1 | 1) => ({
    on: [on],
    label: walk && label,
    // A second step need not wait for the first; what is meant for whom it leads to does.
    run: () => (walk ? keysWaitFor(walk.step(by), 'JK') : false),
  })
  useKeys(t.walk, [key('J', t.next, 1), key('K', t.previous, -1)])
  if (!walk) return null
  return (
    <fieldset className={styles.walk} aria-label={t.walk}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t.previous}
        title={`${t.previous} (K)`}
        aria-disabled={!walk.before}
        onClick={() => void walk.step(-1)}
      >
        <IconChevronLeft size={18} stroke={1.6} />
      </ActionIcon>
      {walk.total !== undefined && (
        <span className={styles.place}>
          {t.place({ place: formatNumber(walk.place), total: formatNumber(walk.total) })}
        </span>
      )}
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t.next}
        title={`${t.next} (J)`}
        aria-disabled={!walk.after}
        onClick={() => void walk.step(1)}
      >
        <IconChevronRight size={18} stroke={1.6} />
      </ActionIcon>
    </fieldset>
  )
}
