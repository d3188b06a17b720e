import type { Language } from '@ruam/contract/errors.ts'
import { may } from '@ruam/contract/permissions.ts'
import { type ProfileField, profileFields } from '@ruam/contract/profile-fields.ts'
import { systemFields } from '@ruam/contract/system-fields.ts'
import { implement } from '../core/implement.ts'
import { canonicalText } from '../values/thai.ts'
import { fieldPage } from './field-list.ts'
import { fieldNameExists, fieldNameProblem } from './field-names.ts'
import { holdSources, isRunning, mappedCounts, outdateDryRuns, usageKey, usersOf } from './field-usage.ts'
import { convertValues, countValues, dropValues, type FieldOf, rewriteKeys } from './field-values.ts'
import { deleteField, findField, insertField, listFields, lockField, updateField } from './queries.ts'

const READ_SENSITIVE = 'cdp-core.profile-sensitive.read'

export const profileFieldRoutes = implement(profileFields, {
  async list({ db, storeId, query, language }) {
    const mapped = await mappedCounts(db, storeId)
    const fields = [...systemRows(language), ...(await listFields(db, storeId))]
    const listed = fields.map((field) => {
      const type = field.field_type === 'system_profile' ? 'system_profile' : 'custom_profile'
      return { ...field, usage_count: mapped.get(usageKey(type, field.id)) ?? 0 }
    })
    return fieldPage(listed, query)
  },

  async create({ db, storeId, user, body, fail, audit }) {
    const field = { ...body, display_name: canonicalText(body.display_name) }
    const problem = await fieldNameProblem(db, storeId, field)
    if (problem) throw fail(problem)
    const made = await insertField(db, storeId, user.id, field)
    await audit({ action: 'profile_field_created', subject_type: 'profile_field', subject_id: made.id })
    return made
  },

  nameAvailable: async ({ db, storeId, query }) => ({ exists: await fieldNameExists(db, storeId, query) }),

  async update({ db, storeId, user, params: { id }, body: { origin_time, drop, ...change }, fail, audit }) {
    if (isSystem(id)) throw fail('field_system')
    const found = await lockField(db, storeId, id, origin_time)
    if (!found) throw fail('not_found')
    const { fresh, match_key, ...now } = found
    if (!fresh) throw fail('stale_edit', { current: now })
    if (now.sensitive && change.sensitive === false && !may(user.rights, READ_SENSITIVE))
      throw fail('forbidden', { permission: READ_SENSITIVE })
    const next = { ...now, ...change, display_name: canonicalText(change.display_name ?? now.display_name) }
    const problem = await fieldNameProblem(db, storeId, next, { owner: 'profile', id })
    if (problem) throw fail(problem)

    const { field_name, display_name, data_type, sensitive } = next
    const converts = data_type !== now.data_type
    // As the mapping has it: days and yes or no tell nobody apart.
    const isKey = match_key && (data_type === 'String' || data_type === 'Number')
    if (converts) {
      const sources = await holdSources(db, storeId, 'custom_profile', id)
      if (await isRunning(db, storeId)) throw fail('pipeline_busy')
      const field: FieldOf = { owner: 'profile', storeId, id }
      if (!drop) {
        const { convertible, not_convertible } = await convertValues(db, field, data_type, false)
        if (not_convertible > 0) throw fail('field_values_not_convertible', { convertible, not_convertible })
      }
      await convertValues(db, field, data_type, true)
      if (match_key) await rewriteKeys(db, field, isKey)
      await outdateDryRuns(db, storeId, sources)
    }
    await audit({
      action: 'profile_field_changed',
      subject_type: 'profile_field',
      subject_id: id,
      details: { data_type, sensitive },
    })
    return updateField(db, storeId, id, { field_name, display_name, data_type, sensitive, match_key: isKey })
  },

  async typePreview({ db, storeId, user, params: { id }, body, fail }) {
    if (isSystem(id)) throw fail('field_system')
    const field = await findField(db, storeId, id)
    if (!field) throw fail('not_found')
    const preview = await convertValues(db, { owner: 'profile', storeId, id }, body.data_type, false)
    const seen = may(user.rights, 'cdp-core.profile.read') && (!field.sensitive || may(user.rights, READ_SENSITIVE))
    return { ...preview, samples: seen ? preview.samples : [] }
  },

  async delete({ db, storeId, params: { id }, query, fail, audit }) {
    if (isSystem(id)) throw fail('field_system')
    const field = await lockField(db, storeId, id)
    if (!field) throw fail('not_found')
    const values: FieldOf = { owner: 'profile', storeId, id }
    const sources = await holdSources(db, storeId, 'custom_profile', id)
    const profiles = await countValues(db, values)
    if (query.confirm !== 'true' && (profiles > 0 || sources.length > 0 || field.match_key)) {
      const names = sources.map(({ name }) => name)
      throw fail('field_in_use', { profiles, data_sources: usersOf(names), match_key: field.match_key })
    }
    if (await isRunning(db, storeId)) throw fail('pipeline_busy')
    await dropValues(db, values)
    await deleteField(db, storeId, id)
    await audit({
      action: 'profile_field_deleted',
      subject_type: 'profile_field',
      subject_id: id,
      details: { profiles, data_sources: sources.length },
    })
  },
})

const isSystem = (id: number) => systemFields.some((field) => field.id === id)

const systemRows = (language: Language): ProfileField[] =>
  systemFields.map((field) => ({
    id: field.id,
    field_name: field.name,
    display_name: field[language],
    data_type: field.data_type,
    field_type: 'system_profile',
    sensitive: 'sensitive' in field,
    created_at: null,
    updated_at: null,
  }))
