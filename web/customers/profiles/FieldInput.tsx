import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { DataType, ValueKind } from '@ruam/contract/platform/system-fields.ts'
import { type Era, formatBoolean } from '../../data/format.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import { FieldDate } from './FieldDate.tsx'
import { fieldInput } from './field-input-text.ts'
import { genderTexts } from './field-text.ts'
import { text } from './text.ts'

export interface FieldOfInput {
  id: number
  name: string
  displayName: string
  dataType: DataType
  /** The field's name when left out. */
  kind?: ValueKind
  /** The only values of a text field. */
  choices?: readonly string[] | undefined
}

interface FieldInputProps {
  field: FieldOfInput
  /** Text of the input, written by useTyped() and sent by sentValue(). */
  value: string
  onChange: (typed: string) => void
  error?: string | undefined
  /** A sentence under the field, for instance why it can't be changed. */
  description?: string | undefined
  disabled?: boolean
  autoFocus?: boolean
}

/** The input of a field is found by this name, to give it the focus. */
export const inputName = (fieldId: number) => `field-${fieldId}`

const kinds: Readonly<Record<string, ValueKind>> = {
  phone: 'phone',
  email: 'email',
  citizenId: 'citizen_id',
  gender: 'gender',
}
const kindOf: Record<DataType, ValueKind> = { String: 'text', Number: 'number', Date: 'date', Boolean: 'boolean' }
const lines = new Set(['address', 'addressEN'])

const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const

/** Input mode and example by kind of value. */
const typing = {
  phone: { ...plain, type: 'tel', inputMode: 'tel', placeholder: '081-234-5678' },
  email: { ...plain, type: 'email', inputMode: 'email', placeholder: 'name@example.com' },
  citizen_id: { ...plain, inputMode: 'numeric', placeholder: '1-2345-67890-12-3' },
  number: { ...plain, inputMode: 'decimal' },
} as const

export const dateExampleOf = (era: Era) => (era === 'be' ? '31/12/2567' : '31/12/2024')

/** The control for one field of a profile, by what the field holds. What is typed is handed on as it is. */
export function FieldInput({ field, value, onChange, ...rest }: FieldInputProps) {
  const t = useWords(text)
  const i = useWords(fieldInput)
  const { language } = usePreferences()
  const { era } = useFormat()
  const kind = field.kind ?? kinds[field.name] ?? kindOf[field.dataType]
  const shared = {
    ...rest,
    name: inputName(field.id),
    label: field.displayName,
    value,
    'data-autofocus': rest.autoFocus || undefined,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  switch (kind) {
    case 'date':
      return <FieldDate {...shared} onChange={onChange} placeholder={dateExampleOf(era)} />
    case 'gender': {
      const own = value !== '' && !genderTexts.some((gender) => gender === value) ? [{ value, label: value }] : []
      const known = genderTexts.map((gender) => ({ value: gender, label: t[gender] }))
      return <NativeSelect {...shared} data={[{ value: '', label: EMPTY }, ...known, ...own]} />
    }
    case 'boolean':
      return (
        <NativeSelect
          {...shared}
          data={[
            { value: '', label: i.notStated },
            { value: 'true', label: formatBoolean(true, language) },
            { value: 'false', label: formatBoolean(false, language) },
          ]}
        />
      )
    case 'text':
      if (field.choices) {
        // A value older than the choices stays until another is chosen.
        const own = value !== '' && !field.choices.includes(value) ? [value] : []
        return <NativeSelect {...shared} data={[{ value: '', label: EMPTY }, ...field.choices, ...own]} />
      }
      return lines.has(field.name) || value.includes('\n') ? (
        <Textarea {...shared} minRows={2} maxRows={8} />
      ) : (
        <TextInput {...shared} autoComplete="off" />
      )
    default:
      return <TextInput {...shared} {...typing[kind]} />
  }
}
