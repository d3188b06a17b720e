import type { TextInputProps } from '@mantine/core'
import type { NameCheck } from '../../data/name-check.ts'
import { useWords } from '../../data/text.ts'
import { CheckedInput } from '../../ui/CheckedInput.tsx'
import { fieldNameText } from './field-name-text.ts'

/** The name that programs know a field by; that of a new one may be left to the system. */
export function FieldNameInput({ isNew, ...props }: TextInputProps & { check: NameCheck; isNew: boolean }) {
  const t = useWords(fieldNameText)
  return (
    <CheckedInput
      {...props}
      label={t.label}
      description={isNew ? t.hintNew : t.hint}
      required={!isNew}
      autoCapitalize="off"
      spellCheck={false}
    />
  )
}
