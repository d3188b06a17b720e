import { NativeSelect, NumberInput } from '@mantine/core'
import { useWords } from '../../data/text.ts'
import { DayInput } from './DayInput.tsx'
import type { OpenEnds, OpenSpan, OpenTest, OpenValue, Unit } from './draft.ts'
import { shapeOf } from './operators.ts'
import styles from './Rules.module.css'
import { TextsValue, TextValue } from './TextValues.tsx'
import { text } from './text.ts'
import { useMonths } from './use-months.ts'
import type { RuleField } from './use-rule-options.ts'

interface ValueInputProps {
  field: RuleField
  /** Type of activities whose detail is tested. */
  activityTypeId?: number | undefined
  test: OpenTest
  units: readonly Unit[]
  onChange: (value: OpenValue | undefined) => void
}

/** Value of a test, by type and operator. */
export function ValueInput({ field, activityTypeId, test, units, onChange }: ValueInputProps) {
  const t = useWords(text)
  const { value } = test
  const label = `${t.value}: ${field.title}`
  const texts = { field, activityTypeId, label }
  switch (shapeOf(field.dataType, test.operator)) {
    case 'none':
      return null
    case 'text':
      return <TextValue {...texts} value={typeof value === 'string' ? value : ''} onChange={onChange} />
    case 'texts':
      return <TextsValue {...texts} value={Array.isArray(value) ? value : []} onChange={onChange} />
    case 'number':
      return <NumberValue label={label} value={typeof value === 'number' ? value : undefined} onChange={onChange} />
    case 'numbers':
      return <Ends type="number" value={isEnds(value) ? value : {}} title={field.title} onChange={onChange} />
    case 'day':
      return <DayInput label={label} value={typeof value === 'string' ? value : undefined} onChange={onChange} />
    case 'days':
      return <Ends type="day" value={isEnds(value) ? value : {}} title={field.title} onChange={onChange} />
    case 'last':
    case 'next':
      return (
        <SpanInput
          value={isSpan(value) ? value : { n: 30, unit: 'day' }}
          way={shapeOf(field.dataType, test.operator) as 'last' | 'next'}
          units={units}
          title={field.title}
          onChange={onChange}
        />
      )
    case 'month':
      return <MonthInput label={label} value={value} onChange={onChange} />
  }
}

const isSpan = (value: OpenValue | undefined): value is OpenSpan =>
  typeof value === 'object' && !Array.isArray(value) && 'unit' in value
const isEnds = (value: OpenValue | undefined): value is OpenEnds =>
  typeof value === 'object' && !Array.isArray(value) && !('unit' in value)

interface NumberValueProps {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
  /** A whole number that is not negative. */
  count?: boolean
}

export function NumberValue({ label, value, onChange, count = false }: NumberValueProps) {
  const t = useWords(text)
  return (
    <NumberInput
      size="sm"
      className={styles.number}
      aria-label={label}
      placeholder={count ? undefined : t.number}
      value={value ?? ''}
      thousandSeparator=","
      hideControls
      allowDecimal={!count}
      allowNegative={!count}
      {...(count && { min: 0, max: 1_000_000, clampBehavior: 'strict' as const })}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : undefined)}
    />
  )
}

interface EndsProps {
  type: 'number' | 'day'
  value: OpenEnds
  title: string
  count?: boolean
  onChange: (value: OpenEnds) => void
}

/** From and to. */
export function Ends({ type, value, title, count = false, onChange }: EndsProps) {
  const t = useWords(text)
  const end = (name: 'from' | 'to') => {
    const label = `${name === 'from' ? t.valueFrom : t.valueTo}: ${title}`
    const own = value[name]
    return type === 'day' ? (
      <DayInput
        label={label}
        value={typeof own === 'string' ? own : undefined}
        onChange={(day) => onChange({ ...value, [name]: day })}
      />
    ) : (
      <NumberValue
        label={label}
        count={count}
        value={typeof own === 'number' ? own : undefined}
        onChange={(number) => onChange({ ...value, [name]: number })}
      />
    )
  }
  return (
    <>
      {end('from')}
      <span className={styles.word}>{t.valueTo}</span>
      {end('to')}
    </>
  )
}

interface SpanInputProps {
  value: OpenSpan
  way: 'last' | 'next'
  units: readonly Unit[]
  title: string
  onChange: (value: OpenSpan) => void
}

const now = { day: 'thisDay', week: 'thisWeek', month: 'thisMonth' } as const
const later = { day: 'nextDay', week: 'nextWeek', month: 'nextMonth' } as const
const before = { hour: 'hour', day: 'day', week: 'week', month: 'monthUnit' } as const

/** Number of hours, days, weeks or months, or the current day, week or month. */
export function SpanInput({ value, way, units, title, onChange }: SpanInputProps) {
  const t = useWords(text)
  const { n, unit } = value
  const days = units.filter((one) => one !== 'hour')
  return (
    <span className={styles.span}>
      {n > 0 && (
        <NumberInput
          size="sm"
          className={styles.count}
          aria-label={`${t.number}: ${title}`}
          value={n}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          min={1}
          max={3650}
          clampBehavior="blur"
          onChange={(typed) => onChange({ unit, n: typeof typed === 'number' && typed > 0 ? typed : 1 })}
        />
      )}
      <NativeSelect
        size="sm"
        className={styles.choice}
        aria-label={`${t.unit}: ${title}`}
        value={n === 0 ? `now ${unit}` : unit}
        data={[
          ...units.map((one) => ({
            value: one,
            label: way === 'next' && one !== 'hour' ? t[later[one]] : t[before[one]],
          })),
          ...days.map((one) => ({ value: `now ${one}`, label: t[now[one as keyof typeof now]] })),
        ]}
        onChange={(event) => {
          const [first, second] = event.currentTarget.value.split(' ')
          onChange(second ? { n: 0, unit: second as Unit } : { n: n || 1, unit: first as Unit })
        }}
      />
    </span>
  )
}

function MonthInput({
  label,
  value,
  onChange,
}: {
  label: string
  value: unknown
  onChange: (value: OpenValue) => void
}) {
  const t = useWords(text)
  const months = useMonths()
  return (
    <NativeSelect
      size="sm"
      className={styles.choice}
      aria-label={label}
      value={String(value ?? 'this')}
      data={[
        { value: 'this', label: t.thisMonth },
        ...months.map((month, place) => ({ value: String(place + 1), label: month })),
      ]}
      onChange={(event) => {
        const chosen = event.currentTarget.value
        onChange(chosen === 'this' ? chosen : Number(chosen))
      }}
    />
  )
}
