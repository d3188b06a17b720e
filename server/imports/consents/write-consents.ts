import { sql } from 'kysely'
import { type AnsweringRun, type NewEntry, writeEntries } from '../../customers/consents/calls/write-entries.ts'
import { dependency } from '../../customers/membership/dependencies.ts'
import type { Db } from '../../database/db.ts'
import { addCount, type Counts } from './count-consents.ts'
import { previewEntries } from './preview-consents.ts'
import type { PlannedConsent, RowConsent } from './read-consents.ts'

/** What a row said about its customer. `isTaken`: the row may change the customer. */
interface ConsentRow {
  no: number
  profileId: number | null
  isTaken: boolean
  consents: readonly RowConsent[]
  unread: readonly { failure: string; column: number }[]
}

/** Recorded answers of a batch. */
export interface RecordedConsents {
  counts: Counts
  /** Changed customers, and what segments read of them. */
  ids: number[]
  reads: string[]
}

interface Recording {
  run: AnsweringRun
  isDry: boolean
  planned: readonly PlannedConsent[]
}

type Sayable = NewEntry & { place: number }

/**
 * Records the answers of a batch. A withdrawal counts for every customer that a row names, a grant with its evidence for those whom the
 * row may change; of several answers of one customer the withdrawal counts.
 */
export async function recordConsents(
  db: Db,
  storeId: number,
  { run, isDry, planned }: Recording,
  rows: readonly ConsentRow[],
): Promise<RecordedConsents> {
  const counts: Counts = {}
  const said = new Map<string, Sayable>()
  for (const { no, profileId, isTaken, consents, unread } of rows) {
    for (const { failure, column } of unread)
      if (failure === 'consent_unreadable')
        for (const [place, one] of planned.entries()) if (one.column === column - 1) addCount(counts, place, 'unread')
    for (const { place, purposeId, operation, evidence, day } of consents) {
      addCount(counts, place, 'read')
      if (operation === null || profileId === null || planned[place]?.isWrong) continue
      if (operation === 'granted' && evidence === null) addCount(counts, place, 'unproved')
      if (operation === 'granted' && (evidence === null || !isTaken)) continue
      const key = `${profileId} ${purposeId}`
      if (said.get(key)?.operation === 'withdrawn') continue
      const found = run.isOfProgram ? {} : { column: planned[place]!.column + 1 }
      if (operation === 'withdrawn' || !said.has(key))
        said.set(key, {
          ...{ profile_id: profileId, purpose_id: purposeId, operation, place },
          note: evidence ?? '',
          evidence: { way: run.isOfProgram ? 'program' : 'file', run: run.id, row: no, ...found },
          answeredOn: day,
        })
    }
  }
  if (said.size === 0) return { counts, ids: [], reads: [] }
  const entries = [...said.values()].sort((a, b) => a.profile_id - b.profile_id || a.purpose_id - b.purpose_id)
  if (!isDry) await lockAnswering(db, storeId, entries)
  const written = isDry ? await previewEntries(db, storeId, entries) : await writeEntries(db, storeId, { run }, entries)
  for (const one of written) {
    const { place } = said.get(`${one.profile_id} ${one.purpose_id}`)!
    if (one.written) addCount(counts, place, one.operation)
    if (one.written && one.operation === 'withdrawn' && one.before === 'granted') addCount(counts, place, 'revoked')
    if (one.operation === 'granted' && (one.before === 'withdrawn' || one.stopped)) addCount(counts, place, 'opted_out')
  }
  const changed = written.filter((one) => one.written)
  return {
    counts,
    ids: [...new Set(changed.map(({ profile_id }) => profile_id))],
    reads: [...new Set(changed.map(({ purpose_id }) => dependency.consent(purpose_id)))],
  }
}

/** Holds the customers, so that a withdrawal recorded at the same time is seen, or comes later. */
async function lockAnswering(db: Db, storeId: number, said: readonly Sayable[]): Promise<void> {
  const ids = [...new Set(said.map(({ profile_id }) => profile_id))]
  await sql`select id from profile where store_id = ${storeId} and id = any(${ids}::bigint[]) order by id for no key update`.execute(
    db,
  )
}
