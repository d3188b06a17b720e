import type { Evidence, Mapping, MappingRow } from '@ruam/contract/imports/mapping.ts'
import { activityDate, systemFields } from '@ruam/contract/platform/system-fields.ts'
import type { z } from 'zod'
import type { DateFacts } from '../../formats/values/date-facts.ts'
import {
  answeredDates,
  type DateAnswers,
  type DateQuestion,
  type DateStyle,
  dateStyleOf,
} from '../../formats/values/date-styles.ts'
import { readDate } from '../../formats/values/dates.ts'
import { type DatePurpose, type DateShift, isCompleted } from '../../formats/values/year-doubts.ts'

type Suggested = z.output<typeof Mapping>['source_mapping'][number]
type Examples = Suggested['date_examples'][number]
type Answer = Examples['cells'][number]['readings'][number]['answer']

const SHOWN = 3
const BIRTH = systemFields.find(({ column }) => column === 'birth_date')!.id
const questionOf = { order: 'date_order', two_digit_years: 'two_digit_years', shift: 'date_shift' } as const

/** What the dates of a column are for: the field it feeds, else the one that its header and cells suggest. */
export function datePurpose(rows: readonly MappingRow[], column: string, isBirth: boolean): DatePurpose {
  const own = rows.filter((row) => row.source_schema_id === column)
  const isActivity = ({ destination_type, destination_id }: MappingRow) =>
    destination_type === 'system_activity' && destination_id === activityDate.id
  if (own.some(isActivity)) return 'activity'
  if (own.some((row) => row.destination_type === 'system_profile' && row.destination_id === BIRTH)) return 'birth'
  return isBirth && own.length === 0 ? 'birth' : 'any'
}

/** Returns the questions about a column's dates with examples, and the repairs that need none. */
export function dateQuestionsOf(facts: DateFacts, today: string, purpose: DatePurpose) {
  const style = dateStyleOf(facts, today, purpose)
  return {
    questions: style.unsure.map((question) => questionOf[question]),
    date_examples: style.unsure.map((question) => examplesOf(question, facts, style)),
    repairs: repairsOf(facts, style),
  }
}

function examplesOf(question: DateQuestion, facts: DateFacts, style: DateStyle): Examples {
  const answers = answersOf(question, facts, style)
  return {
    question: questionOf[question],
    empty: emptyCells(question, facts, style),
    cells: cellsOf(question, facts, style).map((text) => ({
      text,
      readings: answers.map((answer) => {
        const reading = readDate(text, answeredDates(style, withAnswer(question, answer, style)))
        return { answer, day: 'value' in reading ? reading.value : null }
      }),
    })),
  }
}

/** An answer to one question, with the likely ones to the others. */
function withAnswer(question: DateQuestion, answer: Answer, { order, twoDigitYears, doubt }: DateStyle): DateAnswers {
  const likely: DateAnswers = {
    date_order: order,
    two_digit_years: twoDigitYears === 'open' ? 'be' : twoDigitYears,
    date_shift: doubt ? 'none' : null,
  }
  return { ...likely, [questionOf[question]]: answer }
}

function answersOf(question: DateQuestion, facts: DateFacts, style: DateStyle): readonly Answer[] {
  if (question === 'order') return ['dmy', 'mdy']
  if (question === 'two_digit_years') return ['be', 'ce']
  return shiftsOf(facts, style)
}

/** Answers that make sense of the doubt. */
function shiftsOf({ latest }: DateFacts, { doubt, latestDay, purpose }: DateStyle): readonly DateShift[] {
  if (doubt?.kind === 'midnight') return ['next_day', 'none']
  const isLate = latest > latestDay
  if (purpose === 'activity') return [...(doubt?.kind === 'old' || isLate ? (['all'] as const) : []), 'none', 'empty']
  if (doubt?.kind === 'late') return ['century', 'empty']
  const parted = doubt?.split == null ? [] : (['earlier', 'later'] as const)
  return ['all', ...parted, ...(isLate ? (['century'] as const) : []), 'none', 'empty']
}

function emptyCells(question: DateQuestion, facts: DateFacts, { mixed, twoDigitYears, doubt }: DateStyle): number {
  if (question === 'order') return mixed === 'open' ? facts.eitherOrder : 0
  if (question === 'two_digit_years') return twoDigitYears === 'open' ? facts.twoDigitYears : 0
  return doubt?.cells ?? 0
}

/** Up to three different cells, those that show the contradiction first. */
function cellsOf(question: DateQuestion, { examples }: DateFacts, { mixed, doubt }: DateStyle): string[] {
  // Files of an older version have no examples.
  const { day_first = [], month_first = [], either_order = [], short_year = [], ...years } = examples ?? {}
  const { year = [], earliest = [], latest = [], last_minute = [] } = years
  const [one, ...others] = either_order
  const cells =
    question === 'two_digit_years'
      ? short_year
      : question === 'order'
        ? [...(mixed ? [...day_first.slice(0, 1), ...month_first.slice(0, 1)] : []), ...(one ? [one] : []), ...others]
        : doubt?.kind === 'midnight'
          ? last_minute
          : [...latest, ...earliest, ...year]
  return [...new Set(cells)].slice(0, SHOWN)
}

function repairsOf(facts: DateFacts, style: DateStyle): Evidence[] {
  const { twoDigitYears, latestYear, purpose, unsure, serials, shift, sameMinute, mixed } = style
  const counted = (years: Record<string, number> = {}, counts: (year: number) => boolean) =>
    Object.entries(years).reduce((sum, [year, count]) => (counts(Number(year)) ? sum + count : sum), 0)
  const short = purpose !== 'any' && twoDigitYears !== 'open' && !unsure.includes('two_digit_years')
  const repairs = [
    ['short_be', short && twoDigitYears === 'be' ? facts.twoDigitYears : 0],
    ['short_ce', short && twoDigitYears === 'ce' ? facts.twoDigitYears : 0],
    ['completed', shift === 'all' ? counted(facts.years, (year) => isCompleted(year, latestYear)) : 0],
    ['serials', serials ? facts.serials : 0],
    // From noon on in UTC the nearest midnight is the next.
    ['midnight', sameMinute ? counted(facts.minutes, (minute) => minute >= 720) : 0],
    ['other_order', mixed && facts.eitherOrder > 0 ? 0 : Math.min(facts.dayFirst, facts.monthFirst)],
  ] as const
  // For a field of customers the evidence of its column says so.
  const years = { kind: 'years' as const, era: 'be' as const, count: facts.be, others: facts.dates - facts.be }
  return [
    ...(purpose === 'activity' && facts.be > 0 ? [years] : []),
    ...repairs.flatMap(([repair, count]) => (count > 0 ? [{ kind: 'date_repair' as const, repair, count }] : [])),
  ]
}
