import type { ConsentColumn, ConsentCounts } from '@ruam/contract/imports/consent-columns.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Purpose } from './consent-mapping.ts'
import type { PlannedConsent } from './read-consents.ts'

/** Counts of a run's consent columns by index of the column and name, as in `0.granted`. */
export type Counts = Record<string, number>

type Counted = 'read' | 'unread' | 'granted' | 'withdrawn' | 'revoked' | 'unproved' | 'opted_out'

/** Counts one answer of a column. */
export function addCount(counts: Counts, place: number, name: Counted): void {
  const key = `${place}.${name}`
  counts[key] = (counts[key] ?? 0) + 1
}

const countOf = (counts: Counts, place: number, name: Counted) => counts[`${place}.${name}`] ?? 0

/** Adds counts to those of the column `consents` of a run. */
export const countsGained = (counts: Counts): RawBuilder<string> =>
  sql`(select coalesce(jsonb_object_agg(key, n), '{}') from (
    select key, sum(value::int) as n from (
      select key, value from jsonb_each_text(consents)
      union all select key, value from jsonb_each_text(${JSON.stringify(counts)}::jsonb)) part group by key) whole)`

/** True if fewer than half of the filled cells of a column were answers. */
const isWrongColumn = (counts: Counts, place: number): boolean =>
  countOf(counts, place, 'read') < countOf(counts, place, 'unread')

/** Marks the columns that a preview found to be wrong. */
export const withoutWrongColumns = (planned: readonly PlannedConsent[], preview: Counts): PlannedConsent[] =>
  planned.map((one, place) => (isWrongColumn(preview, place) ? { ...one, isWrong: true } : one))

/** Numbers of grants that a run would end, by purpose. */
export function revokedByPurpose(consents: readonly ConsentColumn[], counts: Counts): Map<number, number> {
  const revoked = new Map<number, number>()
  for (const [place, { purpose_id }] of consents.entries()) {
    const count = isWrongColumn(counts, place) ? 0 : countOf(counts, place, 'revoked')
    if (count > 0) revoked.set(purpose_id, (revoked.get(purpose_id) ?? 0) + count)
  }
  return revoked
}

/** Consent columns of a run with their counts. Those that depend on stored consents are null for readers who may not see any. */
export const viewConsents = (
  consents: readonly ConsentColumn[],
  counts: Counts,
  purposes: readonly Purpose[],
  maySee: boolean,
): ConsentCounts[] =>
  consents.map(({ column, purpose_id }, place) => {
    const wrong_column = isWrongColumn(counts, place)
    const of = (name: Counted) => (wrong_column ? 0 : countOf(counts, place, name))
    const seen = (name: Counted) => (maySee ? of(name) : null)
    return {
      column,
      purpose: { id: purpose_id, name: purposes.find(({ id }) => id === purpose_id)?.name ?? '' },
      read: countOf(counts, place, 'read'),
      unread: countOf(counts, place, 'unread'),
      unproved: of('unproved'),
      granted: seen('granted'),
      withdrawn: seen('withdrawn'),
      revoked: seen('revoked'),
      opted_out: seen('opted_out'),
      wrong_column,
    }
  })
