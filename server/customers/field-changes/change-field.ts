import type { FieldDeletion } from '@ruam/contract/customers/profile-fields.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { foldedChoice } from '../../formats/values/choices.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import type { Caller } from '../../http/authorize.ts'
import type { Core } from '../../servers/core.ts'
import { removeFromTypes, typesWith } from '../fields/activity-type-queries.ts'
import { type FieldOwner, fieldNameProblem, freeFieldName } from '../fields/field-names.ts'
import {
  deleteField,
  findField,
  insertField,
  lockField,
  type NewField,
  type OwnFields,
  updateField,
} from '../fields/field-queries.ts'
import { fieldsOf } from '../fields/fields.ts'
import {
  type CheckedFormula,
  checkActivityFormula,
  checkProfileFormula,
  fitting,
  notComputed,
} from '../fields/formula-check.ts'
import { formulasWith } from '../fields/formula-usage.ts'
import { localizedTypeName, localizeField, storedFieldName } from '../fields/given-names.ts'
import { dependency } from '../membership/dependencies.ts'
import { lockRules } from '../membership/lock-rules.ts'
import { revalidateRules } from '../membership/revalidate.ts'
import { fieldClosed } from '../profiles/closed.ts'
import { lockForPipeline } from '../profiles/lock.ts'
import { ruleUsers } from '../views/rule-users.ts'
import { convertField, isConverted } from './convert-field.ts'
import { deleteValues } from './delete-values.ts'
import { lockSources, outdateDryRuns, usersOf } from './field-usage.ts'
import { countValues, surveyValues } from './field-values.ts'

/** Context of calls about a custom field. */
interface Call {
  core: Core
  db: Db
  storeId: number
  user: Caller
  language: Language
}

export const READ_SENSITIVE = 'cdp-core.profile-sensitive.read'

/** Dependency keys of fields by owner. */
const keyOf = { profile: dependency.field, activity: dependency.property } as const

/** Names of fields in mappings by owner. */
const mappedAs = { profile: 'custom_profile', activity: 'custom_activity' } as const

/** Returns the result type of a formula for this owner. Throws formula_invalid if it has none, or not the requested one. */
export async function checkFormula<O extends FieldOwner>(
  { db, storeId, language }: Pick<Call, 'db' | 'storeId' | 'language'>,
  owner: O,
  formula: OwnFields[O]['formula'] & object,
  type?: DataType,
): Promise<Exclude<CheckedFormula, { problem: unknown }>> {
  const of = { owner, formula } as
    | { owner: 'profile'; formula: OwnFields['profile']['formula'] & object }
    | { owner: 'activity'; formula: OwnFields['activity']['formula'] & object }
  const checked =
    of.owner === 'profile'
      ? await checkProfileFormula(db, storeId, of.formula, await fieldsOf(db, storeId, language))
      : await checkActivityFormula(db, storeId, of.formula)
  return accepted(type === undefined ? checked : fitting(checked, type), language)
}

function accepted(checked: CheckedFormula, language: Language): Exclude<CheckedFormula, { problem: unknown }> {
  if ('problem' in checked) throw new ApiError('formula_invalid', { reason: checked.problem[language] })
  return checked
}

/** Canonical choices of a field. Throws field_choices_invalid if two are equal, or if the field holds no text. */
function choicesFor(choices: string[], { data_type, formula }: { data_type: DataType; formula?: unknown }): string[] {
  const canonical = choices.map((choice) => canonicalText(choice))
  const differ = new Set(canonical.map(foldedChoice))
  if (data_type !== 'String' || formula || differ.size < choices.length || differ.has(''))
    throw new ApiError('field_choices_invalid')
  return canonical
}

/** Returns the stored form of a typed name. */
const nameOf = (owner: FieldOwner, name: string, language: Language) =>
  owner === 'profile' ? canonicalText(name) : storedFieldName(canonicalText(name), language)

const shownAs = <F extends { display_name: string }>(owner: FieldOwner, field: F, language: Language): F =>
  owner === 'profile' ? field : localizeField(field, language)

/** Requested field. The system chooses a missing field name. */
type Asked<O extends FieldOwner> = Omit<NewField<O>, 'field_name'> & { field_name?: string | undefined }

/** Creates a custom field. Throws formula_invalid, and errors of its names. */
export async function makeField<O extends FieldOwner>(call: Call, owner: O, asked: Asked<O>): Promise<OwnFields[O]> {
  const { db, storeId, user, language } = call
  const display_name = nameOf(owner, asked.display_name, language)
  const field_name = asked.field_name ?? (await freeFieldName(db, storeId, display_name))
  const field: NewField<O> = { ...asked, field_name, display_name }
  if (asked.formula) {
    const { sensitive } = await checkFormula(call, owner, asked.formula, asked.data_type)
    if (owner === 'profile') field.sensitive ||= sensitive
  }
  if (asked.choices) field.choices = choicesFor(asked.choices, asked)
  const problem = await fieldNameProblem(db, storeId, field)
  if (problem) throw new ApiError(problem)
  return shownAs(owner, await insertField(db, owner, storeId, user.id, field), language)
}

/** Requested change; omitted keys keep their value. `drop`: accepts loss of unconvertible values; `confirm`: accepts broken rules. */
type Change<O extends FieldOwner> = Partial<NewField<O>> & {
  /** The version that the caller has seen; any version if left out. */
  origin_time?: string | undefined
  drop: boolean
  confirm: boolean
}

/**
 * Changes a field if the caller has seen its current version; throws `stale` otherwise. Few values are converted at once, more by the
 * returned job. Throws all errors of an invalid field.
 */
export async function changeField<O extends FieldOwner>(
  call: Call,
  owner: O,
  id: number,
  { origin_time, drop, confirm, ...change }: Change<O>,
  stale: (current: OwnFields[O]) => ApiError,
): Promise<OwnFields[O] & { job_id: number | null }> {
  const { core, db, storeId, user, language } = call
  const known = await findField(db, owner, storeId, id)
  if (!known) throw new ApiError('not_found')
  // Read before it is locked: an outdated version is refused below.
  const converts = isConverted(known, change)
  if (converts) refuseClosedField(user, known)
  if (converts || change.formula) await lockRules(db, storeId)
  const sources = converts || change.choices !== undefined ? await lockSources(db, storeId, mappedAs[owner], id) : []
  if (converts) await lockForPipeline(db, storeId, 'pipeline_busy')
  const held = await lockField(db, owner, storeId, id, origin_time)
  if (!held) throw new ApiError('not_found')
  const { field: now, fresh } = held
  if (!fresh) throw stale(shownAs(owner, now, language))
  if ('sensitive' in now && now.sensitive && change.sensitive === false && !may(user.rights, READ_SENSITIVE))
    throw new ApiError('forbidden', { permission: READ_SENSITIVE })
  const next = {
    ...now,
    ...change,
    display_name: nameOf(owner, change.display_name ?? now.display_name, language),
  }
  const problem = await fieldNameProblem(db, storeId, next, { owner, id })
  if (problem) throw new ApiError(problem)
  if (now.formula) await checkFormula(call, owner, next.formula as OwnFields[O]['formula'] & object, next.data_type)
  else if (change.formula) accepted(notComputed, language)

  const { field_name, display_name, data_type, sensitive, formula } = next
  const wanted =
    change.choices === undefined && 'choices' in now && data_type === 'String' ? now.choices : change.choices
  // A job gives the values their new type later.
  const choices = wanted ? choicesFor(wanted, now.data_type === 'String' ? next : now) : null
  let job_id: number | null = null
  if (converts) {
    const formulas = await formulasWith(db, owner, storeId, id)
    if (formulas.length > 0) throw new ApiError('field_in_use', { formulas: usersOf(formulas) })
    const rules = await rulesNaming(db, storeId, user.id, owner, id)
    if (!confirm && rules.segments.count + rules.views.count > 0) throw new ApiError('field_type_in_use', { ...rules })
    const request = { owner, field: id, name: display_name, to: data_type, drop, was: now.converting_to }
    job_id = await convertField(core, db, storeId, user, request)
  }
  // Their counts referred to former values.
  if (sources.length > 0) await outdateDryRuns(db, storeId, sources)
  const named = { field_name, display_name, formula, ...(owner === 'profile' && { sensitive, choices }) }
  const field = await updateField(db, owner, storeId, id, now.formula ? { ...named, data_type } : named)
  // While a job converts the values, the result is open.
  if ((converts && job_id === null) || change.formula) await revalidateRules(core, db, storeId, [keyOf[owner](id)])
  return { ...shownAs(owner, field, language), job_id }
}

/** Throws field_closed for an act whose answer tells how many have a value that the caller may not see. */
function refuseClosedField({ rights }: Caller, field: object): void {
  if ('sensitive' in field && field.sensitive === true && !may(rights, READ_SENSITIVE)) throw fieldClosed()
}

/** Effect of a type on existing values; `seen`: the caller may see samples. */
export async function previewType({ db, storeId, user }: Call, owner: FieldOwner, id: number, type: DataType) {
  const field = await findField(db, owner, storeId, id)
  if (!field) throw new ApiError('not_found')
  refuseClosedField(user, field)
  const preview = await surveyValues(db, { owner, storeId, id }, type)
  const rules = await rulesNaming(db, storeId, user.id, owner, id)
  const seen = may(user.rights, 'cdp-core.profile.read')
  if (seen && 'sensitive' in field && field.sensitive && preview.samples.length > 0) user.trace.note(id, null)
  return { ...preview, ...rules, samples: seen ? preview.samples : [] }
}

/** The segments and views whose rules name a field. */
async function rulesNaming(db: Db, storeId: number, userId: number, owner: FieldOwner, id: number) {
  const { segments, views, hidden_views } = await ruleUsers(db, storeId, userId, keyOf[owner](id))
  const shown = usersOf(views.map(({ name }) => name))
  return {
    segments: usersOf(segments.map(({ name }) => name)),
    views: { ...shown, count: shown.count + hidden_views },
  }
}

/** Counts users of a removed field by kind. */
interface Removed {
  job_id: number | null
  holders: number
  data_sources: number
  activity_types: number
}

/**
 * Deletes a field. Few values are deleted at once, more by the returned job. Throws field_in_use with the uses if the caller asks for
 * them, or has not confirmed the deletion of a field in use.
 */
export async function removeField(
  { core, db, storeId, user, language }: Call,
  owner: FieldOwner,
  id: number,
  { confirm, ask }: FieldDeletion,
): Promise<Removed> {
  const known = await findField(db, owner, storeId, id)
  if (!known) throw new ApiError('not_found')
  refuseClosedField(user, known)
  await lockRules(db, storeId)
  const sources = await lockSources(db, storeId, mappedAs[owner], id)
  // Before the lock, so that edits of profiles do not wait for it.
  const holders = await countValues(db, { owner, storeId, id })
  await lockForPipeline(db, storeId, 'pipeline_busy')
  const held = await lockField(db, owner, storeId, id)
  if (!held) throw new ApiError('not_found')
  const types =
    owner === 'profile' ? [] : (await typesWith(db, storeId, id)).map((name) => localizedTypeName(name, language))
  const formulas = await formulasWith(db, owner, storeId, id)
  const rules = await rulesNaming(db, storeId, user.id, owner, id)
  const named = sources.length + types.length + formulas.length + rules.segments.count + rules.views.count
  const confirmed = confirm === 'true' || (holders + named === 0 && !held.match_key)
  if (ask || !confirmed) {
    const used = { data_sources: usersOf(sources.map(({ name }) => name)), formulas: usersOf(formulas), ...rules }
    const own =
      owner === 'profile'
        ? { profiles: holders, match_key: held.match_key }
        : { activities: holders, activity_types: usersOf(types) }
    throw new ApiError('field_in_use', { ...own, ...used })
  }
  if (owner === 'activity') await removeFromTypes(db, storeId, id)
  await deleteField(db, owner, storeId, id)
  const request = { owner, field: id, name: held.field.display_name }
  const job_id = await deleteValues(core, db, storeId, user, request)
  await revalidateRules(core, db, storeId, [keyOf[owner](id)])
  return { job_id, holders, data_sources: sources.length, activity_types: types.length }
}
