import type { Language } from '@ruam/contract/errors.ts'
import { may } from '@ruam/contract/permissions.ts'
import { type ProfileField, profileFields } from '@ruam/contract/profile-fields.ts'
import { systemFields } from '@ruam/contract/system-fields.ts'
import { implement } from '../core/implement.ts'
import { computedSamples } from '../fields/computed.ts'
import { fieldNameExists, fieldNameProblem } from '../fields/field-names.ts'
import { fieldsOf } from '../fields/fields.ts'
import { checkProfileFormula, fitting, notComputed } from '../fields/formula-check.ts'
import { formulaCounts, formulasWith } from '../fields/formula-usage.ts'
import {
  deleteField,
  findField,
  insertField,
  listFields,
  lockField,
  updateField,
} from '../fields/profile-field-queries.ts'
import { lockForPipeline } from '../profiles/lock.ts'
import { canonicalText } from '../values/thai.ts'
import { convertField, isConverted } from './convert-field.ts'
import { deleteValues } from './delete-values.ts'
import { fieldPage } from './field-list.ts'
import { holdSources, mappedCounts, outdateDryRuns, usageKey, usersOf } from './field-usage.ts'
import { countValues, surveyValues } from './field-values.ts'

const READ_SENSITIVE = 'cdp-core.profile-sensitive.read'

export const profileFieldRoutes = implement(profileFields, {
  async list({ db, storeId, query, language }) {
    const [mapped, formulas] = [await mappedCounts(db, storeId), await formulaCounts(db, 'profile', storeId)]
    const fields = [...systemRows(language), ...(await listFields(db, storeId))]
    const listed = fields.map((field) => {
      const type = field.field_type === 'system_profile' ? 'system_profile' : 'custom_profile'
      return { ...field, usage_count: (mapped.get(usageKey(type, field.id)) ?? 0) + (formulas.get(field.id) ?? 0) }
    })
    return fieldPage(listed, query)
  },

  async create({ db, storeId, user, body, language, fail, audit }) {
    const field = { ...body, display_name: canonicalText(body.display_name) }
    if (body.formula) {
      const fields = await fieldsOf(db, storeId, language)
      const checked = fitting(await checkProfileFormula(db, storeId, body.formula, fields), body.data_type)
      if ('problem' in checked) throw fail('formula_invalid', { reason: checked.problem[language] })
      field.sensitive ||= checked.sensitive
    }
    const problem = await fieldNameProblem(db, storeId, field)
    if (problem) throw fail(problem)
    const made = await insertField(db, storeId, user.id, field)
    await audit({ action: 'profile_field_created', subject_type: 'profile_field', subject_id: made.id })
    return made
  },

  nameAvailable: async ({ db, storeId, query }) => ({ exists: await fieldNameExists(db, storeId, query) }),

  async update({ core, db, storeId, user, params: { id }, body, language, fail, audit }) {
    if (isSystem(id)) throw fail('field_system')
    const { origin_time, drop, ...change } = body
    const known = await findField(db, storeId, id)
    if (!known) throw fail('not_found')
    // Read before it is held: a version that is not of now is refused below.
    const converts = isConverted(known, change)
    const sources = converts ? await holdSources(db, storeId, 'custom_profile', id) : []
    if (converts) await lockForPipeline(db, storeId, 'pipeline_busy')
    const found = await lockField(db, storeId, id, origin_time)
    if (!found) throw fail('not_found')
    const { fresh, match_key: _, ...now } = found
    if (!fresh) throw fail('stale_edit', { current: now })
    if (now.sensitive && change.sensitive === false && !may(user.rights, READ_SENSITIVE))
      throw fail('forbidden', { permission: READ_SENSITIVE })
    const next = { ...now, ...change, display_name: canonicalText(change.display_name ?? now.display_name) }
    const problem = await fieldNameProblem(db, storeId, next, { owner: 'profile', id })
    if (problem) throw fail(problem)

    const { field_name, display_name, data_type, sensitive, formula } = next
    if (now.formula || change.formula) {
      const checked = now.formula
        ? fitting(await checkProfileFormula(db, storeId, formula!, await fieldsOf(db, storeId, language)), data_type)
        : notComputed
      if ('problem' in checked) throw fail('formula_invalid', { reason: checked.problem[language] })
    }
    let job_id: number | null = null
    if (converts) {
      const formulas = await formulasWith(db, 'profile', storeId, id)
      if (formulas.length > 0) throw fail('field_in_use', { formulas: usersOf(formulas) })
      const was = now.converting_to
      const request = { owner: 'profile' as const, field: id, name: display_name, to: data_type, drop, was }
      job_id = await convertField(core, db, user.id, storeId, request)
      await outdateDryRuns(db, storeId, sources)
    }
    const named = { field_name, display_name, sensitive, formula }
    const field = await updateField(db, storeId, id, now.formula ? { ...named, data_type } : named)
    await audit({
      action: 'profile_field_changed',
      subject_type: 'profile_field',
      subject_id: id,
      details: { data_type: field.data_type, sensitive },
    })
    return { ...field, job_id }
  },

  async formulaPreview({ db, storeId, user, body: { formula }, language, fail }) {
    const checked = await checkProfileFormula(db, storeId, formula, await fieldsOf(db, storeId, language))
    if ('problem' in checked) throw fail('formula_invalid', { reason: checked.problem[language] })
    const { data_type, sensitive } = checked
    const seen = may(user.rights, 'cdp-core.profile.read') && (!sensitive || may(user.rights, READ_SENSITIVE))
    return { data_type, samples: seen ? await computedSamples(db, storeId, { data_type, formula }) : [] }
  },

  async typePreview({ db, storeId, user, params: { id }, body, fail }) {
    if (isSystem(id)) throw fail('field_system')
    const field = await findField(db, storeId, id)
    if (!field) throw fail('not_found')
    const preview = await surveyValues(db, { owner: 'profile', storeId, id }, body.data_type)
    const seen = may(user.rights, 'cdp-core.profile.read') && (!field.sensitive || may(user.rights, READ_SENSITIVE))
    return { ...preview, samples: seen ? preview.samples : [] }
  },

  async delete({ core, db, storeId, user, params: { id }, query, fail, audit }) {
    if (isSystem(id)) throw fail('field_system')
    if (!(await findField(db, storeId, id))) throw fail('not_found')
    const sources = await holdSources(db, storeId, 'custom_profile', id)
    // Before the lock: whoever edits a profile need not wait for it.
    const profiles = await countValues(db, { owner: 'profile', storeId, id })
    await lockForPipeline(db, storeId, 'pipeline_busy')
    const field = await lockField(db, storeId, id)
    if (!field) throw fail('not_found')
    const formulas = await formulasWith(db, 'profile', storeId, id)
    if (query.confirm !== 'true' && (profiles + sources.length + formulas.length > 0 || field.match_key)) {
      const used = { data_sources: usersOf(sources.map(({ name }) => name)), formulas: usersOf(formulas) }
      throw fail('field_in_use', { profiles, ...used, match_key: field.match_key })
    }
    await deleteField(db, storeId, id)
    const request = { owner: 'profile' as const, field: id, name: field.display_name }
    const job_id = await deleteValues(core, db, user.id, storeId, request)
    await audit({
      action: 'profile_field_deleted',
      subject_type: 'profile_field',
      subject_id: id,
      details: { profiles, data_sources: sources.length },
    })
    return { job_id }
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
    formula: null,
    converting_to: null,
    created_at: null,
    updated_at: null,
  }))
