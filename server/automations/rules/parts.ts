import type { Condition, Definition, Step, Trigger } from '@ruam/contract/automations/definition.ts'
import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { dependency, groupDependencies } from '../../customers/membership/dependencies.ts'

interface PlacedStep {
  /** Place in the definition, `steps.2.yes.0`. */
  path: string
  step: Step
}

/** Returns every step with its place, those of branches behind their condition. */
export const placedSteps = (steps: readonly Step[]): PlacedStep[] =>
  steps.flatMap((step, index): PlacedStep[] => {
    const path = `steps.${index}`
    if (step.kind !== 'condition') return [{ path, step }]
    const inBranch = (way: 'yes' | 'no') => step[way].map((one, at) => ({ path: `${path}.${way}.${at}`, step: one }))
    return [{ path, step }, ...inBranch('yes'), ...inBranch('no')]
  })

/** Returns the steps of a kind with their places. */
export const stepsOfKind = <K extends Step['kind']>({ steps }: Pick<Definition, 'steps'>, kind: K) =>
  placedSteps(steps).flatMap(({ path, step }) => (isOfKind(step, kind) ? [{ path, step }] : []))

const isOfKind = <K extends Step['kind']>(step: Step, kind: K): step is Extract<Step, { kind: K }> => step.kind === kind

interface PlacedRule {
  path: string
  /** Null for the trigger and the exit. */
  step: number | null
  rule: RuleGroup
  /** True if the place is that of the only rule of the group. */
  isLeaf: boolean
}

const single = (rule: Rule): RuleGroup => ({ condition: 'and', rules: [rule] })

type Activity = Pick<Extract<Trigger, { kind: 'activity' }>, 'activity_type_id' | 'where'>

const activityRule = ({ activity_type_id, where }: Activity) =>
  single({ kind: 'activity', activity_type_id, done: true, where })

const ofCondition = (condition: Condition, path: string, step: number | null): PlacedRule =>
  condition.kind === 'rule'
    ? { path: `${path}.rule`, step, rule: condition.rule, isLeaf: false }
    : { path, step, rule: activityRule(condition), isLeaf: true }

/** Returns what a definition reads by rules: activities of its trigger, its conditions and its exit. */
export const rulesIn = ({ trigger, steps, exit }: Definition): PlacedRule[] => [
  ...(trigger?.kind === 'activity' ? [{ path: 'trigger', step: null, rule: activityRule(trigger), isLeaf: true }] : []),
  ...stepsOfKind({ steps }, 'condition').map(({ path, step }) =>
    ofCondition(step.condition, `${path}.condition`, step.id),
  ),
  ...(exit ? [ofCondition(exit, 'exit', null)] : []),
]

/** Returns the keys of all that decides who enters, which way they go and when they leave. */
export function readsOf(definition: Definition, fields: ReadonlyMap<number, Field>): string[] {
  const ofRules = rulesIn(definition).flatMap(({ rule }) => groupDependencies(rule, fields))
  return [...new Set([...readsOfTrigger(definition.trigger, fields), ...ofRules])].sort()
}

function readsOfTrigger(trigger: Trigger | null, fields: ReadonlyMap<number, Field>): string[] {
  switch (trigger?.kind) {
    case 'segment_entered':
    case 'segment_left':
      return [dependency.label(trigger.segment_id)]
    case 'date':
      return groupDependencies(single({ kind: 'profile', field_id: trigger.field_id, operator: 'not_empty' }), fields)
    case 'link':
      return [dependency.broadcast(trigger.broadcast_id)]
    default:
      return []
  }
}
