import type { ConsentColumn } from '@ruam/contract/imports/consent-columns.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import type { Purpose } from './consent-mapping.ts'
import { holdsDays, isConsentColumn, yesMeansOf } from './detect.ts'

interface Column {
  id: string
  name: string
  facts: ColumnFacts
}

/**
 * Suggests a purpose for each column of answers that feeds no field. A column of days dates the answers of another one with the same
 * meaning. Nothing is suggested without a purpose, and no statement: only a person knows who asked.
 */
export function suggestConsents(
  columns: readonly Column[],
  suggestions: readonly { source_schema_id: string; destination_id: number | null }[],
  purposes: readonly Purpose[],
  hidden: ReadonlySet<string>,
): ConsentColumn[] {
  const first = purposes.toSorted((a, b) => a.id - b.id)[0]
  if (!first) return []
  const free = new Set(suggestions.filter((one) => one.destination_id === null).map((one) => one.source_schema_id))
  const found = columns
    .filter(({ id, name, facts }) => free.has(id) && !hidden.has(id) && isConsentColumn(name, facts))
    .map(({ id, name, facts }) => ({ id, name, means: yesMeansOf(name), dated: holdsDays(facts) }))
  const answers = found.filter(({ dated }) => !dated)
  const days = found.filter(({ dated }) => dated)
  const datesAnother = (day: (typeof days)[number]) => answers.some(({ means }) => means === day.means)
  return [...answers, ...days.filter((day) => !datesAnother(day))].map(({ id, name, means, dated }) => ({
    column: id,
    purpose_id: (purposeNamed(name, purposes) ?? first).id,
    granted_at_column: dated ? null : (days.find((day) => day.means === means)?.id ?? null),
    yes_means: means,
    statement: null,
  }))
}

/** The purpose whose name the header has, or the other way round. */
function purposeNamed(header: string, purposes: readonly Purpose[]): Purpose | undefined {
  const words = canonicalText(header).toLowerCase()
  return purposes.find(({ name }) => {
    const own = canonicalText(name).toLowerCase()
    return words.includes(own) || own.includes(words)
  })
}
