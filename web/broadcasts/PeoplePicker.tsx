import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useCalled } from '../customers/profiles/use-called.ts'
import { useProfiles } from '../customers/profiles/use-profiles.ts'
import { useWords } from '../data/text.ts'
import { useMayCall } from '../ui/may.ts'
import overlays from '../ui/overlays.module.css'
import { text } from './text.ts'

export interface ChosenPerson {
  id: number
  name: string
}

interface PeoplePickerProps {
  label: string
  hint?: string | undefined
  value: readonly ChosenPerson[]
  most: number
  onChange: (people: ChosenPerson[]) => void
}

const TYPING_MS = 200
const OFFERED = 10

/** Chooses customers by name, phone or anything that the list of customers finds. */
export function PeoplePicker({ label, hint, value, most, onChange }: PeoplePickerProps) {
  const t = useWords(text)
  const called = useCalled()
  const may = useMayCall(profiles.query)
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), TYPING_MS)
  const query = { offset: 0, limit: OFFERED, sortBy: 'updated_at', sortDir: 'desc', count: false } as const
  const found = useProfiles({ ...query, filter: { keyword } }, { enabled: may && keyword !== '' })
  const offered = keyword === '' ? [] : (found.data?.data ?? []).map((one) => ({ id: one.id, name: called(one) }))
  const all = new Map([...value, ...offered].map((one) => [String(one.id), one]))
  const nameOf = ({ id, name }: ChosenPerson) => (name ? `${name} · ${id}` : String(id))
  return (
    <MultiSelect
      label={label}
      description={hint}
      placeholder={value.length === 0 ? t.findCustomer : undefined}
      disabled={!may}
      data={[...all.values()].map((one) => ({ value: String(one.id), label: nameOf(one) }))}
      // The server has searched; names alone would hide who was found by phone.
      filter={({ options }) => options}
      value={value.map(({ id }) => String(id))}
      rightSection={<IconChevronDown size={14} stroke={1.6} color="var(--ruam-text-3)" />}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      hidePickedOptions
      maxValues={most}
      withScrollArea={false}
      classNames={{ options: overlays.options }}
      nothingFoundMessage={keyword === '' ? t.typeToFind : found.isFetching ? t.counting : t.foundNobody}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      onChange={(ids) => onChange(ids.flatMap((id) => all.get(id) ?? []))}
    />
  )
}
