import type { Evidence } from '@ruam/contract/imports/mapping.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { readGender } from '../../formats/values/genders.ts'
import type { MappableField, SourceColumn, Suggestion } from './column-drafts.ts'
import { isMixedContacts, maskedKindOf, phonesIn } from './looks.ts'

/** From so many empty rows of a hundred on it is said. */
const OFTEN_EMPTY = 50

/** Observations that support a suggestion, the strongest first. */
export function columnEvidenceOf(
  { name, facts }: SourceColumn,
  { reason, offer, look, other }: Suggestion,
  field: MappableField | undefined,
  rows: number,
): Evidence[] {
  const { filled } = facts
  const masked = maskedEvidence(name, facts)
  const formulas: Evidence[] = facts.formulas > 0 ? [{ kind: 'formulas', count: facts.formulas }] : []
  if (reason === 'masked' || filled === 0) return [...masked, ...formulas]
  return [...filledEvidence({ name, facts }, { reason, offer, look, other }, field, rows), ...masked, ...formulas]
}

function maskedEvidence(header: string, { filled, masked }: ColumnFacts): Evidence[] {
  return masked === 0 ? [] : [{ kind: 'masked', what: maskedKindOf(header), count: masked, cells: filled + masked }]
}

function filledEvidence(
  { name, facts }: Pick<SourceColumn, 'name' | 'facts'>,
  { reason, offer, look, other }: Pick<Suggestion, 'reason' | 'offer' | 'look' | 'other'>,
  field: MappableField | undefined,
  rows: number,
): Evidence[] {
  const { filled } = facts
  const percent = Math.min(Math.floor(((rows - filled - facts.masked) * 100) / rows), 99)
  const empty: Evidence[] = percent >= OFTEN_EMPTY ? [{ kind: 'empty', percent }] : []
  if (reason === 'full_name') {
    const { lastNames } = facts
    return [lastNames === null ? valuesOf(facts) : { kind: 'names', whole: lastNames, cells: filled }, ...empty]
  }
  if (field?.kind === 'phone' && isMixedContacts(name, facts)) return [...mixedEvidence(facts), ...empty]
  if (field) {
    const guessed: Evidence[] = reason === 'content' ? [{ kind: 'looks', as: look.as, count: look.count }] : []
    return [...guessed, ...fieldEvidence(facts, field, offer), ...empty]
  }
  if (other !== null) return [{ kind: 'other_column', source_schema_id: other }, ...empty]
  if (look.as === 'running' && reason !== 'new_key') return [{ kind: 'running', count: facts.run.cells }]
  if (reason === 'not_needed') return empty
  const seen: Evidence =
    look.as === 'text' || reason === 'new_key' ? valuesOf(facts) : { kind: 'looks', as: look.as, count: look.count }
  return [seen, ...empty]
}

function mixedEvidence(facts: ColumnFacts): Evidence[] {
  const { filled, repairedPhones, emails } = facts
  const phones = phonesIn(facts)
  const others = Math.max(filled - phones - emails, 0)
  return [
    { kind: 'phones', count: phones, repaired: repairedPhones, others },
    { kind: 'looks', as: 'email', count: emails },
  ]
}

function fieldEvidence(facts: ColumnFacts, field: MappableField, offer: Suggestion['offer']): Evidence[] {
  const { filled } = facts
  const counted = (count: number) => ({ count, others: Math.max(filled - count, 0) })
  switch (field.kind) {
    case 'phone':
      return [{ kind: 'phones', ...counted(phonesIn(facts)), repaired: facts.repairedPhones }]
    case 'email':
      return [{ kind: 'pattern', ...counted(facts.emails) }]
    case 'citizen_id':
      return [{ kind: 'pattern', ...counted(facts.citizenIds) }]
    case 'date':
      return dateEvidence(facts)
    case 'number':
      return [{ kind: 'numbers', ...counted(facts.numbers) }]
    case 'gender':
      return genderEvidence(facts)
    case 'boolean':
      return [{ kind: 'looks', as: 'boolean', count: facts.booleans }]
    case 'text':
      if (field.name === 'lineUserId' && facts.lineUserIds > 0)
        return [{ kind: 'pattern', ...counted(facts.lineUserIds) }]
      return offer === 'title' ? [{ kind: 'titles', ...counted(facts.titles) }] : [valuesOf(facts)]
  }
}

function dateEvidence({ filled, days, dates: { dates, be, ce } }: ColumnFacts): Evidence[] {
  const read: Evidence = { kind: 'dates', count: days, others: Math.max(filled - days, 0) }
  if (be + ce === 0) return [read]
  const era = be >= ce ? 'be' : 'ce'
  const count = Math.max(be, ce)
  const years: Evidence = { kind: 'years', era, count, others: Math.max(dates - count, 0) }
  return days < filled ? [years, read] : [years]
}

function genderEvidence(facts: ColumnFacts): Evidence[] {
  const pairs = facts.samples.flatMap((cell) => {
    const reading = readGender(cell)
    return 'value' in reading && reading.value !== null && reading.value !== cell
      ? [{ cell, means: reading.value }]
      : []
  })
  return pairs.length > 0 ? [{ kind: 'words', pairs }] : [valuesOf(facts)]
}

function valuesOf({ filled, groups }: ColumnFacts): Evidence {
  // Files of an older version: how many differ was not counted.
  return { kind: 'values', cells: filled, distinct: groups?.distinct ?? 0, exact: groups?.exact ?? false }
}
