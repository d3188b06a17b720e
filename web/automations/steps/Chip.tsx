import { NumberInput } from '@mantine/core'
import { Choice } from '../../customers/rules/Choice.tsx'
import { useWords } from '../../data/text.ts'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import styles from './Steps.module.css'
import { stepText } from './step-text.ts'

interface ThingChipProps {
  label: string
  /** Null: not chosen. */
  value: number | null
  things: readonly { id: number; name: string }[]
  /** False while the names are read. */
  known: boolean
  placeholder: string
  nothingFound: string
  /** Finds the input of a fault. */
  name?: string
  onChoose: (id: number) => void
}

/** A thing of the store within a sentence: searched by its name. */
export function ThingChip(props: ThingChipProps) {
  const { label, value, things, known, placeholder, nothingFound, name, onChoose } = props
  const isGone = value !== null && known && !things.some(({ id }) => id === value)
  const options = things.map(({ id, name: called }) => ({ value: String(id), label: called }))
  return (
    <SearchSelect
      size="sm"
      className={styles.chip}
      aria-label={label}
      name={name}
      data-name={name}
      data-empty={value === null || undefined}
      value={value === null ? null : String(value)}
      placeholder={placeholder}
      nothingFoundMessage={nothingFound}
      data={isGone ? [{ value: String(value), label: `#${value}` }, ...options] : options}
      onPick={(picked) => onChoose(Number(picked))}
    />
  )
}

interface NumberChipProps {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** A whole number within a sentence. */
export function NumberChip({ label, value, min, max, onChange }: NumberChipProps) {
  return (
    <NumberInput
      size="sm"
      className={styles.number}
      aria-label={label}
      value={value}
      hideControls
      allowDecimal={false}
      allowNegative={false}
      min={min}
      max={max}
      clampBehavior="strict"
      onChange={(typed) => typeof typed === 'number' && onChange(Math.max(min, typed))}
    />
  )
}

/** Every half hour of a day. */
const halfHours = Array.from(
  { length: 48 },
  (_, place) => `${String(Math.floor(place / 2)).padStart(2, '0')}:${place % 2 ? '30' : '00'}`,
)

interface TimeChipProps<V extends string | null> {
  label: string
  value: V
  /** The choice of no time, if there is one. */
  none?: string
  onChoose: (time: V) => void
}

/** A time of day within a sentence. */
export function TimeChip<V extends string | null>({ label, value, none, onChoose }: TimeChipProps<V>) {
  const t = useWords(stepText)
  const times = value === null || halfHours.includes(value) ? halfHours : [value, ...halfHours]
  const said = times.map((time) => [time, t.clock({ time })] as const)
  return (
    <Choice
      joining
      label={label}
      value={value ?? ''}
      choices={none === undefined ? said : [['', none] as const, ...said]}
      onChoose={(time) => onChoose((time === '' ? null : time) as V)}
    />
  )
}
