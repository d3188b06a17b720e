import type { Condition } from '@ruam/contract/automations/definition.ts'
import { stepsOf } from '@ruam/contract/automations/definition.ts'
import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import { hasAgeGate } from '../../customers/consents/calls/age-gate.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { dependency, groupDependencies } from '../../customers/membership/dependencies.ts'
import { allSegments } from '../../customers/membership/segments.ts'
import { normalizeRule } from '../../customers/membership/stored-rule.ts'
import type { Db } from '../../database/db.ts'
import type { Version } from '../records/world.ts'

const BIRTH_DATE = dependency.field(systemFields.find(({ column }) => column === 'birth_date')!.id)

/** A segment that follows changes in a rehearsal. */
export interface SegmentRule {
  id: number
  rule: RuleGroup
  reads: readonly string[]
}

/** Everything that automations read, through any depth of segments. */
export interface Scope {
  versions: readonly Version[]
  /** Automatic segments, each after those that its rule reads. Others keep the members of today. */
  segments: readonly SegmentRule[]
  /** Dependencies, as of segments. */
  reads: ReadonlySet<string>
  fields: ReadonlyMap<number, Field>
}

/** The rule of a condition, as the engine compiles it. */
function conditionRule(condition: Condition): RuleGroup {
  if (condition.kind === 'rule') return condition.rule
  const { activity_type_id, where } = condition
  return { condition: 'and', rules: [{ kind: 'activity', activity_type_id, done: true, ...(where && { where }) }] }
}

/** Rules of a version: of its conditions, its exit and its trigger. */
export function rulesOf({ definition }: Version): RuleGroup[] {
  const { trigger, exit, steps } = definition
  const conditions = stepsOf(steps).flatMap((step) => (step.kind === 'condition' ? [step.condition] : []))
  const activity = trigger?.kind === 'activity' ? [conditionRule({ ...trigger, kind: 'activity_since' })] : []
  return [...[...conditions, ...(exit ? [exit] : [])].map(conditionRule), ...activity]
}

/** Dependencies that are no rule: the segment or the day of a trigger, and what steps write. */
function namedBy({ definition }: Version): string[] {
  const { trigger, steps } = definition
  const ofTrigger =
    trigger?.kind === 'segment_entered' || trigger?.kind === 'segment_left'
      ? [dependency.label(trigger.segment_id)]
      : trigger?.kind === 'date'
        ? [dependency.field(trigger.field_id)]
        : []
  const ofSteps = stepsOf(steps).flatMap((step) =>
    step.kind === 'label'
      ? [dependency.label(step.label_id)]
      : step.kind === 'value'
        ? [dependency.field(step.field_id)]
        : [],
  )
  return [...ofTrigger, ...ofSteps]
}

/** Type of the activities by which customers become friends, if a version begins with one. */
async function followType(db: Db, storeId: number, versions: readonly Version[]): Promise<string[]> {
  if (!versions.some(({ definition }) => definition.trigger?.kind === 'friend')) return []
  const rows = await db
    .selectFrom('activity_type')
    .select('id')
    .where('store_id', '=', storeId)
    .where(sql<boolean>`purpose = 'line_follow'`)
    .execute()
  return rows.map(({ id }) => dependency.activity(id))
}

export async function scopeOf(db: Db, storeId: number, versions: readonly Version[]): Promise<Scope> {
  const fields = new Map((await fieldsOf(db, storeId, 'th')).map((field) => [field.id, field]))
  const guarded = await hasAgeGate(db, storeId)
  /** Under an age gate consents follow the birth date, those of rules and those of messages. */
  const withBirth = (keys: readonly string[]) =>
    guarded && keys.some((key) => key.startsWith('consent:')) ? [...keys, BIRTH_DATE] : keys
  const named = versions.flatMap((version) => [
    ...(guarded && stepsOf(version.definition.steps).some(({ kind }) => kind === 'message') ? [BIRTH_DATE] : []),
    ...rulesOf(version).flatMap((rule) => withBirth(groupDependencies(rule, fields))),
    ...namedBy(version),
  ])
  const reads = new Set([...named, ...(await followType(db, storeId, versions))])
  const all = (await allSegments(db, storeId)).filter(({ auto_apply }) => auto_apply)
  const found = new Map<number, SegmentRule>()
  for (let more = true; more; ) {
    more = false
    for (const { id, rule } of all) {
      if (found.has(id) || !reads.has(dependency.label(id))) continue
      const whole = normalizeRule(rule)
      const own = withBirth(groupDependencies(whole, fields))
      found.set(id, { id, rule: whole, reads: own })
      for (const key of own) reads.add(key)
      more = true
    }
  }
  return { versions, segments: inOrder([...found.values()]), reads, fields }
}

/** Sorts segments so that each follows those that it reads. Rules have no cycles. */
function inOrder(segments: readonly SegmentRule[]): SegmentRule[] {
  const sorted: SegmentRule[] = []
  const visit = (segment: SegmentRule) => {
    if (sorted.includes(segment)) return
    for (const other of segments) if (segment.reads.includes(dependency.label(other.id))) visit(other)
    sorted.push(segment)
  }
  for (const segment of segments) visit(segment)
  return sorted
}

const idsOf = (reads: ReadonlySet<string>, kind: string) =>
  [...reads].flatMap((key) => {
    const [name, id] = key.split(':')
    return name === kind && id ? [Number(id)] : []
  })

/** Types of activities, labels, purposes and stored fields among dependencies. */
export const namesIn = ({ reads, fields }: Pick<Scope, 'reads' | 'fields'>) => ({
  types: idsOf(reads, 'activity'),
  labels: idsOf(reads, 'label'),
  purposes: idsOf(reads, 'consent'),
  broadcasts: idsOf(reads, 'broadcast'),
  fields: idsOf(reads, 'field').flatMap((id) => {
    const field = fields.get(id)
    return field && !field.formula ? [field] : []
  }),
})
