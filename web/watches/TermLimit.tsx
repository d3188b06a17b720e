import { NativeSelect, TextInput } from '@mantine/core'
import type { Range, TermName, WatchTerms } from '@ruam/contract/watches/limits.ts'
import { useState } from 'react'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { readTime } from '../ui/typed-time.ts'
import { termKinds, termUnits } from './term-rows.ts'
import { clockOf, useTermWords } from './term-words.ts'
import { termsText } from './terms-text.ts'
import styles from './WatchForm.module.css'

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const readClock = (typed: string) => {
  const time = readTime(typed)
  return time ? minutesOf(time) : undefined
}

/** Reads a number with or without commas; undefined if it is none. */
function readNumber(typed: string): number | undefined {
  const text = typed.replaceAll(',', '').replace('−', '-').trim()
  const value = Number(text)
  return text !== '' && Number.isFinite(value) ? value : undefined
}
const readCount = (typed: string) => {
  const value = readNumber(typed)
  return value !== undefined && value >= 0 ? Math.floor(value) : undefined
}
const readPercent = (typed: string) => {
  const value = readNumber(typed)
  return value !== undefined && value >= 0 && value <= 100 ? value / 100 : undefined
}

interface TypedProps {
  label: string
  value: number
  show: (value: number) => string
  /** Undefined for text that is no value: the former one stays. */
  read: (typed: string) => number | undefined
  onChange: (value: number) => void
}

/** A number in the form in which people write it. Unreadable text gives way to the former number. */
function Typed({ label, value, show, read, onChange }: TypedProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      className={styles.typed}
      aria-label={label}
      value={typed ?? show(value)}
      inputMode="decimal"
      autoComplete="off"
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        const next = read(currentTarget.value)
        if (next !== undefined) onChange(next)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

interface TermLimitProps {
  term: TermName
  terms: WatchTerms
  onChange: (limit: unknown) => void
}

/** The field of a limit; text for a term that only follows the files. */
export function TermLimit({ term, terms, onChange }: TermLimitProps) {
  const t = useWords(termsText)
  const { formatNumber } = useFormat()
  const words = useTermWords()
  const name = words.label(term)
  const kind = termKinds[term]
  const limit = terms[term]
  if (kind === 'columns')
    return (
      <NativeSelect
        aria-label={name}
        value={terms.columns}
        data={(['same', 'more'] as const).map((value) => ({ value, label: t[value]({ count: terms.names.length }) }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  if (kind === 'listed' || limit === null) return <span className={styles.listed}>{words.limit(term, terms)}</span>
  if (kind === 'range' || kind === 'clock') {
    const range = limit as Range
    const way = kind === 'clock' ? { show: clockOf, read: readClock } : { show: formatNumber, read: readNumber }
    const end = (edge: 'from' | 'to') => (
      <Typed
        {...way}
        label={t[edge]({ label: name })}
        value={range[edge]}
        onChange={(value) => onChange({ ...range, [edge]: value })}
      />
    )
    return (
      <>
        {end('from')} <span aria-hidden>{' – '}</span> {end('to')}
      </>
    )
  }
  if (kind === 'share') {
    const show = (share: number) => formatNumber(Math.round(share * 1e4) / 100)
    return (
      <>
        <Typed label={name} value={limit as number} show={show} read={readPercent} onChange={onChange} /> %
      </>
    )
  }
  const unit = kind === 'days' ? t.day : termUnits[term] === 'people' ? t.people : termUnits[term] && t.row
  return (
    <>
      <Typed
        label={name}
        value={limit as number}
        show={formatNumber}
        read={kind === 'least' ? readNumber : readCount}
        onChange={onChange}
      />
      {unit}
    </>
  )
}
