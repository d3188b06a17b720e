import { Button } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconEyeOff } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import { useMayCall } from '../../ui/may.ts'
import styles from './FieldValueText.module.css'
import { useFieldText } from './field-text.ts'
import { profileText } from './profile-text.ts'
import { useAgeText } from './use-age-text.ts'
import { useUnmask } from './use-unmask.ts'
import type { ProfileListField } from './values.ts'

/** A value as people write it. A sensitive one is hidden: people with the right can ask for it, the others read why they cannot. */
export function FieldValueText({ field, profileId }: { field: ProfileListField; profileId: number }) {
  const t = useWords(profileText)
  const fieldText = useFieldText()
  const age = useAgeText()(field)
  const mayShow = useMayCall(profiles.unmask)
  const unmask = useUnmask(profileId, field.id)
  const shown = fieldText(field)
  if (field.masked) {
    if (unmask.shown !== undefined) return fieldText({ ...field, value: unmask.shown, masked: false }) || EMPTY
    return (
      <>
        <span className={styles.masked}>
          {shown}
          <IconEyeOff size={16} stroke={1.6} />
        </span>
        {mayShow ? (
          <Button
            size="compact-xs"
            variant="subtle"
            className={styles.show}
            loading={unmask.busy}
            aria-label={t.showValue({ name: field.displayName })}
            onClick={() => void unmask.show()}
          >
            {t.show}
          </Button>
        ) : (
          <small className={styles.why}>{t.masked}</small>
        )}
      </>
    )
  }
  return (
    <>
      {field.name === 'email' ? <Address text={shown} /> : shown || EMPTY}{' '}
      {age && <span className={styles.age}>{age}</span>}
      <FurtherValues field={field} />
    </>
  )
}

/** Additional phones and addresses kept by merges. */
function FurtherValues({ field }: { field: ProfileListField }) {
  const fieldText = useFieldText()
  return field.further?.map((value) => (
    <span key={value} className={styles.further}>
      {field.name === 'email' ? <Address text={value} /> : fieldText({ ...field, value })}
    </span>
  ))
}

/** Breaks before the @ where the line is too short for all of it. */
function Address({ text }: { text: string }) {
  const at = text.lastIndexOf('@')
  if (at < 0) return text || EMPTY
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}
