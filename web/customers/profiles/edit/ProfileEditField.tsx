import { Button } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { memo } from 'react'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { FieldInput } from '../FieldInput.tsx'
import { useTyped } from '../field-typed.ts'
import { useUnmask } from '../use-unmask.ts'
import type { ProfileListField } from '../values.ts'
import { edit } from './edit-text.ts'
import styles from './ProfileEdit.module.css'

interface ProfileEditFieldProps {
  profileId: number
  field: ProfileListField
  value: string
  /** A sensitive one that was asked for. */
  revealed: boolean
  error: string | undefined
  onType: (fieldId: number, typed: string) => void
  onReveal: (fieldId: number, typed: string) => void
}

/** One field of the form; drawn again only when it changes itself, for a store may have hundreds. */
export const ProfileEditField = memo(function ProfileEditField(props: ProfileEditFieldProps) {
  const { profileId, field, value, revealed, error, onType, onReveal } = props
  const t = useWords(edit)
  const typed = useTyped()
  const mayShow = useMayCall(profiles.unmask)
  const unmask = useUnmask(profileId, field.id)
  const computed = field.type === 'transform_profile'
  const hidden = field.masked === true && !revealed
  const reveal = async () => {
    const shown = await unmask.show()
    if (shown !== undefined) onReveal(field.id, typed(field, shown))
  }
  return (
    <div className={styles.field} data-wide={field.name.startsWith('address') || undefined}>
      <FieldInput
        // A hidden value is displayed as its mask.
        field={hidden ? { ...field, name: 'hidden', dataType: 'String' } : field}
        value={value}
        onChange={(text) => onType(field.id, text)}
        error={error}
        disabled={computed || hidden}
        description={computed ? t.computed : hidden && !mayShow ? t.masked : undefined}
      />
      {hidden && mayShow && (
        <Button
          size="compact-sm"
          variant="subtle"
          className={styles.reveal}
          loading={unmask.busy}
          onClick={() => void reveal()}
        >
          {t.showToEdit}
          <span className="ruam-heard"> {field.displayName}</span>
        </Button>
      )}
    </div>
  )
})
