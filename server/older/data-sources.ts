import { olderDataSources } from '@ruam/contract/older/data-sources.ts'
import { NO_STATUS, statusesOf } from '@ruam/contract/older/words.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { activityTypesOf } from '../customers/fields/activity-types.ts'
import { fieldsOf } from '../customers/fields/fields.ts'
import { maySeeSensitive } from '../customers/profiles/masking.ts'
import { pageAnswer } from '../database/page.ts'
import { canonicalText } from '../formats/values/thai.ts'
import { shownName } from '../imports/data-sources/hidden-columns.ts'
import { mappingCalls } from '../imports/data-sources/mapping-calls.ts'
import { dataSourceOf } from '../imports/data-sources/one.ts'
import { listRuns } from '../imports/data-sources/runs.ts'
import { sourceCalls } from '../imports/data-sources/source-calls.ts'
import { isImported } from '../imports/data-sources/targets.ts'
import { changeDataSource } from '../imports/data-sources/write-source.ts'
import { activitiesOfRun } from '../imports/run/record-queries.ts'
import { runCalls } from '../imports/run/run-calls.ts'
import { viewWithProfiles } from './activities-of-profiles.ts'
import { implementOlder } from './implement-older.ts'
import { inMemoryPage } from './in-memory-page.ts'
import { mappingQueryOf, mappingQueryPage } from './mapping-query.ts'
import { movedMapping } from './preset.ts'
import { runByNumber, viewLog } from './runs.ts'

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
    const nameOf = maySeeSensitive(user.rights) ? (name: string) => name : shownName
    const rows = columns.map((name, place) => ({ id: String(place + 1), name: nameOf(name) }))
    return inMemoryPage(rows, query, ({ name }) => name)
  },
})
