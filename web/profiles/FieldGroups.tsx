import { IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '../core/text.ts'
import { groupFields } from './field-groups.ts'
import { useAgeText, useFieldText } from './field-text.ts'
import styles from './ProfileDetail.module.css'
import { text } from './text.ts'
import { type ProfileField, type ProfileRow, textOf } from './values.ts'

/** Every field of a profile in its group, empty ones as a dash. */
export function FieldGroups({ profile }: { profile: ProfileRow }) {
  const t = useWords(text)
  const join = (...names: string[]) =>
    names
      .map((name) => textOf(profile, name))
      .filter(Boolean)
      .join(' ')
  return groupFields(profile.fields).map(([group, fields]) => (
    <section key={group} className={styles.group} data-group={group}>
      <h3>{t[group]}</h3>
      <dl>
        {group === 'personal' && (
          <>
            <Line title={t.fullName}>{join('prefixName', 'firstName', 'lastName')}</Line>
            <Line title={t.fullNameEn}>{join('firstNameEN', 'lastNameEN')}</Line>
          </>
        )}
        {fields.map((field) => (
          <Line key={field.id} title={field.displayName}>
            <Value field={field} />
          </Line>
        ))}
      </dl>
    </section>
  ))
}

function Line({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <dt>{title}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}

function Value({ field }: { field: ProfileField }) {
  const t = useWords(text)
  const told = useFieldText()(field)
  const age = useAgeText()(field)
  if (field.masked) {
    return (
      <>
        <span className={styles.masked}>
          {told}
          <IconEyeOff size={16} stroke={1.6} aria-hidden />
        </span>
        <small className={styles.why}>{t.masked}</small>
      </>
    )
  }
  return (
    <>
      {told || '–'} {age && <span className={styles.age}>{age}</span>}
    </>
  )
}
