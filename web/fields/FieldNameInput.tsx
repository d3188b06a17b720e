import type { TextInputProps } from '@mantine/core'
import { CheckedInput } from '../core/CheckedInput.tsx'
import type { NameCheck } from '../core/name-check.ts'
import { useWords } from '../core/text.ts'
import { fieldNameText } from './field-name-text.ts'

/** The name that programs know a field by. */
export function FieldNameInput(props: TextInputProps & { check: NameCheck }) {
  const t = useWords(fieldNameText)
  return (
    <CheckedInput {...props} label={t.label} description={t.hint} required autoCapitalize="off" spellCheck={false} />
  )
}
