import { isDeepStrictEqual } from 'node:util'
import type { Definition, Step } from '@ruam/contract/automations/definition.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { retainFiles } from '../../broadcasts/messages/named-files.ts'
import { refuseNewWords } from '../../broadcasts/messages/word-fields.ts'
import { ApiError } from '../../core/api-error.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { fieldClosed } from '../../customers/profiles/closed.ts'
import { readRule } from '../../customers/profiles/list-conditions.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import { isDefinitionClosed } from './closed.ts'
import { placedSteps, rulesIn, stepsOfKind } from './parts.ts'
import { existingOf, type References, referencesIn } from './references.ts'
import { lackedRightsOf } from './rights.ts'
import { isSettable, valueFor } from './settable.ts'

/**
 * Returns a sent definition as it is stored. Parts that are stored already may stay broken; what is added or changed is checked. Throws
 * field_closed if it reads or sets what is closed to the writer, forbidden for a step that takes a right that the writer lacks, not_found for a
 * reference that the store does not have, invalid_input for a rule that compares with a wrong type, word_closed, and automation_step for a
 * label, field or value that a step cannot use.
 */
export async function readDefinition(
  db: Db,
  storeId: number,
  rights: Rights,
  sent: Definition,
  /** Undefined for a new automation. */
  before: Definition | undefined,
): Promise<Definition> {
  if (await isDefinitionClosed(db, storeId, rights, sent)) throw fieldClosed()
  const former = new Map(placedSteps(before?.steps ?? []).map(({ step }) => [step.id, step]))
  const changed = placedSteps(sent.steps).filter(({ step }) => !isDeepStrictEqual(step, former.get(step.id)))
  const [lacked] = lackedRightsOf({ steps: changed.map(({ step }) => withoutBranches(step)) }, rights)
  if (lacked) throw new ApiError('forbidden', { permission: lacked.permission })
  await refuseUnknown(db, storeId, sent, before)
  await readRules(db, storeId, rights, sent, before)
  const messages = (of: Definition) => stepsOfKind(of, 'message').flatMap(({ step }) => step.messages)
  await refuseNewWords(db, storeId, rights, messages(sent), before ? messages(before) : [])
  await retainFiles(db, storeId, messages(sent))
  return withStoredValues(db, storeId, rights, sent, new Set(changed.map(({ step }) => step.id)))
}

/** Steps of branches are listed by themselves. */
const withoutBranches = (step: Step): Step => (step.kind === 'condition' ? { ...step, yes: [], no: [] } : step)

/** Throws not_found for a reference that is new and that the store does not have. Rules are read by themselves. */
async function refuseUnknown(db: Db, storeId: number, sent: Definition, before: Definition | undefined): Promise<void> {
  const next = referencesIn([sent], false)
  const former = before && referencesIn([before], false)
  const existing = await existingOf(db, storeId, next)
  const fields = new Set((await fieldsOf(db, storeId, 'th')).map(({ id }) => id))
  for (const kind of Object.keys(next) as (keyof References)[]) {
    const known: { has(id: number): boolean } = kind === 'fields' ? fields : existing[kind]
    if ([...next[kind]].some((id) => !former?.[kind].has(id) && !known.has(id))) throw new ApiError('not_found')
  }
  const segment =
    sent.trigger && 'segment_id' in sent.trigger ? existing.labels.get(sent.trigger.segment_id) : undefined
  if (segment?.type === 'general') refuseStep('trigger.segment_id', segment.name)
}

/** Checks rules that are not stored as they are. */
async function readRules(
  db: Db,
  storeId: number,
  rights: Rights,
  sent: Definition,
  before: Definition | undefined,
): Promise<void> {
  const former = before ? rulesIn(before).map(({ rule }) => rule) : []
  for (const { path, rule } of rulesIn(sent)) {
    if (former.some((one) => isDeepStrictEqual(one, rule))) continue
    await readRule(db, storeId, rights, rule, `body.definition.${path}`)
  }
}

const refuseStep = (path: string, subject: string): never => {
  throw new ApiError('automation_step', { fields: [`body.definition.${path}`], subject })
}

/** Reads the values of changed steps, as an edit of a customer does. */
async function withStoredValues(
  db: Db,
  storeId: number,
  rights: Rights,
  sent: Definition,
  changed: ReadonlySet<number>,
): Promise<Definition> {
  const labels = (await existingOf(db, storeId, referencesIn([sent]))).labels
  for (const { path, step } of stepsOfKind(sent, 'label')) {
    const label = labels.get(step.label_id)
    if (changed.has(step.id) && label && label.type !== 'general') refuseStep(`${path}.label_id`, label.name)
  }
  const values = stepsOfKind(sent, 'value').filter(({ step }) => changed.has(step.id))
  if (values.length === 0) return sent
  const fields = new Map((await fieldsOf(db, storeId, 'th')).map((field) => [field.id, field]))
  if (!maySeeSensitive(rights) && values.some(({ step }) => fields.get(step.field_id)?.sensitive)) throw fieldClosed()
  const timeZone = await timeZoneOf(db, storeId)
  const stored = new Map(
    values.map(({ path, step }) => [step.id, storedValue(fields.get(step.field_id)!, { path, step, timeZone })]),
  )
  const withValue = <S extends Step>(step: S): S =>
    step.kind === 'value' && stored.has(step.id) ? { ...step, value: stored.get(step.id) } : step
  return {
    ...sent,
    steps: sent.steps.map((step) =>
      step.kind === 'condition'
        ? { ...step, yes: step.yes.map(withValue), no: step.no.map(withValue) }
        : withValue(step),
    ),
  }
}

interface Setting {
  path: string
  step: Extract<Step, { kind: 'value' }>
  timeZone: string
}

function storedValue(field: Field, { path, step, timeZone }: Setting) {
  if (field.sensitive || !isSettable(field)) return refuseStep(`${path}.field_id`, field.display_name)
  const read = valueFor(field, step.value, timeZone)
  return read ? read.value : refuseStep(`${path}.value`, field.display_name)
}
