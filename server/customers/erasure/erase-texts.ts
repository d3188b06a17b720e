import { type Db, inStore } from '../../database/db.ts'
import type { JobContext } from '../../jobs/define.ts'
import type { EraseRequest, ErasureCursor } from './cursor.ts'
import type { ErasedPerson } from './person.ts'
import { type Search, searchFor } from './search.ts'
import { type TextTable, textTables } from './text-tables.ts'
import { searchRows } from './texts.ts'

/** Rows that are looked through in one transaction, of as many tables as they fill. */
const BLOCK_ROWS = 10_000

/** Takes the person's keys out of every word about others, block by block, and notes where a name of theirs stands. */
export async function eraseTexts(
  working: JobContext<EraseRequest>,
  person: ErasedPerson,
  from: ErasureCursor,
): Promise<ErasureCursor> {
  const { core, storeId, block, signal } = working
  const tables = await inStore(core.pool, storeId, textTables)
  const search = await inStore(core.pool, storeId, (db) => searchFor(db, storeId, from.profile, person))
  if (search.digits.length + search.letters.length === 0) return from
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

/** One block: from a place in a table on, through as many tables as it takes. Answers where the next one begins. */
async function searchNext(db: Db, storeId: number, tables: TextTable[], from: ErasureCursor['text'], search: Search) {
  let place = from
  let [ended, changed, read] = [0, 0, 0]
  const waiting = tables.filter(({ name }) => !place || name > place.table || (name === place.table && place.after))
  for (const table of waiting) {
    const after = place?.table === table.name ? place.after : null
    const found = await searchRows(db, storeId, table, { after, rows: BLOCK_ROWS - read }, search)
    changed += found.changed
    read += found.read
    if (read === BLOCK_ROWS) {
      place = { table: table.name, after: found.last }
      break
    }
    place = { table: table.name, after: null }
    ended++
  }
  return { place, read, changed, remaining: waiting.length - ended }
}
