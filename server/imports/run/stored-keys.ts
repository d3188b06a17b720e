import type pg from 'pg'
import type { Decided } from './decided-rows.ts'
import { keyText, type Plan } from './plan.ts'
import { createTextFilter, type TextFilter } from './text-filter.ts'

/** Maximum key values per row of the file to preload; in fuller stores queries are cheaper. */
const SHARE = 0.1

/** Current and former values of each match key in the store, in plan order. */
export type StoredKeys = Map<number, TextFilter>

/**
 * Reads the stored key values at the start of a run of this many rows, so that unknown ones need no lookup; null if there are too many.
 * The set stays complete because the run adds its own values and no other job writes profiles meanwhile
 * (customers/profiles/lock.ts). A dry run, which blocks no writers, shows the store as it was at its start.
 */
export async function storedKeys(
  client: pg.ClientBase,
  storeId: number,
  plan: Plan,
  fileRows: number,
): Promise<StoredKeys | null> {
  const most = Math.floor(fileRows * SHARE)
  const keys: StoredKeys = new Map()
  for (const key of plan.keys) {
    const { column, id } = plan.fields[key]!.field
    const { rows } = await client.query<[string]>({
      text: column
        ? `select ${column} from profile where store_id = $1 and ${column} is not null
           ${plan.contacts ? `union all select value from profile_contact where store_id = $1 and field_id = ${id}` : ''} limit $2`
        : `select value from profile_key where store_id = $1 and field_id = ${id} limit $2`,
      values: [storeId, most + 1],
      rowMode: 'array',
    })
    if (rows.length > most) return null
    const seen = createTextFilter()
    for (const [text] of rows) seen.add(text)
    keys.set(key, seen)
  }
  return keys
}

/** Notes what a batch adds and changes. */
export function noteKeys(keys: StoredKeys, { added, updated }: Decided): void {
  for (const [key, seen] of keys) {
    for (const entries of [added, updated]) {
      for (const { values, kept } of entries) {
        const text = keyText(values[key]!)
        if (text !== null) seen.add(text)
        for (const [place, contact] of kept ?? []) if (place === key) seen.add(contact)
      }
    }
  }
}
