import { useLanding } from '../../../app/landing.ts'
import { useWords } from '../../../data/text.ts'
import { profileText } from '../profile-text.ts'
import { useCalled } from '../use-called.ts'
import { fieldNameOf, type ListedProfile } from '../values.ts'
import { FieldSource } from './FieldSource.tsx'
import { headFields, isFilled } from './field-lines.ts'
import { InlineEdit } from './InlineEdit.tsx'
import styles from './ProfileDetail.module.css'
import { useSourceHover } from './use-source-hover.ts'

/** Customer's name as the heading, edited there and not repeated below. */
export function ProfileName({ profile }: { profile: ListedProfile }) {
  const t = useWords(profileText)
  const called = useCalled()(profile)
  const hover = useSourceHover()
  useLanding(profile.id)
  const fields = headFields(profile.fields)
  const filled = fields.filter(isFilled)
  const title = fields.length > 1 ? t.fullName : (fields[0]?.displayName ?? t.fullName)
  return (
    <div className={styles.who}>
      <InlineEdit key={profile.id} title={title} fields={fields} heading={fieldNameOf(profile) || called}>
        {filled.some(({ name }) => name !== 'prefixName')
          ? filled.map(({ id, name, value }, place) => (
              <span key={id} data-part={id} className={name === 'prefixName' ? styles.prefix : undefined}>
                {place > 0 && ' '}
                {String(value)}
              </span>
            ))
          : called}
      </InlineEdit>
      {filled.length > 0 && (
        <span className={styles.lineActions} {...hover.target}>
          <FieldSource title={title} fields={filled} hover={hover} />
        </span>
      )}
    </div>
  )
}
