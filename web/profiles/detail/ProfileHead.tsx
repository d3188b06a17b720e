import { ActionIcon } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useWords } from '../../core/text.ts'
import { useFormat } from '../../core/use-format.ts'
import { ProfileSummary } from '../ProfileSummary.tsx'
import { text } from '../text.ts'
import { useCalled } from '../use-called.ts'
import { nameOf, type ProfileRow, textOf } from '../values.ts'
import { detail } from './detail-text.ts'
import styles from './ProfileDetail.module.css'
import { ProfileDetailActions } from './ProfileDetailActions.tsx'
import { ProfileLabels } from './ProfileLabels.tsx'
import { ServeMore } from './ServeActions.tsx'
import { useCopy } from './use-copy.ts'

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })
const leadingVowel = /^[เแโใไ]/

/** The first letter of a name, a leading vowel passed over: the avatar of เกียรติ is กี. */
function initialOf(name: string): string {
  const letters = Array.from(graphemes.segment(name), ({ segment }) => segment)
  return (leadingVowel.test(letters[0] ?? '') ? letters[1] : letters[0]) ?? ''
}

/** Who the customer is, how to reach them, and what can be done. */
export function ProfileHead({ profile }: { profile: ProfileRow }) {
  const t = useWords(text)
  const d = useWords(detail)
  const format = useFormat()
  const copy = useCopy()
  const facts = [
    { title: t.phone, value: format.formatPhone(textOf(profile, 'phone')) },
    { title: t.email, value: textOf(profile, 'email') },
  ].filter(({ value }) => value)
  return (
    <>
      <div className={styles.head}>
        <span className={styles.avatar} aria-hidden>
          {initialOf(nameOf(profile))}
        </span>
        <div className={styles.who}>
          <h2>{useCalled()(profile)}</h2>
          <p>
            {facts.map(({ title, value }) => (
              <span key={title} className={styles.fact}>
                {value}
                <ActionIcon size={28} aria-label={d.copy({ name: title })} onClick={() => copy(value)}>
                  <IconCopy size={15} stroke={1.6} />
                </ActionIcon>
              </span>
            ))}
          </p>
        </div>
        <ProfileDetailActions profile={profile} />
        <div className={styles.headLabels}>
          <ProfileLabels profile={profile} short />
        </div>
      </div>
      <div className={styles.serve}>
        <ProfileSummary profileId={profile.id} />
        <fieldset className={styles.serveMore} aria-label={d.record}>
          <ServeMore profile={profile} />
        </fieldset>
      </div>
    </>
  )
}
