import { ApiError } from '../../core/api-error.ts'
import { inStore } from '../../database/db.ts'
import { eraseRows, findRows, isInWorkbook } from '../../formats/files/erase-rows.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import type { JobContext } from '../../jobs/define.ts'
import type { EraseRequest, ErasureCursor } from './cursor.ts'
import { keyPattern } from './key-pattern.ts'
import { type ErasedPerson, mentionRowsOf, othersRows } from './person.ts'
import { isStill, nextFile, replaceErasedFile } from './queries.ts'

/** Rows of a file between two updates of the progress. */
const MIDWAY_ROWS = 20_000

/** Removes the person's rows from every stored file of the store, one transaction per file. */
export async function eraseFiles(
  working: JobContext<EraseRequest>,
  person: ErasedPerson,
  from: ErasureCursor,
): Promise<ErasureCursor> {
  const { core, storeId, block, signal } = working
  for (const key of from.remove) await core.storage.remove(key)
  const read = <T>(work: Parameters<typeof inStore<T>>[2]) => inStore(core.pool, storeId, work)
  const known = await read((db) => mentionRowsOf(db, storeId, person.ids))
  const text = keyPattern([...person.keys, ...person.former])
  const pattern = text === undefined ? undefined : new RegExp(text, 'i')
  let cursor: ErasureCursor = { ...from, remove: [] }
  for (;;) {
    signal.throwIfAborted()
    const file = await read((db) => nextFile(db, storeId, cursor.file))
    if (!file) return cursor
    const { counts } = cursor
    const far = async (rows: number) => {
      const { looked = 0 } = cursor
      if (rows < looked + MIDWAY_ROWS) return
      const next = { ...cursor, looked: rows }
      await block(async () => ({ done: rows - looked, cursor: next, midway: true }))
      cursor = next
    }
    const look = await lookThrough(working, { file, person, known: known.get(file.id) ?? new Set(), pattern, far })
    const done = Math.max(0, (file.row_count ?? 0) - (cursor.looked ?? 0))
    if (look === 'unreadable' || look === 'nothing') {
      const unreadable = counts.unreadable + (look === 'unreadable' ? 1 : 0)
      const next = { ...cursor, file: file.id, looked: 0, counts: { ...counts, unreadable } }
      let still = false
      await block(async (db) => {
        still = await isStill(db, storeId, file)
        return still ? { done, cursor: next } : {}
      })
      // Loaded again meanwhile, perhaps with other settings: searched again.
      if (still) cursor = next
      continue
    }
    const erased = await eraseRows(core.storage, storeId, file, look)
    const old = [file.storage_key, ...(file.rows_key ? [file.rows_key] : [])]
    const next = {
      ...cursor,
      file: file.id,
      looked: 0,
      counts: { ...counts, files: counts.files + 1, rows: counts.rows + look.size },
    }
    let replaced = false
    await block(async (db) => {
      replaced = await replaceErasedFile(core, db, storeId, file, { erased, numbers: [...look], ids: person.ids })
      return replaced ? { done, cursor: { ...next, remove: old } } : {}
    })
    const unused = replaced ? old : [erased.storage_key, ...(erased.rows_key ? [erased.rows_key] : [])]
    for (const key of unused) await core.storage.remove(key)
    // Loaded again meanwhile: searched again.
    if (replaced) cursor = next
  }
}

interface Look {
  file: StoredFile
  person: ErasedPerson
  /** Rows that a run has recorded as theirs. */
  known: ReadonlySet<number>
  pattern: RegExp | undefined
  far: (rows: number) => Promise<void>
}

/** Returns the person's rows of a file; empty if the person is only elsewhere in a workbook. */
async function lookThrough(
  { core, storeId }: JobContext<EraseRequest>,
  { file, person, known, pattern, far }: Look,
): Promise<ReadonlySet<number> | 'nothing' | 'unreadable'> {
  try {
    const found = pattern ? await findRows(core.storage, file, pattern, far) : []
    const others = await inStore(core.pool, storeId, (db) => othersRows(db, storeId, file.id, found, person.ids))
    const theirs = new Set([...known, ...found.filter((no) => !others.has(no))])
    if (theirs.size > 0) return theirs
    const inside = file.type === 'xlsx' && pattern && (await isInWorkbook(core.storage, file, pattern))
    return inside ? theirs : 'nothing'
  } catch (error) {
    // An unreadable file cannot be searched.
    if (isUnreadable(error)) return 'unreadable'
    throw error
  }
}

const isUnreadable = (error: unknown) =>
  error instanceof ApiError ||
  (error as Error).name === 'UnreadableFile' ||
  (error as { code?: string }).code === 'ENOENT'
