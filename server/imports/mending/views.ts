import type { mending } from '@ruam/contract/imports/mending.ts'
import { rowFailures } from '@ruam/contract/imports/row-failures.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { MAX_WIDE_PAGE_SIZE } from '@ruam/contract/platform/constants.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { HIDDEN, maySeeSensitive } from '../../customers/profiles/masking.ts'
import { pageAnswer } from '../../database/page.ts'
import type { Context } from '../../http/handler.ts'
import { fileOf, hiddenFrom, maskedColumnName } from '../data-sources/hidden-columns.ts'
import { viewRun } from '../data-sources/view.ts'
import { cellsOf, countChanges, countGroups, pageOfCells, textOf } from '../mended/cells.ts'
import { replacer, ruleKey } from '../mended/rules.ts'
import type { Plan } from '../run/plan.ts'
import { readRawRows } from '../run/raw-rows.ts'
import { type MendedSource, stateOf } from './mended-source.ts'

type Viewing = Pick<Context<typeof mending.get>, 'core' | 'db' | 'storeId' | 'user' | 'language'>
type CellQuery = Context<typeof mending.cells>['query']

/** Columns that show whose row it is. */
const WHO = 2

/** Returns the columns (from 0) of names, or of match keys without one. */
function whoColumns({ fields, keys }: Plan): number[] {
  const names = fields.flatMap(({ field, column }) => (field.column?.endsWith('_name') ? [column] : []))
  const found = names.length > 0 ? names : keys.map((key) => fields[key]!.column)
  return [...new Set(found)].slice(0, WHO)
}

const hiddenOf = async ({ db, storeId, user, language }: Viewing, { source }: MendedSource) =>
  hiddenFrom(user, db, storeId, fileOf(source), await fieldsOf(db, storeId, language))

/** Returns the groups of unreadable cells with what is left, and the rules with what they filled. */
export async function viewMending(viewing: Viewing, of: MendedSource) {
  const { db, storeId, user, language } = viewing
  const { before, capped } = stateOf(of)
  const { source, run, file, plan, mended, rules } = of
  const groups = await countGroups(db, storeId, mended)
  const { byRule, remembered, last_change } = await countChanges(db, storeId, mended)
  const hidden = await hiddenOf(viewing, of)
  const nameOf = (place: number) => {
    const name = file.columns[place] ?? String(place + 1)
    return maySeeSensitive(user.rights) ? name : maskedColumnName(name)
  }
  const sum = (key: 'total' | 'left') => groups.reduce((all, group) => all + group[key], 0)
  return {
    run_id: run.run_id,
    before: viewRun({ ...run, ...before }, source.version, language).stats,
    total: sum('total'),
    left: sum('left'),
    groups: groups.map(({ column_no, ...group }) => ({
      source_schema_id: String(column_no),
      name: nameOf(column_no - 1),
      ...group,
    })),
    rules: rules
      .filter(({ source_schema_id }) => !hidden.has(source_schema_id))
      .map((rule) => ({ ...rule, cells: byRule.get(ruleKey(rule)) ?? 0 })),
    remembered,
    last_change,
    who: whoColumns(plan).map((place) => ({ id: String(place + 1), name: nameOf(place) })),
    capped,
  }
}

/** Returns a page of unreadable cells, each with the cells that show whose row it is. */
export async function viewCells(viewing: Viewing, of: MendedSource, query: CellQuery) {
  const { core, db, storeId, language } = viewing
  stateOf(of)
  const { file, plan, mended } = of
  const hidden = await hiddenOf(viewing, of)
  const { source_schema_id, reason, find, whole } = query
  const choice = { column_no: source_schema_id === undefined ? undefined : Number(source_schema_id), reason }
  const limit = rowsOf(query.limit, MAX_WIDE_PAGE_SIZE)
  const { data, total, suggestions } = await pageOfCells(db, storeId, mended, choice, { ...query, limit })
  const raw = await readRawRows(
    core.storage,
    file,
    data.map(({ record_no }) => record_no),
  )
  const replace = find ? replacer({ find, whole }, '') : () => undefined
  const isHidden = (column: number) => hidden.has(String(column))
  // A search in covered cells would tell what they hold.
  const isHit = (cell: Parameters<typeof textOf>[0] & { column_no: number; failure: string | null }) =>
    cell.failure !== null && !isHidden(cell.column_no) && replace(textOf(cell)) !== undefined
  const hits = find ? (await cellsOf(db, storeId, mended, { ...choice, unread: true })).filter(isHit).length : 0
  const who = whoColumns(plan)
  return {
    ...pageAnswer(
      query,
      data.map((cell) => {
        const row = raw.get(cell.record_no)
        const text = cell.changes.at(-1)?.[1] ?? null
        const covered = isHidden(cell.column_no)
        return {
          record_no: cell.record_no,
          source_schema_id: String(cell.column_no),
          line: row?.line ?? null,
          who: who
            .filter((place) => place !== cell.column_no - 1)
            .map((place) => ({
              id: String(place + 1),
              value: isHidden(place + 1) ? HIDDEN : (row?.cells[place] ?? ''),
            })),
          value: covered ? HIDDEN : cell.value,
          suggestion: covered ? null : cell.suggestion,
          text: covered && text !== null ? HIDDEN : text,
          error: cell.failure === null ? null : rowFailures[cell.failure as keyof typeof rowFailures][language],
          hit: isHit(cell),
        }
      }),
      total,
      { most: MAX_WIDE_PAGE_SIZE },
    ),
    sort_by: 'record_no',
    hits,
    suggestions,
  }
}
