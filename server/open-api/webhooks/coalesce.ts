import type { EventRow } from '../changes/events.ts'

/** Customers of an event, whose events follow each other: both of a merge. */
export const customersOf = ({ profile_id, type, subject_id }: EventRow): number[] =>
  profile_id === null ? [] : type === 'profile.merged' ? [profile_id, subject_id!] : [profile_id]

/**
 * Joins the updates of each customer into the last one, which names the fields of all. Returns the events in their order, and for each row the
 * place of the event that delivers it.
 */
export function coalesce(rows: readonly EventRow[]): { events: EventRow[]; placeOf: number[] } {
  const last = new Map<number, number>()
  const fields = new Map<number, Set<string>>()
  for (const [n, { type, profile_id, details }] of rows.entries()) {
    if (type !== 'profile.updated') continue
    last.set(profile_id!, n)
    const all = fields.get(profile_id!) ?? new Set()
    for (const field of details) all.add(field)
    fields.set(profile_id!, all)
  }
  const deliveredBy = rows.map(({ type, profile_id }, n) => (type === 'profile.updated' ? last.get(profile_id!)! : n))
  const own = rows.flatMap((_, n) => (deliveredBy[n] === n ? n : []))
  const events = own.map((n): EventRow => {
    const row = rows[n]!
    return row.type === 'profile.updated' ? { ...row, details: [...fields.get(row.profile_id!)!].toSorted() } : row
  })
  const placeOfRow = new Map(own.map((n, place) => [n, place]))
  return { events, placeOf: deliveredBy.map((n) => placeOfRow.get(n)!) }
}
