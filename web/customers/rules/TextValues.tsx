import { Autocomplete, MultiSelect, NativeSelect, TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { MAX_RULE_TEXT, MAX_RULE_VALUES } from '@ruam/contract/customers/value-tests.ts'
import { useState } from 'react'
import { useRead } from '../../data/api.ts'
import { formatPhone } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import { useMayCall } from '../../ui/may.ts'
import overlays from '../../ui/overlays.module.css'
import { useGrowingOptions } from '../../ui/use-growing.ts'
import { genderTexts } from '../profiles/field-text.ts'
import { text as profileText } from '../profiles/text.ts'
import styles from './Rules.module.css'
import { text } from './text.ts'
import type { RuleField } from './use-rule-options.ts'

const TYPING_MS = 250

const MINUTE = 60_000

const combobox = { transitionProps: { duration: 0 }, width: 'max-content', position: 'bottom-start' } as const

/** Fixed values of a field; undefined if any text is one. */
function choicesOf({ kind, choices }: RuleField, words: Record<(typeof genderTexts)[number], string>) {
  if (kind === 'gender') return genderTexts.map((one) => ({ value: one as string, label: words[one] }))
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
        data={[{ value: '', label: EMPTY }, ...choices]}
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
  const growing = useGrowingOptions(typed)
  const shared = {
    ...growing,
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
  if (choices) return <MultiSelect {...shared} searchable onSearchChange={setTyped} value={chosen} data={choices} />
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

/** Values that a field has already and that begin with what is typed; of a detail of activities, those of their type. */
function useKnownValues({ name, dataType }: RuleField, activityTypeId: number | undefined, typed: string): string[] {
  const [value] = useDebouncedValue(typed.trim(), TYPING_MS)
  const may = useMayCall(profiles.searchField) && dataType === 'String'
  const ofPeople = useRead(
    profiles.searchField,
    { params: { field: name }, query: { value } },
    { enabled: may && activityTypeId === undefined, staleTime: MINUTE },
  )
  const ofActivities = useRead(
    profileActivities.searchField,
    { params: { id: activityTypeId ?? 0, field: name }, query: { value } },
    { enabled: may && activityTypeId !== undefined, staleTime: MINUTE },
  )
  const known = (activityTypeId === undefined ? ofPeople : ofActivities).data?.data ?? []
  return [...new Set(known.flatMap((one) => (typeof one === 'string' && one !== '' ? [one] : [])))]
}
