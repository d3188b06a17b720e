import { MAX_WIDE_PAGE_SIZE } from '@ruam/contract/constants.ts'
import { may } from '@ruam/contract/permissions.ts'
import type { profiles } from '@ruam/contract/profiles.ts'
import type { Handlers } from '../core/implement.ts'
import { pageAnswer } from '../core/page.ts'
import { fieldsOf } from '../fields/fields.ts'
import { inInstants } from '../stores/range-days.ts'
import { listPage, SORT_CAP, sortsField } from './list-page.ts'
import { sameProfiles } from './list-same.ts'
import { sortField } from './list-sort.ts'
import { maySeeSensitive } from './masking.ts'
import { totalProfiles } from './queries.ts'
import { fieldValuesThatBegin } from './search-field.ts'
import { viewProfiles } from './view.ts'

/** The calls that find profiles. */
export const listCalls = {
  async list({ db, storeId, query: asked, user, language, fail }) {
    const query = await inInstants(db, storeId, asked)
    if (query.deleted === 'true' && !may(user.rights, 'cdp-core.profile.delete'))
      throw fail('forbidden', { permission: 'cdp-core.profile.delete' })
    const fields = await fieldsOf(db, storeId, language)
    const unmasked = maySeeSensitive(user.rights)
    const sorted = sortField(fields, query.sort_by)
    if (sorted === undefined) throw fail('invalid_input', { fields: ['query.sort_by'] })
    // An order tells about the values that it is made of.
    if (sorted?.sensitive && !unmasked) throw fail('forbidden', { permission: 'cdp-core.profile-sensitive.read' })
    if (sorted && !(await sortsField(db, storeId, query))) throw fail('sort_too_many', { limit: SORT_CAP })
    const total_all = await totalProfiles(db, storeId)
    const page = await listPage(db, storeId, query, sorted, total_all)
    const { total, capped } = page
    const data = await viewProfiles(db, storeId, page.profiles, { fields, unmasked, withEmpty: false })
    return { ...pageAnswer(query, data, total, { capped, most: MAX_WIDE_PAGE_SIZE }), total_capped: capped, total_all }
  },

  async searchField({ db, storeId, params, query, user, language, fail }) {
    const field = (await fieldsOf(db, storeId, language)).find(({ name }) => name === params.field)
    if (!field) throw fail('not_found')
    if (field.sensitive && !maySeeSensitive(user.rights))
      throw fail('forbidden', { permission: 'cdp-core.profile-sensitive.read' })
    return { data: await fieldValuesThatBegin(db, storeId, field, query.value) }
  },

  same: async ({ db, storeId, query }) => ({ data: await sameProfiles(db, storeId, query) }),
} satisfies Partial<Handlers<typeof profiles>>
