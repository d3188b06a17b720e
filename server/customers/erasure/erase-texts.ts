import { type Db, inStore } from '../../database/db.ts'
import type { JobContext } from '../../jobs/define.ts'
import type { EraseRequest, ErasureCursor } from './cursor.ts'
import type { ErasedPeople } from './person.ts'
import { type Search, searchFor } from './search.ts'
import { type TextTable, textTables } from './text-tables.ts'
import { searchRows } from './texts.ts'

/** Max rows per transaction, of as many tables as they fill. Reading more would hold up calls of this process. */
const BLOCK_ROWS = 5000

/** Redacts the keys of these people in all texts about others, block by block, and lists the places of their names. */
export async function eraseTexts(
  working: JobContext<EraseRequest>,
  people: ErasedPeople,
  from: ErasureCursor,
): Promise<ErasureCursor> {
  const { core, storeId, block, signal } = working
  const tables = await inStore(core.pool, storeId, textTables)
  const search = await inStore(core.pool, storeId, (db) => searchFor(db, storeId, people))
  if (!search) return from
  let cursor = from
  for (let left = tables.length; left > 0; ) {
    signal.throwIfAborted()
    let next = cursor
    await block(async (db) => {
      const { place, read, changed, remaining } = await searchNext(db, storeId, tables, cursor.text, search)
      left = remaining
      next = { ...cursor, text: place, counts: { ...cursor.counts, texts: cursor.counts.texts + changed } }
      return { done: read, cursor: next }
    })
    cursor = next
  }
  return cursor
}

/** Searches one block of rows, from a place on through as many tables as they fill. Returns where the next one begins. */
async function searchNext(db: Db, storeId: number, tables: TextTable[], from: ErasureCursor['text'], search: Search) {
  let place = from
  let [ended, changed, read] = [0, 0, 0]
  const waiting = tables.filter(({ name }) => !place || name > place.table || (name === place.table && place.after))
  for (const table of waiting) {
    const after = place?.table === table.name ? place.after : null
    const found = await searchRows(db, storeId, table, { after, rows: BLOCK_ROWS - read }, search)
    changed += found.changed
    read += found.read
    if (!found.ended) {
      place = { table: table.name, after: found.last }
      break
    }
    place = { table: table.name, after: null }
    ended++
  }
  return { place, read, changed, remaining: waiting.length - ended }
}
