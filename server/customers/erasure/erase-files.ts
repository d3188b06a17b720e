import { ApiError } from '../../core/api-error.ts'
import { inStore } from '../../database/db.ts'
import { eraseRows, findRows, isInWorkbook } from '../../formats/files/erase-rows.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import type { JobContext } from '../../jobs/define.ts'
import type { EraseRequest, ErasureCursor } from './cursor.ts'
import { type ErasedPeople, mentionRowsOf, othersRows } from './person.ts'
import { isStill, nextFile, replaceErasedFile } from './queries.ts'
import { keyTest } from './search.ts'

/** Rows of a file between two updates of the progress. */
const MIDWAY_ROWS = 20_000

/** Removes the rows of these people from every stored file of the store, reading each file once. One transaction per file. */
export async function eraseFiles(
  working: JobContext<EraseRequest>,
  people: ErasedPeople,
  from: ErasureCursor,
): Promise<ErasureCursor> {
  const { core, storeId, block, signal } = working
  for (const key of from.remove) await core.storage.remove(key)
  const read = <T>(work: Parameters<typeof inStore<T>>[2]) => inStore(core.pool, storeId, work)
  const known = await read((db) => mentionRowsOf(db, storeId, people.ids))
  const isTheirs = keyTest(people)
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
    const look = await lookThrough(working, { file, people, known: known.get(file.id) ?? new Set(), isTheirs, far })
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
      replaced = await replaceErasedFile(core, db, storeId, file, { erased, numbers: [...look], ids: people.ids })
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
  people: ErasedPeople
  /** Rows that a run has recorded as theirs. */
  known: ReadonlySet<number>
  /** Returns if a text has a key of theirs. */
  isTheirs: ((text: string) => boolean) | undefined
  far: (rows: number) => Promise<void>
}

/** Returns their rows of a file; empty if they are only elsewhere in a workbook. */
async function lookThrough(
  { core, storeId }: JobContext<EraseRequest>,
  { file, people, known, isTheirs, far }: Look,
): Promise<ReadonlySet<number> | 'nothing' | 'unreadable'> {
  try {
    const found = isTheirs ? await findRows(core.storage, file, isTheirs, far) : []
    const others = await inStore(core.pool, storeId, (db) => othersRows(db, storeId, file.id, found, people.ids))
    const theirs = new Set([...known, ...found.filter((no) => !others.has(no))])
    if (theirs.size > 0) return theirs
    const inside = file.type === 'xlsx' && isTheirs && (await isInWorkbook(core.storage, file, isTheirs))
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
