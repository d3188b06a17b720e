import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { olderDataSources } from '@ruam/contract/older/data-sources.ts'
import { NO_STATUS, statusesOf } from '@ruam/contract/older/words.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { activityTypesOf } from '../customers/fields/activity-types.ts'
import { fieldsOf } from '../customers/fields/fields.ts'
import { maySeeSensitive } from '../customers/profiles/masking.ts'
import { pageAnswer } from '../database/page.ts'
import { canonicalText } from '../formats/values/thai.ts'
import { maskedColumnName } from '../imports/data-sources/hidden-columns.ts'
import { mappingCalls } from '../imports/data-sources/mapping-calls.ts'
import { dataSourceOf } from '../imports/data-sources/one.ts'
import { listRuns } from '../imports/data-sources/runs.ts'
import { sourceCalls } from '../imports/data-sources/source-calls.ts'
import { isImported } from '../imports/data-sources/targets.ts'
import { changeDataSource } from '../imports/data-sources/write-source.ts'
import { movedLines } from '../imports/orders/line-columns.ts'
import { activitiesOfRun } from '../imports/run/record-queries.ts'
import { runCalls } from '../imports/run/run-calls.ts'
import { viewWithProfiles } from './activities-of-profiles.ts'
import { implementOlder } from './implement-older.ts'
import { mappingQueryOf, mappingQueryPage } from './mapping-query.ts'
import { runByNumber, viewLog } from './runs.ts'

const thai = new Intl.Collator('th', { numeric: true })

export const olderDataSourceRoutes = implementOlder(olderDataSources, {
  list({ query: { status, ...query }, ...reader }) {
    const statuses = status === undefined ? undefined : statusesOf(status === NO_STATUS ? '' : status)
    return mappingQueryPage(reader, query, { statuses })
  },

  types: sourceCalls.types,
  get: ({ params, ...reader }) => mappingQueryOf(reader, params.id),

  async fields({ db, storeId, query, language }) {
    const own = (await fieldsOf(db, storeId, language)).filter(isImported)
    const profile = own.map(({ type, ...field }) => ({ ...field, field_type: type }))
    const ofTypes = (await activityTypesOf(db, storeId, language)).flatMap(({ fields }) => fields)
    const activity = [...new Map(ofTypes.map((field) => [field.id, field])).values()]
      .filter(({ formula }) => !formula)
      .map((field) => ({
        ...field,
        field_type: field.name === 'activityDate' ? ('system_activity' as const) : ('custom_activity' as const),
      }))
    const fields = [...profile, ...activity].map(({ id, name, display_name, data_type, field_type }) => ({
      id,
      field_name: name,
      display_name,
      data_type,
      field_type,
    }))
    return inMemoryPage(fields, query, ({ field_name, display_name }) => `${field_name} ${display_name}`)
  },

  nameExists: ({ body, ...context }) => sourceCalls.exists({ ...context, body: undefined, query: body }),

  async preset({ body: { datasource_id: id, preset_id }, ...context }) {
    const { db, storeId } = context
    const [source, earlier] = [await dataSourceOf(db, storeId, id), await dataSourceOf(db, storeId, preset_id)]
    if (source.columns === null || earlier.columns === null || earlier.mapping === null)
      throw context.fail('data_source_status')
    const body = movedMapping(earlier.mapping, earlier.columns, source.columns)
    await mappingCalls.putMapping({ ...context, params: { id }, body })
    return mappingQueryOf(context, id)
  },

  async update({ params: { id }, body, stale, fail, audit, ...reader }) {
    const { db, storeId } = reader
    const { origin_time, data_source_name, ...rest } = body
    const change = { ...rest, ...(data_source_name !== undefined && { name: canonicalText(data_source_name) }) }
    const before = await mappingQueryOf(reader, id)
    if (Object.keys(change).length === 0) return before
    if (!(await changeDataSource(db, storeId, id, change, origin_time)))
      throw origin_time === undefined ? fail('data_source_not_found') : stale(await mappingQueryOf(reader, id))
    await audit('data_source', id, change.enabled === undefined ? {} : { enabled: change.enabled })
    return mappingQueryOf(reader, id)
  },

  async logs({ db, storeId, params, query, language }) {
    const { version } = await dataSourceOf(db, storeId, params.id)
    const { data, total } = await listRuns(db, storeId, params.id, {
      offset: query.offset,
      limit: rowsOf(query.limit),
      order: query.sort_dir,
    })
    return pageAnswer(
      query,
      data.map((run) => viewLog(run, version, language)),
      total,
    )
  },

  async log({ params: { id }, ...context }) {
    const { db, storeId, language } = context
    const run = await runByNumber(db, storeId, id)
    const params = { id: run.data_source_id, run_id: run.run_id }
    const result = await runCalls.result({ ...context, params, query: { ...(run.kind === 'dry' && { kind: 'dry' }) } })
    return { ...viewLog(run, run.source_version, language), activity_type: result.activity_type }
  },

  async orderLog({ db, storeId, params: { id }, query, language }) {
    const run = await runByNumber(db, storeId, id)
    const rows = await activitiesOfRun(db, storeId, id, { offset: query.offset, limit: rowsOf(query.limit) })
    const sorted = { ...query, sort_by: 'row_no', sort_dir: 'asc' as const }
    const total = run.kind === 'real' && run.undone_at === null ? run.activities : 0
    return pageAnswer(sorted, await viewWithProfiles(db, storeId, rows, language), total)
  },

  async columns({ db, storeId, user, params: { id }, query, fail }) {
    const { columns } = await dataSourceOf(db, storeId, id)
    if (columns === null) throw fail('data_source_status')
    const nameOf = maySeeSensitive(user.rights) ? (name: string) => name : maskedColumnName
    const rows = columns.map((name, place) => ({ id: String(place + 1), name: nameOf(name) }))
    return inMemoryPage(rows, query, ({ name }) => name)
  },
})

interface Query<S extends string> {
  offset: number
  limit: number
  keyword?: string | undefined
  sort_by: S
  sort_dir: 'asc' | 'desc'
}

/** Returns a page of rows that are all in memory, some hundreds at most; the keyword matches any of the texts. */
function inMemoryPage<S extends string, T extends Record<S, string | number>>(
  rows: readonly T[],
  query: Query<S>,
  textOf: (row: T) => string,
) {
  const keyword = query.keyword?.toLowerCase() ?? ''
  const sign = query.sort_dir === 'asc' ? 1 : -1
  const found = rows
    .filter((row) => textOf(row).toLowerCase().includes(keyword))
    .toSorted((a, b) => thai.compare(String(a[query.sort_by]), String(b[query.sort_by])) * sign)
  return pageAnswer(query, found.slice(query.offset, query.offset + rowsOf(query.limit)), found.length)
}

/** Moves a mapping to a file by the names of its columns; what feeds from a missing column is left out. */
function movedMapping(mapping: MappingBody, from: readonly string[], to: readonly string[]): MappingBody {
  const placeIn = new Map(to.map((name, index) => [name, String(index + 1)]))
  const moved = (id: string) => placeIn.get(from[Number(id) - 1] ?? '')
  const columns = mapping.row_labels.columns.flatMap((id) => moved(id) ?? [])
  const { unanswered: _, ...rest } = mapping
  return {
    ...rest,
    // Chosen for the other file.
    every_row_is_new: false,
    row_labels: { ...mapping.row_labels, columns },
    // Who asked, and when, was said of the other file.
    consents: [],
    lines: movedLines(mapping.lines, moved),
    number_column: mapping.number_column === null ? null : (moved(mapping.number_column) ?? null),
    mapping: mapping.mapping.flatMap((row) => {
      const source_schema_id = moved(row.source_schema_id)
      return source_schema_id === undefined ? [] : [{ ...row, source_schema_id }]
    }),
  }
}
