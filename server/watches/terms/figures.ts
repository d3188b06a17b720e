import type { WatchFigures } from '@ruam/contract/watches/figures.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { type Db, inStore } from '../../database/db.ts'
import { findFile, kindOf, type StoredFile } from '../../formats/files/queries.ts'
import { maskedColumnName, sensitiveColumns } from '../../imports/data-sources/hidden-columns.ts'
import { type RunRow, runById } from '../../imports/data-sources/runs.ts'
import { targetsOf } from '../../imports/data-sources/targets.ts'
import { planOf } from '../../imports/run/plan.ts'
import type { Core } from '../../servers/core.ts'
import { countRows } from './count-rows.ts'
import { readCells } from './read-cells.ts'

/** Returns the figures of an ended dry run. Reads its file outside of any transaction. */
export async function figuresOfRun(core: Core, storeId: number, run: number): Promise<WatchFigures> {
  const found = await inStore(core.pool, storeId, (db) => runWithFile(db, storeId, run))
  const { file, plan, counted, hidden } = found
  const cells = await readCells(core.storage, file, plan, { today: found.run.created_at.slice(0, 10), hidden })
  const { unread_cells, duplicated, ...rows } = counted
  const total = Math.max(1, rows.rows)
  return {
    columns: file.columns.map(maskedColumnName),
    form: formOf(file),
    ...rows,
    ...cells,
    unreadable: Math.min(
      1,
      (unread_cells + garbledOf(file) + maskedOf(file)) / total / Math.max(1, file.columns.length),
    ),
    repaired: repairedOf(file),
    repeated: duplicated / total,
  }
}

async function runWithFile(db: Db, storeId: number, id: number) {
  const run: RunRow = await runById(db, storeId, id)
  const file = (await findFile(db, storeId, run.file_id!))!
  const targets = await targetsOf(db, storeId, run.mapping, file.columns.length, 'en')
  const hidden = await sensitiveColumns(db, storeId, file, await fieldsOf(db, storeId, 'en'))
  return { run, file, plan: planOf(run.mapping, targets), counted: await countRows(db, storeId, id), hidden }
}

/** A till writes its files in one way: another one comes from another program, or through a spreadsheet. */
function formOf({ type, kind, settings }: StoredFile): string {
  const { charset, delimiter, header_row, sheet } = settings
  return type === 'xlsx'
    ? [kindOf({ type, kind }), sheet, header_row].join(' ')
    : [type, charset, delimiter, header_row].join(' ')
}

/** Names in garbled letters are texts, so no cell of them fails. */
const garbledOf = ({ warnings }: StoredFile) => warnings.find(({ name }) => name === 'letters_garbled')?.count ?? 0

/** A masked cell is read as an empty one. */
const maskedOf = ({ facts }: StoredFile) => facts.reduce((sum, { masked }) => sum + masked, 0)

function repairedOf({ facts }: StoredFile): number {
  const phones = facts.reduce((sum, { thaiPhones }) => sum + thaiPhones, 0)
  return phones === 0 ? 0 : facts.reduce((sum, { repairedPhones }) => sum + repairedPhones, 0) / phones
}
