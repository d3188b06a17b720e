import { dateOrders, dateShifts, eras } from '@ruam/contract/imports/mapping.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePreferences } from '../../../data/preferences.ts'
import { Choice } from './Choice.tsx'
import { DateExamples } from './DateExamples.tsx'
import styles from './DateQuestions.module.css'
import { dateExample, dayText, differingCell, yearText } from './date-examples.ts'
import type { DraftRow, SuggestedTarget } from './mapping-draft.ts'
import type { Question } from './mapping-review.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

interface DateQuestionsProps {
  /** The column's header. */
  name: string
  samples: readonly string[]
  row: DraftRow
  questions: readonly Question[]
  /** A year of two digits in the column. */
  yearExample: string | null
  examples: SuggestedTarget['dateExamples']
  onChange: (change: Partial<DraftRow>) => void
}

/** Asks what the dates of a column leave open, in words and about dates of its own. */
export function DateQuestions({ name, samples, row, questions, yearExample, examples, onChange }: DateQuestionsProps) {
  const t = useStepWords(mappingText)
  const { language } = usePreferences()
  const now = new Date()
  const era = row.twoDigitYears
  const exampleOf = (question: Question) => examples.find((one) => one.question === question)
  const orders = exampleOf('date_order')
  const shifts = exampleOf('date_shift')
  const open = differingCell(orders)
  const day = dateExample(open ? [open, ...samples] : samples, 'date_order')
  const year = yearExample ?? dateExample(samples, 'two_digit_years').year
  const reading = (order: 'dmy' | 'mdy') => dayText(day, order, era, language, now)
  return (
    <>
      {questions.includes('date_order') && (
        <Asked
          open={row.dateOrder === null}
          question={t.whichDay({ sample: day.text })}
          label={t.dateOrderOf({ name, sample: day.text })}
          value={row.dateOrder ?? ''}
          options={[
            { value: 'dmy', label: reading('dmy') },
            { value: 'mdy', label: reading('mdy') },
            ...(row.dateOrder === 'ymd' ? [{ value: 'ymd', label: t.yearFirst }] : []),
          ]}
          onChange={(value) => onChange({ dateOrder: dateOrders.find((one) => one === value) ?? null })}
        />
      )}
      {orders && orders.empty > 0 && <DateExamples shown={orders} answer={row.dateOrder} />}
      {questions.includes('two_digit_years') && (
        <Asked
          open={era === null}
          question={t.whichYear({ year })}
          label={t.yearsOf({ name, year })}
          value={era ?? ''}
          options={eras.map((one) => ({ value: one, label: yearText(year, one, language, now) }))}
          onChange={(value) => onChange({ twoDigitYears: eras.find((one) => one === value) ?? null })}
        />
      )}
      {shifts && questions.includes('date_shift') && (
        <>
          <Asked
            open={row.dateShift === null}
            question={t.whichShift}
            label={t.shiftOf({ name })}
            value={row.dateShift ?? ''}
            options={(shifts.cells[0]?.readings ?? []).map(({ answer }) => ({
              value: answer,
              label: t[`read_${answer}`],
            }))}
            onChange={(value) => onChange({ dateShift: dateShifts.find((one) => one === value) ?? null })}
          />
          <DateExamples shown={shifts} answer={row.dateShift} />
        </>
      )}
    </>
  )
}

interface AskedProps {
  open: boolean
  question: ReactNode
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

function Asked({ open, question, label, value, options, onChange }: AskedProps) {
  const t = useStepWords(mappingText)
  const Icon = open ? IconAlertTriangle : IconCircleCheck
  return (
    <span className={styles.asked} data-open={open}>
      <Icon size={16} stroke={1.6} />
      <span>{question}</span>
      <Choice
        label={label}
        value={value}
        options={[...(open ? [{ value: '', label: t.answer }] : []), ...options]}
        onChange={onChange}
      />
    </span>
  )
}
