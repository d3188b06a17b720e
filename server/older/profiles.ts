import type { PropertyRule, Rule } from '@ruam/contract/customers/rules.ts'
import { olderProfiles } from '@ruam/contract/older/profiles.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { ApiError } from '../core/api-error.ts'
import { activityTypesOf } from '../customers/fields/activity-types.ts'
import { findField } from '../customers/fields/field-queries.ts'
import { list as activityList } from '../customers/profile-activities/list-read.ts'
import { newestActivities } from '../customers/profile-activities/queries.ts'
import { activityCalls } from '../customers/profile-activities/routes.ts'
import { changeProfile } from '../customers/profiles/edit-calls.ts'
import { labelCalls } from '../customers/profiles/label-calls.ts'
import { anyQuery, listCalls } from '../customers/profiles/list-calls.ts'
import { list } from '../customers/profiles/list-read.ts'
import { liveProfile } from '../customers/profiles/one.ts'
import { get } from '../customers/profiles/one-read.ts'
import { pageAnswer } from '../database/page.ts'
import type { PipelinedRead, ReadRequest } from '../http/pipelined-read.ts'
import { sourcesOfProfile } from '../imports/data-sources/queries.ts'
import { viewWithProfiles } from './activities-of-profiles.ts'
import { implementOlder } from './implement-older.ts'
import { mappingQueryPage } from './mapping-query.ts'

export const olderProfileRoutes = implementOlder(olderProfiles, {
  list: translatedRead(olderProfiles.list, list, ({ query }) => ({ params: undefined, query })),
  get: translatedRead(olderProfiles.get, get, ({ params }) => ({ params, query: undefined })),
  searchField: listCalls.searchField,
  update: changeProfile,
  setLabels: labelCalls.setLabels,

  searchActivity: ({ params: { activity_id: id, field }, ...context }) =>
    activityCalls.searchField({ ...context, params: { id, field } }),

  activities: translatedRead(olderProfiles.activities, activityList, ({ params, query }) => ({
    params: { ...params, activity_id: 0 },
    query,
  })),

  async ofActivity({ params: { id }, query: { value, ...page }, ...context }) {
    const { db, storeId, language } = context
    const field = await findField(db, 'activity', storeId, id)
    if (!field) throw context.fail('not_found')
    const where = [testOf(id, field.data_type, value)]
    const types = (await activityTypesOf(db, storeId, language)).filter(({ fields }) =>
      fields.some((one) => one.id === id),
    )
    const rules = types.map((type): Rule => ({ kind: 'activity', activity_type_id: type.id, done: true, where }))
    const nobody: Rule = { kind: 'time', at: 'created', operator: 'empty' }
    const filter = { rule: { condition: 'or' as const, rules: rules.length > 0 ? rules : [nobody] } }
    const found = await anyQuery({
      ...context,
      params: undefined,
      query: undefined,
      body: { ...page, filter, names: 'each', count: true },
    })
    return found as Extract<typeof found, { data: { created_at: string; fields: { name: string }[] }[] }>
  },

  async activityLog({ db, storeId, query, language }) {
    const { keyword, offset } = query
    const named = keyword === undefined ? undefined : await typesNamed(db, storeId, keyword, language)
    const page = { offset, limit: rowsOf(query.limit), types: named }
    const { data, total } = await newestActivities(db, storeId, page)
    const capped = total > COUNT_CAP
    const sorted = { ...query, sort_by: 'activity_at', sort_dir: 'desc' as const }
    const shown = await viewWithProfiles(db, storeId, data, language)
    return { ...pageAnswer(sorted, shown, Math.min(total, COUNT_CAP), { capped }), total_capped: capped }
  },

  async dataSources({ params: { id }, query, ...reader }) {
    const { db, storeId } = reader
    await liveProfile(db, storeId, id)
    return mappingQueryPage(reader, query, { ids: await sourcesOfProfile(db, storeId, id) })
  },
})

type Typed = Parameters<typeof activityTypesOf>

async function typesNamed(db: Typed[0], storeId: number, keyword: string, language: Typed[2]): Promise<number[]> {
  const types = await activityTypesOf(db, storeId, language)
  return types.filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase())).map(({ id }) => id)
}

/** Condition of a value of an address on a field of any type. Throws invalid_input. */
function testOf(field_id: number, type: DataType, value: string | undefined): PropertyRule {
  if (value === undefined) return { field_id, operator: 'not_empty' }
  if (type === 'String') return { field_id, operator: 'eq', value }
  if (type === 'Boolean' && (value === 'true' || value === 'false'))
    return { field_id, operator: value === 'true' ? 'is_true' : 'is_false' }
  if (type === 'Number' && value.trim() !== '' && Number.isFinite(Number(value)))
    return { field_id, operator: 'eq', value: Number(value) }
  if (type === 'Date' && /^\d{4}-\d\d-\d\d$/.test(value)) return { field_id, operator: 'on', value }
  throw new ApiError('invalid_input', { fields: ['query.value'] })
}

type Asked<E extends Endpoint> = Pick<ReadRequest<E>, 'params' | 'query'>

/** Makes a read of the older API of one whose answer is the same: only its request is translated. */
function translatedRead<E extends Endpoint, N extends Endpoint>(
  _: E,
  read: PipelinedRead<N>,
  translate: (asked: Asked<E>) => Asked<N>,
): PipelinedRead<E> {
  const newer = <A extends Asked<E>>(asked: A) => ({ ...asked, ...translate(asked) }) as never
  const { fallback } = read
  return {
    reads: (asked) => read.reads(newer(asked)),
    answer: (found, known) => read.answer(found, newer(known)) as ReturnType<PipelinedRead<E>['answer']>,
    ...(fallback && { fallback: ((context) => fallback(newer(context))) as PipelinedRead<E>['fallback'] & object }),
  }
}
