import type { mending } from '@ruam/contract/imports/mending.ts'
import { ApiError } from '../../core/api-error.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import type { Context } from '../../http/handler.ts'
import { fileOf } from '../data-sources/hidden-columns.ts'
import { refuseCreatingLabels } from '../data-sources/made-labels.ts'
import { changeMending } from '../data-sources/mending-state.ts'
import { lockDataSource } from '../data-sources/one.ts'
import { publishRun } from '../data-sources/publish-run.ts'
import { repeatDryRun } from '../data-sources/run-states.ts'
import { runById } from '../data-sources/runs.ts'
import { refuseSensitiveMapping } from '../data-sources/sensitive-mapping.ts'
import { cellsOf, changeCells, type MendedCell } from '../mended/cells.ts'
import { withRule } from '../mended/rules.ts'
import { readRawRows } from '../run/raw-rows.ts'
import { withFailures } from '../run/remembered-cells.ts'
import { type MendedSource, mendedSource, stateOf } from './mended-source.ts'

type Changing = Pick<
  Context<typeof mending.set>,
  'core' | 'db' | 'storeId' | 'user' | 'language' | 'params' | 'fail' | 'audit'
>
type Rules = MendedSource['rules']

/** Changes of a cell that can be undone. */
const MOST_CHANGES = 20

/** Locks a data source for a change of its cells, after the checks of a dry run. Throws as that does. */
export async function mendable({ db, storeId, user, language, params, fail }: Changing) {
  await lockDataSource(db, storeId, params.id)
  const of = await mendedSource(db, storeId, params.id, language)
  const { source, mapping } = of
  if (!source.enabled) throw fail('data_source_disabled')
  const fields = await fieldsOf(db, storeId, language)
  await refuseSensitiveMapping(user.rights, db, storeId, fileOf(source), mapping, fields)
  refuseCreatingLabels(user.rights, mapping)
  return of
}

/** Adds a change to a cell. */
export const changed = (cell: MendedCell, change: number, text: string, rule: string | null = null): MendedCell => ({
  ...cell,
  changes: [...cell.changes, [change, text, rule] as const].slice(-MOST_CHANGES) as MendedCell['changes'],
})

export const nextChange = (of: MendedSource) => stateOf(of).last + 1

/**
 * Stores changed cells and rules, reads the rows again and starts the preview over: its counts stay those of the whole file, decided
 * anew. Returns how many cells changed and still cannot be read.
 */
export async function storeChange(
  { core, db, storeId, user, params, audit }: Changing,
  of: MendedSource,
  cells: readonly MendedCell[],
  { rules = of.rules, change = null }: { rules?: Rules; change?: number | null } = {},
) {
  const { last } = stateOf(of)
  if (cells.length === 0 && rules === of.rules) {
    await audit('data_source', params.id, { cells: 0 })
    return { change: null, cells: 0, unread: 0 }
  }
  const numbers = [...new Set(cells.map(({ record_no }) => record_no))]
  const keyOf = ({ record_no, column_no }: MendedCell) => `${record_no} ${column_no}`
  const now = new Map(cells.map((cell) => [keyOf(cell), cell]))
  const ofRows = (await cellsOf(db, storeId, of.mended, { rows: numbers })).map((cell) => now.get(keyOf(cell)) ?? cell)
  const raw = await readRawRows(core.storage, of.file, numbers)
  const read = withFailures(ofRows, (no) => raw.get(no)?.cells ?? [], of.faultsOf)
  await changeCells(db, storeId, of.mended, read)
  const version = await changeMending(db, storeId, params.id, { rules, last: change ?? last })
  if (version === undefined) throw new ApiError('data_source_status')
  const run = await repeatDryRun(
    db,
    storeId,
    of.run,
    { version, mapping: { ...of.mapping, mended: [...rules] } },
    user.id,
  )
  await core.jobs.enqueue(db, 'data-source-run', { store_id: storeId, run })
  await publishRun(db, storeId, await runById(db, storeId, run))
  await audit('data_source', params.id, { cells: cells.length })
  const unread = read.filter((cell) => now.has(keyOf(cell)) && cell.failure !== null).length
  return { change, cells: cells.length, unread }
}

/** Adds rules for the columns of these cells. */
export const rulesFor = (
  rules: Rules,
  cells: readonly MendedCell[],
  rule: Omit<Rules[number], 'source_schema_id'>,
): Rules =>
  [...new Set(cells.map(({ column_no }) => column_no))].reduce<Rules>(
    (all, column) => withRule(all, { source_schema_id: String(column), ...rule }),
    rules,
  )
