import { sql } from 'kysely'
import { correctFoundBefore, type FoundBefore } from '../../customers/changes/history.ts'
import type { Sources } from '../../customers/changes/source.ts'
import type { Db } from '../../database/db.ts'
import { correctFound } from '../../imports/undo/correct-found.ts'
import { type Keys, labelKey, type Reached } from './histories.ts'
import { type Entry, foundBy, type History, type IsTaken, labelBefore, stateBefore } from './ownership.ts'
import type { Scope } from './plan.ts'

interface Found {
  run: number
  profile_id: number
  key: string
  value: unknown
  source: Sources[string]
  at: string
}

/** Runs that found values of the automation have found what was there before them: so their undo does not bring the values back. */
export async function correctRuns(
  db: Db,
  storeId: number,
  reached: readonly Reached[],
  fields: readonly number[],
  { isTaken }: Scope,
): Promise<void> {
  const of = new Map(reached.map((one) => [one.id, one]))
  const { rows } = await sql<Found>`
    select n.run, n.profile_id, s.key, s.value as source, coalesce(n.befores -> s.key, r.before, 'null') as value,
      to_jsonb(coalesce(r.at, run.started_at, run.created_at)) #>> '{}' as at
    from run_profile n join run on run.store_id = n.store_id and run.id = n.run cross join lateral jsonb_each(n.sources) s
    left join lateral (select x.changes -> s.key -> 0 as before, x.at from run_record x
      where x.store_id = n.store_id and x.profile_id = n.profile_id and x.run = n.run and x.changes ? s.key
      order by x.record_no limit 1) r on true
    where n.store_id = ${storeId} and n.profile_id = any(${[...of.keys()]}::bigint[])
      and s.value ->> 0 in ('automation', 'merge') and s.key = any(${fields.map(String)}::text[])`.execute(db)
  const corrected = rows.flatMap(({ run, profile_id, key, value, source, at }) => {
    const state = stateBefore(of.get(profile_id)!, key, isTaken, { value, source }, at)
    return state ? [{ run, profile_id, key, ...state }] : []
  })
  await correctFound(db, storeId, corrected)
}

/**
 * The same for bulk changes and merges that came after the automation. Those of automations are evaluated with what is taken back whenever
 * they are read.
 */
export async function correctChanges(
  db: Db,
  storeId: number,
  reached: readonly Reached[],
  { fields, labels }: Keys,
  { isTaken }: Scope,
): Promise<void> {
  const found = reached.flatMap((one) =>
    one.entries
      .filter(({ job, source }) => source === 'merge' || (job !== null && source !== 'undo'))
      .flatMap((entry) => [
        ...fields.flatMap((id) => fieldFoundBy(one, entry, String(id), isTaken)),
        ...labels.flatMap((id) => labelFoundBy(one, entry, labelKey(id), isTaken)),
      ]),
  )
  await correctFoundBefore(db, storeId, found)
}

function fieldFoundBy(history: History, entry: Entry, key: string, isTaken: IsTaken): FoundBefore[] {
  const found = key in entry.changes ? foundBy(entry, key) : undefined
  if (found?.source?.[0] !== 'automation' && found?.source?.[0] !== 'merge') return []
  const state = stateBefore(history, key, isTaken, found, entry.at)
  return state ? [{ id: entry.id, key, ...state }] : []
}

function labelFoundBy(history: History, entry: Entry, key: string, isTaken: IsTaken): FoundBefore[] {
  if (!(key in entry.changes)) return []
  const earlier = { ...history, entries: history.entries.filter(({ id }) => id < entry.id) }
  const state = labelBefore(earlier, key, isTaken)
  if (!state || state.has === foundBy(entry, key).value) return []
  return [{ id: entry.id, key, value: state.has, source: state.source }]
}
