import type { MendingReason } from '@ruam/contract/imports/mending.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { isErasedRow } from '../../formats/files/erased-row.ts'
import type { CellChange } from './tables.ts'

/** A file as a data source uses it: another one may mend it differently. */
export interface MendedFile {
  data_source_id: number
  file_id: number
}

/** Puts mended texts into the cells of a row, by its number. */
export type MendRow = (no: number, cells: readonly string[]) => readonly string[]

const ofFile = (db: Db, storeId: number, { data_source_id, file_id }: MendedFile) =>
  db
    .selectFrom('mended_cell')
    .where('store_id', '=', storeId)
    .where('file_id', '=', file_id)
    .where('data_source_id', '=', data_source_id)

/** Returns what puts mended texts into rows of a file; `numbers`: these rows alone. */
export async function rowMender(
  db: Db,
  storeId: number,
  file: MendedFile,
  numbers?: readonly number[],
): Promise<MendRow> {
  let cells = ofFile(db, storeId, file).select(['record_no', 'column_no', 'text']).where('text', 'is not', null)
  if (numbers) cells = cells.where('record_no', '=', sql<number>`any(${[...numbers]}::int[])`)
  return mendBy(await cells.execute())
}

/** Mends nothing. */
export const asItIs: MendRow = (_, row) => row

/** Returns what puts these texts into rows. */
export function mendBy(cells: readonly { record_no: number; column_no: number; text: string | null }[]): MendRow {
  if (cells.length === 0) return asItIs
  const byRow = Map.groupBy(cells, ({ record_no }) => record_no)
  return (no, row) => {
    const own = byRow.get(no)
    if (!own || isErasedRow(row)) return row
    const mended = [...row]
    for (const { column_no, text } of own) if (text !== null && column_no <= row.length) mended[column_no - 1] = text
    return mended
  }
}

/** An unreadable cell with what was put in its place. */
export interface MendedCell {
  record_no: number
  column_no: number
  reason: MendingReason
  value: string
  suggestion: string | null
  changes: CellChange[]
  failure: string | null
}

const columns = ['record_no', 'column_no', 'reason', 'value', 'suggestion', 'changes', 'failure'] as const

/** Cells to read. All of a file without a choice. */
interface CellChoice {
  column_no?: number | undefined
  reason?: MendingReason | undefined
  /** Those that cannot be read as they are now. */
  unread?: boolean
  suggested?: boolean
  mended?: boolean
  /** Cells with this change. */
  change?: number
  rule?: string
  rows?: readonly number[]
}

function chosen(db: Db, storeId: number, file: MendedFile, choice: CellChoice) {
  const { column_no, reason, unread, suggested, mended, change, rule, rows } = choice
  let cells = ofFile(db, storeId, file)
  if (column_no !== undefined) cells = cells.where('column_no', '=', column_no)
  if (reason !== undefined) cells = cells.where('reason', '=', reason)
  if (unread) cells = cells.where('failure', 'is not', null)
  if (suggested) cells = cells.where('suggestion', 'is not', null)
  if (mended) cells = cells.where('text', 'is not', null)
  if (change !== undefined)
    cells = cells.where(sql<boolean>`changes @> jsonb_build_array(jsonb_build_array(${change}::int))`)
  if (rule !== undefined) cells = cells.where('rule', '=', rule)
  if (rows) cells = cells.where('record_no', '=', sql<number>`any(${[...rows]}::int[])`)
  return cells
}

/** Returns cells in the order of the file. */
export const cellsOf = (db: Db, storeId: number, file: MendedFile, choice: CellChoice = {}): Promise<MendedCell[]> =>
  chosen(db, storeId, file, choice).select(columns).orderBy('record_no').orderBy('column_no').execute() as Promise<
    MendedCell[]
  >

/** Returns a page of cells, in the order of the file, and how many there are. */
export async function pageOfCells(
  db: Db,
  storeId: number,
  file: MendedFile,
  choice: CellChoice,
  { offset, limit }: { offset: number; limit: number },
) {
  const cells = chosen(db, storeId, file, choice)
  const counted = await cells
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where suggestion is not null and failure is not null)`.as('suggestions'),
    ])
    .executeTakeFirstOrThrow()
  const page = cells.select(columns).orderBy('record_no').orderBy('column_no').offset(offset).limit(limit)
  return { ...counted, data: (await page.execute()) as MendedCell[] }
}

/** Text of a cell as it is now. */
export const textOf = ({ changes, value }: Pick<MendedCell, 'changes' | 'value'>) => changes.at(-1)?.[1] ?? value

const jsonOf = (cells: readonly MendedCell[]) =>
  JSON.stringify(
    cells.map(({ changes, ...cell }) => {
      const [change = null, text = null, rule = null] = changes.at(-1) ?? []
      return { ...cell, changes, change, text, rule }
    }),
  )

const recordset = (cells: readonly MendedCell[]) => sql`jsonb_to_recordset(${jsonOf(cells)}::jsonb) c (
  record_no int, column_no int, reason text, value text, suggestion text, changes jsonb, text text, change int, rule text, failure text)`

/** Adds cells to the list. Cells that are listed stay as they are. */
export async function addCells(
  db: Db,
  storeId: number,
  { data_source_id, file_id }: MendedFile,
  cells: readonly MendedCell[],
): Promise<void> {
  if (cells.length === 0) return
  await sql`insert into mended_cell (store_id, file_id, data_source_id, record_no, column_no, reason, value, suggestion, changes,
      text, change, rule, failure)
    select ${storeId}, ${file_id}, ${data_source_id}, c.record_no, c.column_no, c.reason, c.value, c.suggestion, c.changes,
      c.text, c.change, c.rule, c.failure
    from ${recordset(cells)} on conflict do nothing`.execute(db)
}

/** Stores the changes of listed cells. */
export async function changeCells(
  db: Db,
  storeId: number,
  { data_source_id, file_id }: MendedFile,
  cells: readonly MendedCell[],
): Promise<void> {
  if (cells.length === 0) return
  await sql`update mended_cell m
    set changes = c.changes, text = c.text, change = c.change, rule = c.rule, failure = c.failure, reason = c.reason
    from ${recordset(cells)}
    where m.store_id = ${storeId} and m.file_id = ${file_id} and m.data_source_id = ${data_source_id}
      and m.record_no = c.record_no and m.column_no = c.column_no`.execute(db)
}

/** Deletes cells that are not mended, and these. */
export async function dropCells(
  db: Db,
  storeId: number,
  { data_source_id, file_id }: MendedFile,
  cells: readonly Pick<MendedCell, 'record_no' | 'column_no'>[],
): Promise<void> {
  await sql`delete from mended_cell m
    where m.store_id = ${storeId} and m.file_id = ${file_id} and m.data_source_id = ${data_source_id}
      and (m.text is null or (m.record_no, m.column_no) in (
        select * from unnest(${cells.map((cell) => cell.record_no)}::int[], ${cells.map((cell) => cell.column_no)}::int[])))`.execute(
    db,
  )
}

/** Counts the cells of a file by group: all, and those that cannot be read as they are now. */
export async function countGroups(db: Db, storeId: number, file: MendedFile) {
  const rows = await ofFile(db, storeId, file)
    .select(['column_no', 'reason', sql<number>`count(*)`.as('total'), sql<number>`count(failure)`.as('left')])
    .groupBy(['column_no', 'reason'])
    .orderBy('column_no')
    .orderBy('reason')
    .execute()
  return rows as { column_no: number; reason: MendingReason; total: number; left: number }[]
}

/** Counts the cells that each rule has filled, those filled by rules of an earlier file, and finds the latest change. */
export async function countChanges(db: Db, storeId: number, file: MendedFile) {
  const rows = await ofFile(db, storeId, file)
    .select(['rule', sql<number>`count(*)`.as('cells')])
    .select(sql<number>`count(*) filter (where change = 0)`.as('remembered'))
    .select(sql<number | null>`nullif(max(change), 0)`.as('last_change'))
    .where('text', 'is not', null)
    .groupBy('rule')
    .execute()
  return {
    byRule: new Map(rows.flatMap(({ rule, cells }) => (rule === null ? [] : [[rule, cells] as const]))),
    remembered: rows.reduce((sum, { remembered }) => sum + remembered, 0),
    last_change: rows.reduce<number | null>(
      (last, row) => (row.last_change === null ? last : Math.max(last ?? 0, row.last_change)),
      null,
    ),
  }
}
