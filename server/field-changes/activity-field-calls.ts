import type { activities } from '@ruam/contract/activities.ts'
import { may } from '@ruam/contract/permissions.ts'
import { activityDate } from '@ruam/contract/system-fields.ts'
import type { Handlers } from '../core/implement.ts'
import {
  addFieldToType,
  deleteActivityField,
  findActivityField,
  insertActivityField,
  listActivityFields,
  lockActivityField,
  removeFromTypes,
  typeCounts,
  typesWith,
  updateActivityField,
} from '../fields/activity-field-queries.ts'
import { fieldNameExists, fieldNameProblem } from '../fields/field-names.ts'
import { checkActivityFormula, fitting, notComputed } from '../fields/formula-check.ts'
import { formulaCounts, formulasWith } from '../fields/formula-usage.ts'
import { keptName, toldField, toldName } from '../fields/given-names.ts'
import { lockForPipeline } from '../profiles/lock.ts'
import { canonicalText } from '../values/thai.ts'
import { dateRow } from './activity-view.ts'
import { convertField, isConverted } from './convert-field.ts'
import { deleteValues } from './delete-values.ts'
import { fieldPage } from './field-list.ts'
import { holdSources, mappedCounts, outdateDryRuns, usageKey, usersOf } from './field-usage.ts'
import { countValues, surveyValues } from './field-values.ts'

type FieldCalls = Pick<
  Handlers<typeof activities>,
  'fields' | 'fieldNameAvailable' | 'createField' | 'getField' | 'updateField' | 'fieldTypePreview' | 'deleteField'
>

const isSystem = (id: number) => id === activityDate.id

/** The calls about single activity fields. */
export const fieldCalls: FieldCalls = {
  async fields({ db, storeId, query, language }) {
    const [mapped, held] = [await mappedCounts(db, storeId), await typeCounts(db, storeId)]
    const formulas = await formulaCounts(db, 'activity', storeId)
    const fields = [dateRow(language), ...(await listActivityFields(db, storeId))]
    const listed = fields.map((own) => {
      const field = toldField(own, language)
      const type = field.field_type === 'system_activity' ? 'system_activity' : 'custom_activity'
      const counts = [mapped.get(usageKey(type, field.id)), held.get(field.id), formulas.get(field.id)]
      return { ...field, usage_count: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) }
    })
    return fieldPage(listed, query)
  },

  async fieldNameAvailable({ db, storeId, query, language }) {
    const keyword = keptName('noteField', canonicalText(query.keyword), language)
    return { exists: await fieldNameExists(db, storeId, { ...query, keyword }) }
  },

  async createField({ db, storeId, query, body, language, fail, audit }) {
    const { name: field_name, ...rest } = body
    const display_name = keptName('noteField', canonicalText(body.display_name), language)
    const field = { ...rest, field_name, display_name }
    if (body.formula) {
      const checked = fitting(await checkActivityFormula(db, storeId, body.formula), body.data_type)
      if ('problem' in checked) throw fail('formula_invalid', { reason: checked.problem[language] })
    }
    const problem = await fieldNameProblem(db, storeId, field)
    if (problem) throw fail(problem)
    const made = await insertActivityField(db, storeId, field)
    const { activity_type_id: typeId } = query
    if (typeId !== undefined && !(await addFieldToType(db, storeId, typeId, made.id))) throw fail('not_found')
    await audit({ action: 'activity_field_created', subject_type: 'activity_field', subject_id: made.id })
    return toldField(made, language)
  },

  async getField({ db, storeId, params: { id }, language, fail }) {
    const field = isSystem(id) ? dateRow(language) : await findActivityField(db, storeId, id)
    if (!field) throw fail('not_found')
    return toldField(field, language)
  },

  async updateField({ core, db, storeId, user, params: { id }, body, language, fail, audit }) {
    if (isSystem(id)) throw fail('field_system')
    const { origin_time, drop, name, ...rest } = body
    const change = { ...rest, ...(name !== undefined && { field_name: name }) }
    const known = await findActivityField(db, storeId, id)
    if (!known) throw fail('not_found')
    // Read before it is held: a version that is not of now is refused below.
    const converts = isConverted(known, change)
    const sources = converts ? await holdSources(db, storeId, 'custom_activity', id) : []
    if (converts) await lockForPipeline(db, storeId, 'pipeline_busy')
    const found = await lockActivityField(db, storeId, id, origin_time)
    if (!found) throw fail('not_found')
    const { fresh, ...now } = found
    if (!fresh) throw fail('stale_edit', { current: toldField(now, language) })
    const shown = keptName('noteField', canonicalText(change.display_name ?? now.display_name), language)
    const next = { ...now, ...change, display_name: shown }
    const problem = await fieldNameProblem(db, storeId, next, { owner: 'activity', id })
    if (problem) throw fail(problem)

    const { field_name, display_name, data_type, formula } = next
    if (now.formula || change.formula) {
      const checked = now.formula ? fitting(await checkActivityFormula(db, storeId, formula!), data_type) : notComputed
      if ('problem' in checked) throw fail('formula_invalid', { reason: checked.problem[language] })
    }
    let job_id: number | null = null
    if (converts) {
      const formulas = await formulasWith(db, 'activity', storeId, id)
      if (formulas.length > 0) throw fail('field_in_use', { formulas: usersOf(formulas) })
      const was = now.converting_to
      const request = { owner: 'activity' as const, field: id, name: display_name, to: data_type, drop, was }
      job_id = await convertField(core, db, user.id, storeId, request)
      await outdateDryRuns(db, storeId, sources)
    }
    const named = { field_name, display_name, formula }
    const field = await updateActivityField(db, storeId, id, now.formula ? { ...named, data_type } : named)
    await audit({
      action: 'activity_field_changed',
      subject_type: 'activity_field',
      subject_id: id,
      details: { data_type: field.data_type },
    })
    return { ...toldField(field, language), job_id }
  },

  async fieldTypePreview({ db, storeId, user, params: { id }, body, fail }) {
    if (isSystem(id)) throw fail('field_system')
    if (!(await findActivityField(db, storeId, id))) throw fail('not_found')
    const preview = await surveyValues(db, { owner: 'activity', storeId, id }, body.data_type)
    return { ...preview, samples: may(user.rights, 'cdp-core.profile.read') ? preview.samples : [] }
  },

  async deleteField({ core, db, storeId, user, params: { id }, query, language, fail, audit }) {
    if (isSystem(id)) throw fail('field_system')
    if (!(await findActivityField(db, storeId, id))) throw fail('not_found')
    const sources = await holdSources(db, storeId, 'custom_activity', id)
    // Before the lock: whoever edits a profile need not wait for it.
    const activities = await countValues(db, { owner: 'activity', storeId, id })
    await lockForPipeline(db, storeId, 'pipeline_busy')
    const field = await lockActivityField(db, storeId, id)
    if (!field) throw fail('not_found')
    const types = (await typesWith(db, storeId, id)).map((name) => toldName('noteType', name, language))
    const formulas = await formulasWith(db, 'activity', storeId, id)
    if (query.confirm !== 'true' && activities + sources.length + types.length + formulas.length > 0) {
      const used = { data_sources: usersOf(sources.map(({ name }) => name)), activity_types: usersOf(types) }
      throw fail('field_in_use', { activities, ...used, formulas: usersOf(formulas) })
    }
    await removeFromTypes(db, storeId, id)
    await deleteActivityField(db, storeId, id)
    const request = { owner: 'activity' as const, field: id, name: field.display_name }
    const job_id = await deleteValues(core, db, user.id, storeId, request)
    await audit({
      action: 'activity_field_deleted',
      subject_type: 'activity_field',
      subject_id: id,
      details: { activities, data_sources: sources.length, activity_types: types.length },
    })
    return { job_id }
  },
}
