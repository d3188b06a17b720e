import type { profiles } from '@ruam/contract/customers/profiles.ts'
import { MAX_WIDE_PAGE_SIZE } from '@ruam/contract/platform/constants.ts'
import { pageAnswer } from '../../database/page.ts'
import type { Context, Handler } from '../../http/handler.ts'
import type { Handlers } from '../../http/implement.ts'
import { type Field, fieldsOf } from '../fields/fields.ts'
import { type Closed, closedFields, closedForMember, fieldClosed, isClosed } from './closed.ts'
import { queryOfAddress } from './list-address.ts'
import { compileFilter, readFilter } from './list-conditions.ts'
import { countedPage, type ListQuery, listPage, SORT_CAP, sortsField } from './list-page.ts'
import { sameProfiles } from './list-same.ts'
import { listOrder, storedOrder } from './list-sort.ts'
import { Sight } from './masking.ts'
import { plainPage } from './plain-page.ts'
import { loadProfileNames } from './profile-names.ts'
import { totalProfiles } from './queries.ts'
import { fieldValuesThatBegin } from './search-field.ts'
import { viewProfiles } from './view.ts'

type Asking = Pick<Context<typeof profiles.query>, 'core' | 'db' | 'storeId' | 'user' | 'fail'>

interface Asked {
  query: ListQuery
  /** The part of the call that the query came in. */
  part: 'query' | 'body'
  fields: Field[]
  closed: Closed
}

async function pageOfList({ core, db, storeId, user, fail }: Asking, { query, part, fields, closed }: Asked) {
  const order = await listOrder(db, storeId, query, { fields, closed })
  if (!order) throw fail('invalid_input', { fields: [`${part}.sort_by`] })
  const total_all = await totalProfiles(db, storeId)
  const isShort = await sortsField(db, storeId, query)
  // A longer list is sorted by the column of its field, if that has not too many different values.
  const column = isShort ? undefined : storedOrder(fields, query.sort_by)
  const sorted = column && (await countedPage(core, { db, storeId, q: query, order, totalAll: total_all }, column))
  if (!isShort && !sorted) throw fail('sort_too_many', { limit: SORT_CAP })
  const page = sorted || (await listPage(db, storeId, query, order, total_all, core))
  const { total, capped } = page
  const data = await viewProfiles(db, storeId, page.profiles, {
    ...{ fields, sight: Sight.of(user), closed: closed.segments, withEmpty: false },
  })
  return { ...pageAnswer(query, data, total, { capped, most: MAX_WIDE_PAGE_SIZE }), total_capped: capped, total_all }
}

/** Lists profiles by a query in the address. Ids of deleted things match no profile. */
export const anyList: Handler<typeof profiles.list> = async ({ query: address, ...context }) => {
  const { db, storeId, user, language } = context
  const { filter, ...query } = queryOfAddress(address)
  await readFilter(db, storeId, user.rights, { deleted: filter.deleted }, 'query')
  const { graph, ...names } = await loadProfileNames(db, storeId)
  const fields = names.fields[language]
  const closed = closedForMember(user.rights, fields, graph)
  if (filter.rule && isClosed(filter.rule, closed)) throw fieldClosed()
  const asked = { ...query, filter: await compileFilter(db, storeId, filter) }
  return pageOfList(context, { query: asked, part: 'query', fields, closed })
}

/** Lists profiles by a query in the body. Its rule may name only existing things. */
export const anyQuery: Handler<typeof profiles.query> = async ({ body, ...context }) => {
  const { db, storeId, user, language } = context
  const filter = await readFilter(db, storeId, user.rights, body.filter, 'body.filter')
  const { graph, ...names } = await loadProfileNames(db, storeId)
  const fields = names.fields[language]
  const closed = closedForMember(user.rights, fields, graph)
  const page = await pageOfList(context, { query: { ...body, filter }, part: 'body', fields, closed })
  return body.names === 'once' ? plainPage(page) : page
}

/** The calls that find profiles; the list itself is in list-read.ts. */
export const listCalls = {
  async searchField({ db, storeId, params, query, user, language, fail }) {
    const field = (await fieldsOf(db, storeId, language)).find(({ name }) => name === params.field)
    if (!field) throw fail('not_found')
    if (closedFields(user.rights, [field]).size > 0) throw fieldClosed()
    const sight = Sight.of(user)
    const values = await fieldValuesThatBegin(db, storeId, field, query.value)
    return { data: values.map((value) => sight.value(field, value, null) as typeof value) }
  },

  same: async ({ db, storeId, query }) => ({ data: await sameProfiles(db, storeId, query) }),
} satisfies Partial<Handlers<typeof profiles>>
