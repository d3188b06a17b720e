import { useWords } from '../../core/text.ts'
import { ProfileSummary } from '../ProfileSummary.tsx'
import { text } from '../text.ts'
import { useCalled } from '../use-called.ts'
import { nameOf, type ProfileRow } from '../values.ts'
import { detail } from './detail-text.ts'
import { EditInPlace } from './EditInPlace.tsx'
import { FieldSource } from './FieldSource.tsx'
import { headFields, isFilled } from './field-lines.ts'
import styles from './ProfileDetail.module.css'
import { ProfileDetailActions } from './ProfileDetailActions.tsx'
import type { PageType } from './ProfileDetailTabs.tsx'
import { ProfileLabels } from './ProfileLabels.tsx'
import { ServeMore } from './ServeActions.tsx'
import { useSourceHover } from './use-source-hover.ts'
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

/** Who the customer is, what they are to the store in short, and what can be done. */
export function ProfileHead({ profile, page }: ProfileHeadProps) {
  const t = useWords(text)
  const d = useWords(detail)
  const called = useCalled()(profile)
  const hover = useSourceHover()
  const fields = headFields(profile.fields)
  const filled = fields.filter(isFilled)
  const title = fields.length > 1 ? t.fullName : (fields[0]?.displayName ?? t.fullName)
  return (
    <>
      <div className={styles.head}>
        <span className={styles.avatar} aria-hidden>
          {initialOf(nameOf(profile))}
        </span>
        <div className={styles.who}>
          <EditInPlace key={profile.id} title={title} fields={fields} heading>
            {filled.some(({ name }) => name !== 'prefixName')
              ? filled.map(({ id, name, value }) => (
                  <span key={id} data-part={id} className={name === 'prefixName' ? styles.prefix : undefined}>
                    {String(value)}{' '}
                  </span>
                ))
              : called}
          </EditInPlace>
          {filled.length > 0 && (
            <span className={styles.lineActions} {...hover.target}>
              <FieldSource title={title} fields={filled} hover={hover} />
            </span>
          )}
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
          <ServeMore profile={profile} />
        </fieldset>
      </div>
    </>
  )
}
