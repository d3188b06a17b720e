import { ActionIcon } from '@mantine/core'
import { IconEyeOff, IconLock, IconPencil, IconTrash } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { FieldIcon } from './FieldIcon.tsx'
import styles from './Fields.module.css'
import type { FieldOwner } from './field-owner.ts'
import { type FieldRow, kindOf } from './field-row.ts'
import { text } from './text.ts'
import { useDeleteField } from './use-delete-field.ts'
import { useMayChange } from './use-may-change.ts'

const small = { size: 14, stroke: 1.6 }
const icon = { size: 18, stroke: 1.6 }

/** The name people see, with what the field holds, and what its values are being made just now. */
export function FieldName({ field }: { field: FieldRow }) {
  const t = useWords(text)
  return (
    <span className={styles.name}>
      <FieldIcon field={field} />
      <span>
        <span>{field.displayName}</span>{' '}
        {field.sensitive && (
          <span className={styles.chip}>
            <IconEyeOff {...small} />
            {t.sensitive}
          </span>
        )}{' '}
        {field.purpose === 'amount' && <span className={styles.chip}>{t.amount}</span>}{' '}
        {field.convertingTo && <span className={styles.chip}>{t.converting({ type: t[field.convertingTo] })}</span>}
      </span>
    </span>
  )
}

/** Owner of the field: system fields can't be changed. */
export function FieldKind({ field }: { field: FieldRow }) {
  const t = useWords(text)
  const kind = kindOf(field.fieldType)
  return (
    <span className={styles.chip}>
      {kind === 'system' && <IconLock {...small} />}
      {t[kind]}
    </span>
  )
}

interface FieldActionsProps {
  owner: FieldOwner
  field: FieldRow
  onEdit: (field: FieldRow) => void
}

/** Permitted actions on a field. */
export function FieldActions({ owner, field, onEdit }: FieldActionsProps) {
  const t = useWords(text)
  const may = useMayChange(owner)
  const remove = useDeleteField(owner)
  if (kindOf(field.fieldType) === 'system') return null
  const name = field.displayName
  return (
    <span className={styles.actions}>
      {may.edit && (
        <ActionIcon aria-label={t.editField({ name })} onClick={() => onEdit(field)}>
          <IconPencil {...icon} />
        </ActionIcon>
      )}
      {may.delete && (
        <ActionIcon aria-label={t.deleteField({ name })} onClick={() => remove(field)}>
          <IconTrash {...icon} />
        </ActionIcon>
      )}
    </span>
  )
}
