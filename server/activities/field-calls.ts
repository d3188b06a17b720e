import type { activities } from '@ruam/contract/activities.ts'
import { may } from '@ruam/contract/permissions.ts'
import { activityDate } from '@ruam/contract/system-fields.ts'
import type { Handlers } from '../core/implement.ts'
import { fieldPage } from '../profile-fields/field-list.ts'
import { fieldNameExists, fieldNameProblem } from '../profile-fields/field-names.ts'
import {
  holdSources,
  isRunning,
  mappedCounts,
  outdateDryRuns,
  usageKey,
  usersOf,
} from '../profile-fields/field-usage.ts'
import { convertValues, countValues, dropValues, type FieldOf } from '../profile-fields/field-values.ts'
import { checkActivityFormula, fitting, notComputed } from '../profile-fields/formula-check.ts'
import { formulaCounts, formulasWith } from '../profile-fields/formula-usage.ts'
import { canonicalText } from '../values/thai.ts'
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
} from './queries.ts'
import { dateRow } from './view.ts'

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
    const listed = fields.map((field) => {
      const type = field.field_type === 'system_activity' ? 'system_activity' : 'custom_activity'
      const counts = [mapped.get(usageKey(type, field.id)), held.get(field.id), formulas.get(field.id)]
      return { ...field, usage_count: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) }
    })
    return fieldPage(listed, query)
  },

  fieldNameAvailable: async ({ db, storeId, query }) => ({ exists: await fieldNameExists(db, storeId, query) }),

  async createField({ db, storeId, query, body, language, fail, audit }) {
    const field = { ...body, display_name: canonicalText(body.display_name) }
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
    return made
  },

  async getField({ db, storeId, params: { id }, language, fail }) {
    const field = isSystem(id) ? dateRow(language) : await findActivityField(db, storeId, id)
    if (!field) throw fail('not_found')
    return field
  },

  async updateField({ db, storeId, params: { id }, body: { origin_time, drop, ...change }, language, fail, audit }) {
    if (isSystem(id)) throw fail('field_system')
    const found = await lockActivityField(db, storeId, id, origin_time)
    if (!found) throw fail('not_found')
    const { fresh, ...now } = found
    if (!fresh) throw fail('stale_edit', { current: now })
    const next = { ...now, ...change, display_name: canonicalText(change.display_name ?? now.display_name) }
    const problem = await fieldNameProblem(db, storeId, next, { owner: 'activity', id })
    if (problem) throw fail(problem)

    const { field_name, display_name, data_type, formula } = next
    if (now.formula || change.formula) {
      const checked = now.formula ? fitting(await checkActivityFormula(db, storeId, formula!), data_type) : notComputed
      if ('problem' in checked) throw fail('formula_invalid', { reason: checked.problem[language] })
    }
    if (data_type !== now.data_type && !now.formula) {
      const formulas = await formulasWith(db, 'activity', storeId, id)
      if (formulas.length > 0) throw fail('field_in_use', { formulas: usersOf(formulas) })
      const sources = await holdSources(db, storeId, 'custom_activity', id)
      if (await isRunning(db, storeId)) throw fail('pipeline_busy')
      const field: FieldOf = { owner: 'activity', storeId, id }
      if (!drop) {
        const { convertible, not_convertible } = await convertValues(db, field, data_type, false)
        if (not_convertible > 0) throw fail('field_values_not_convertible', { convertible, not_convertible })
      }
      await convertValues(db, field, data_type, true)
      await outdateDryRuns(db, storeId, sources)
    }
    await audit({
      action: 'activity_field_changed',
      subject_type: 'activity_field',
      subject_id: id,
      details: { data_type },
    })
    return updateActivityField(db, storeId, id, { field_name, display_name, data_type, formula })
  },

  async fieldTypePreview({ db, storeId, user, params: { id }, body, fail }) {
    if (isSystem(id)) throw fail('field_system')
    if (!(await findActivityField(db, storeId, id))) throw fail('not_found')
    const preview = await convertValues(db, { owner: 'activity', storeId, id }, body.data_type, false)
    return { ...preview, samples: may(user.rights, 'cdp-core.profile.read') ? preview.samples : [] }
  },

  async deleteField({ db, storeId, params: { id }, query, fail, audit }) {
    if (isSystem(id)) throw fail('field_system')
    if (!(await lockActivityField(db, storeId, id))) throw fail('not_found')
    const values: FieldOf = { owner: 'activity', storeId, id }
    const sources = await holdSources(db, storeId, 'custom_activity', id)
    const types = await typesWith(db, storeId, id)
    const activities = await countValues(db, values)
    const formulas = await formulasWith(db, 'activity', storeId, id)
    if (query.confirm !== 'true' && activities + sources.length + types.length + formulas.length > 0) {
      const used = { data_sources: usersOf(sources.map(({ name }) => name)), activity_types: usersOf(types) }
      throw fail('field_in_use', { activities, ...used, formulas: usersOf(formulas) })
    }
    if (await isRunning(db, storeId)) throw fail('pipeline_busy')
    await dropValues(db, values)
    await removeFromTypes(db, storeId, id)
    await deleteActivityField(db, storeId, id)
    await audit({
      action: 'activity_field_deleted',
      subject_type: 'activity_field',
      subject_id: id,
      details: { activities, data_sources: sources.length, activity_types: types.length },
    })
  },
}
