import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { mappingError } from '../../imports/data-sources/mapping-problem.ts'
import { targetsOf } from '../../imports/data-sources/targets.ts'
import { reasonOf } from '../../imports/mended/reasons.ts'
import { suggestionOf } from '../../imports/mending/suggestions.ts'
import { faultReader } from '../../imports/run/cell-faults.ts'
import { planOf } from '../../imports/run/plan.ts'
import { fieldsOfConnector } from '../../ingest/connectors/fields.ts'
import type { Cells } from '../../ingest/connectors/flatten.ts'
import { readConnector } from '../../ingest/connectors/queries.ts'
import { columnsOfFields } from '../../ingest/connectors/source.ts'

/** Returns why the cell at a path cannot be read, by the mapping of a connector; null if it can. */
export type FaultAt = (cells: Cells, path: string) => RowFailure | null

/** Returns what reads cells of a connector's items as those of a file; undefined without a mapping that could read them. */
export async function faultsOfConnector(
  db: Db,
  storeId: number,
  connector: number,
  language: Language,
): Promise<FaultAt | undefined> {
  const found = await readConnector(db, storeId, connector).executeTakeFirst()
  if (!found?.mapping) return undefined
  const fields = await fieldsOfConnector(db, storeId, connector)
  const targets = await targetsOf(db, storeId, found.mapping, fields.length, language)
  if (mappingError(found.mapping, targets)) return undefined
  const { columns, facts } = columnsOfFields(fields, found.facts, found.mapping)
  const today = new Date(databaseNow()).toISOString().slice(0, 10)
  const timeZone = await timeZoneOf(db, storeId)
  const faultsOf = faultReader(planOf(found.mapping, targets), facts, { timeZone, columns, today })
  const paths = fields.map(({ path }) => path)
  return (cells, path) =>
    faultsOf(
      0,
      paths.map((one) => cells.get(one)?.text ?? ''),
    ).get(paths.indexOf(path) + 1) ?? null
}

/** Returns the cells with a text at a path. */
export const withCell = (cells: Cells, path: string, text: string): Cells =>
  new Map([...cells, [path, { text, kind: 'text' as const }]])

/** Returns a value that could be read in the place of a refused one; null if there is none at hand. */
export function suggestedText(
  faultAt: FaultAt,
  cells: Cells,
  { error, path, value }: { error: string; path: string; value: string | null },
): string | null {
  if (value === null) return null
  const text = suggestionOf(reasonOf(error as RowFailure, value), value)
  return text === undefined || text === value || faultAt(withCell(cells, path, text), path) ? null : text
}
