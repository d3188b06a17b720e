import type { ConsentColumn, ConsentStatement } from '@ruam/contract/imports/consent-columns.ts'
import { type ColumnFacts, columnStyleOf } from '../../formats/files/column-facts.ts'
import { isEmptyCell, readCell } from '../../formats/values/values.ts'
import { answerStyleOf, speaksOfConsent } from './detect.ts'
import { readAnswer } from './read-answer.ts'

/** A consent column made ready for work. */
export interface PlannedConsent {
  /** Index of the column in the file, and that of the day of its answers. */
  column: number
  day: number | null
  purposeId: number
  yesMeans: ConsentColumn['yes_means']
  statement: ConsentStatement | null
  /** True if too few of its cells were answers in the preview: they are counted, and nothing is recorded. */
  isWrong?: boolean
}

/** An answer of a row. Operation null: it says that there is none. */
export interface RowConsent {
  /** Index of its column in the plan. */
  place: number
  purposeId: number
  operation: 'granted' | 'withdrawn' | null
  /** Who asked, and when; null: no grant can be recorded. */
  evidence: string | null
  /** Day on which the customer answered; null: unknown. */
  day: string | null
}

/** A cell of a consent column that is no answer. */
interface UnreadConsent {
  failure: 'consent_unreadable'
  column: number
  value: string
}

interface ReadingOptions {
  timeZone: string
  columns: readonly string[]
  today: string
}

/** Compiles the consent columns of a mapping. */
export const planConsents = (consents: readonly ConsentColumn[]): PlannedConsent[] =>
  consents.map(({ column, granted_at_column: day, purpose_id, yes_means, statement }) => ({
    column: Number(column) - 1,
    day: day === null ? null : Number(day) - 1,
    purposeId: purpose_id,
    yesMeans: yes_means,
    statement,
  }))

/** A purpose whose answers come without a column. */
export const plainConsent = (purposeId: number): PlannedConsent => ({
  ...{ column: -1, day: null, purposeId, yesMeans: 'granted', statement: null },
})

/** Returns a reader of the answers of a row. A day is an answer only under a header that asks for one. */
export function consentReader(
  planned: readonly PlannedConsent[],
  facts: readonly ColumnFacts[],
  options: ReadingOptions,
): (cells: readonly string[]) => { consents: RowConsent[]; unread: UnreadConsent[] } {
  const readers = planned.map((one, place) => {
    const header = options.columns[one.column] ?? ''
    const style = answerStyleOf(header, facts[one.column], one.yesMeans)
    const readDay = dayReader(facts, options)
    const isDated = speaksOfConsent(header)
    return (cells: readonly string[]): RowConsent | UnreadConsent | null => {
      const cell = cells[one.column]!
      if (isEmptyCell(cell)) return null
      const word = readAnswer(cell, style)
      const ownDay = word === null && isDated ? readDay(one.column, cell) : null
      if (word === null && ownDay === null)
        return { failure: 'consent_unreadable', column: one.column + 1, value: cell }
      const operation = word === 'silent' ? null : (word ?? one.yesMeans)
      const day = ownDay ?? (one.day === null ? null : readDay(one.day, cells[one.day]!))
      const asked = one.statement?.collected_on ?? null
      return { place, purposeId: one.purposeId, operation, evidence: evidenceOf(one.statement, day), day: day ?? asked }
    }
  })
  return (cells) => {
    const read = readers.flatMap((readRow) => readRow(cells) ?? [])
    return {
      consents: read.filter((one) => 'place' in one),
      unread: read.filter((one) => 'failure' in one),
    }
  }
}

function dayReader(facts: readonly ColumnFacts[], options: ReadingOptions) {
  return (column: number, cell: string): string | null => {
    const own = facts[column]
    if (!own || isEmptyCell(cell)) return null
    const reading = readCell('date', cell, columnStyleOf(own, { ...options, dayOnly: true }))
    return 'value' in reading && reading.value !== null ? String(reading.value).slice(0, 10) : null
  }
}

const evidenceOf = (statement: ConsentStatement | null, day: string | null): string | null =>
  statement && [statement.collected_by, day ?? statement.collected_on].join(', ')
