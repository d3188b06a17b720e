import { Fragment } from 'react'
import { useWords } from '../core/text.ts'
import { useFormat } from '../core/use-format.ts'
import { LabelChips } from './LabelChips.tsx'
import styles from './ProfileDetail.module.css'
import { text } from './text.ts'
import { nameOf, type ProfileRow, textOf } from './values.ts'

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })
const leadingVowel = /^[เแโใไ]/

/** The first letter of a name, a leading vowel passed over: the avatar of เกียรติ is กี. */
function initialOf(name: string): string {
  const letters = Array.from(graphemes.segment(name), ({ segment }) => segment)
  return (leadingVowel.test(letters[0] ?? '') ? letters[1] : letters[0]) ?? ''
}

/** Who the customer is, and how to reach them. */
export function ProfileHead({ profile }: { profile: ProfileRow }) {
  const t = useWords(text)
  const format = useFormat()
  const name = nameOf(profile)
  const facts = [format.formatPhone(textOf(profile, 'phone')), textOf(profile, 'email')].filter(Boolean)
  return (
    <div className={styles.head}>
      <span className={styles.avatar} aria-hidden>
        {initialOf(name)}
      </span>
      <div className={styles.who}>
        <h2>{name || t.customer({ id: profile.id })}</h2>
        <p>
          {facts.map((fact, place) => (
            <Fragment key={fact}>
              {place > 0 && ' · '}
              <span>{fact}</span>
            </Fragment>
          ))}
        </p>
      </div>
      {profile.labels.length > 0 && (
        <div className={styles.headLabels}>
          <LabelChips labels={profile.labels} />
        </div>
      )}
    </div>
  )
}
