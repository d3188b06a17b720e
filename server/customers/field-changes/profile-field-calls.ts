import { type ProfileField, profileFields } from '@ruam/contract/customers/profile-fields.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { type Handlers, implement } from '../../http/implement.ts'
import { computedSamples } from '../fields/computed.ts'
import { fieldNameExists } from '../fields/field-names.ts'
import { listFields } from '../fields/field-queries.ts'
import { formulaCounts } from '../fields/formula-usage.ts'
import { changeField, checkFormula, makeField, previewType, READ_SENSITIVE, removeField } from './change-field.ts'
import { fieldPage } from './field-list.ts'
import { mappedCounts, usageKey } from './field-usage.ts'

/** The calls about profile fields, which the older settings answer as well. */
export const profileFieldCalls = {
  async list({ db, storeId, query, language }) {
    const [mapped, formulas] = [await mappedCounts(db, storeId), await formulaCounts(db, 'profile', storeId)]
    const fields = [...systemRows(language), ...(await listFields(db, 'profile', storeId))]
    const listed = fields.map((field) => {
      const type = field.field_type === 'system_profile' ? 'system_profile' : 'custom_profile'
      return { ...field, usage_count: (mapped.get(usageKey(type, field.id)) ?? 0) + (formulas.get(field.id) ?? 0) }
    })
    return fieldPage(listed, query)
  },

  async create(call) {
    const made = await makeField(call, 'profile', call.body)
    await call.audit('profile_field', made.id)
    return made
  },

  nameAvailable: async ({ db, storeId, query }) => ({ exists: await fieldNameExists(db, storeId, query) }),

  async update(call) {
    const { id } = call.params
    if (isSystem(id)) throw call.fail('field_system')
    const field = await changeField(call, 'profile', id, call.body, call.stale)
    const { data_type, sensitive } = field
    await call.audit('profile_field', id, { data_type, sensitive })
    return field
  },

  async formulaPreview(call) {
    const { db, storeId, user } = call
    const { formula } = call.body
    const { data_type, sensitive } = await checkFormula(call, 'profile', formula)
    const seen = may(user.rights, 'cdp-core.profile.read') && (!sensitive || may(user.rights, READ_SENSITIVE))
    const samples = seen ? await computedSamples(db, storeId, { data_type, formula }) : []
    if (sensitive && samples.length > 0) user.trace.note('field_id' in formula ? formula.field_id : null, null)
    return { data_type, samples }
  },

  async typePreview(call) {
    if (isSystem(call.params.id)) throw call.fail('field_system')
    return previewType(call, 'profile', call.params.id, call.body.data_type)
  },

  async delete(call) {
    const { id } = call.params
    if (isSystem(id)) throw call.fail('field_system')
    const { job_id, holders, data_sources } = await removeField(call, 'profile', id, call.query)
    await call.audit('profile_field', id, { profiles: holders, data_sources })
    return { job_id }
  },
} satisfies Handlers<typeof profileFields>

export const profileFieldRoutes = implement(profileFields, profileFieldCalls)

const isSystem = (id: number) => systemFields.some((field) => field.id === id)

/** The system's fields, as a list shows them. */
export const systemRows = (language: Language): ProfileField[] =>
  systemFields.map((field) => ({
    id: field.id,
    field_name: field.name,
    display_name: field[language],
    data_type: field.data_type,
    field_type: 'system_profile',
    sensitive: 'sensitive' in field,
    formula: null,
    converting_to: null,
    choices: null,
    created_at: null,
    updated_at: null,
  }))
