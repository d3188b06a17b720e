import { Autocomplete, MultiSelect, NativeSelect, TagsInput } from '@mantine/core'
import { MAX_RULE_TEXT, MAX_RULE_VALUES } from '@ruam/contract/customers/value-tests.ts'
import { useState } from 'react'
import { formatPhone } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import overlays from '../../ui/overlays.module.css'
import { genders } from '../profiles/field-text.ts'
import { text as profileText } from '../profiles/text.ts'
import styles from './Rules.module.css'
import { text } from './text.ts'
import { useKnownValues } from './use-known-values.ts'
import type { RuleField } from './use-rule-options.ts'

const combobox = { transitionProps: { duration: 0 }, width: 'max-content', position: 'bottom-start' } as const

/** Fixed values of a field; undefined if any text is one. */
function choicesOf({ kind, choices }: RuleField, words: Record<(typeof genders)[number], string>) {
  if (kind === 'gender') return genders.map((one) => ({ value: one as string, label: words[one] }))
  return choices?.map((one) => ({ value: one, label: one }))
}

interface OneProps {
  field: RuleField
  activityTypeId: number | undefined
  label: string
  value: string
  onChange: (value: string) => void
}

/** One text to compare with; values that the field has already are offered. */
export function TextValue({ field, activityTypeId, label, value, onChange }: OneProps) {
  const t = useWords(text)
  const p = useWords(profileText)
  const known = useKnownValues(field, activityTypeId, value)
  const choices = choicesOf(field, p)
  if (choices)
    return (
      <NativeSelect
        size="sm"
        className={styles.choice}
        aria-label={label}
        value={value}
        data={[{ value: '', label: '–' }, ...choices]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <Autocomplete
      size="sm"
      className={styles.text}
      aria-label={label}
      placeholder={t.typeValue}
      maxLength={MAX_RULE_TEXT}
      data={known}
      filter={({ options }) => options}
      renderOption={({ option }) => (field.kind === 'phone' ? formatPhone(option.value) : option.value)}
      withScrollArea={false}
      classNames={{ options: overlays.options }}
      comboboxProps={combobox}
      value={value}
      onChange={onChange}
    />
  )
}

interface ManyProps extends Omit<OneProps, 'value' | 'onChange'> {
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Texts of which one is, or none. */
export function TextsValue({ field, activityTypeId, label, value, onChange }: ManyProps) {
  const t = useWords(text)
  const p = useWords(profileText)
  const [typed, setTyped] = useState('')
  const known = useKnownValues(field, activityTypeId, typed)
  const shared = {
    size: 'sm',
    className: styles.texts,
    'aria-label': label,
    withScrollArea: false,
    classNames: { options: overlays.options },
    comboboxProps: combobox,
    onChange,
  } as const
  const chosen = [...value]
  const choices = choicesOf(field, p)
  if (choices) return <MultiSelect {...shared} value={chosen} data={choices} />
  return (
    <TagsInput
      {...shared}
      value={chosen}
      placeholder={value.length === 0 ? t.typeValues : undefined}
      maxTags={MAX_RULE_VALUES}
      splitChars={[',', '\n', '\t']}
      acceptValueOnBlur
      data={known}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  )
}
