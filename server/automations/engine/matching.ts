import type { Condition } from '@ruam/contract/automations/definition.ts'
import type { ActivityRule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { isLive } from '../../customers/fields/live.ts'
import { countedActivities } from '../../customers/rules/activity-leaf.ts'
import { faultsOf } from '../../customers/rules/check.ts'
import { compileRule } from '../../customers/rules/compile.ts'
import { type RuleContext, ruleContext } from '../../customers/rules/context.ts'
import { dayAt } from '../../formats/values/time-zones.ts'
import type { Moment, World } from '../records/world.ts'

/** A moment of a run, with the instant at which the run began. */
type RunMoment = Moment & { entered_at: string }

/** Returns the customers for whom a condition holds, each at the moment of its own. A broken condition holds for none. */
export async function matching(
  world: World,
  condition: Condition,
  moments: readonly RunMoment[],
): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  const rule = ruleOf(condition)
  for (const [today, some] of byDay(world, moments)) {
    const context = await contextAt(world, rule, today)
    if (faultsOf(rule, context).length > 0) continue
    const holds =
      condition.kind === 'rule'
        ? compileRule(rule, context).is
        : sql`exists (select from activity a where ${countedActivities(rule.rules[0] as ActivityRule, context)}
            and a.profile_id = profile.id and a.activity_at > evaluated.since offset 0)`
    const { rows } = await sql<{ id: number }>`select profile.id from ${evaluated(some)}
      cross join lateral (
        select * from profile where store_id = ${world.storeId} and id = evaluated.profile_id offset 0) profile
      where ${isLive()} and ${holds}`.execute(world.db)
    for (const { id } of rows) found.add(id)
  }
  return found
}

function ruleOf(condition: Condition): RuleGroup {
  if (condition.kind === 'rule') return condition.rule
  const { activity_type_id, where } = condition
  return { condition: 'and', rules: [{ kind: 'activity', activity_type_id, done: true, ...(where && { where }) }] }
}

/** FROM item `evaluated`: customers with their moments, and the beginning of their runs. */
const evaluated = (moments: readonly RunMoment[]) =>
  sql`unnest(${moments.map(({ profile_id }) => profile_id)}::bigint[], ${moments.map(({ at }) => at)}::timestamptz[],
    ${moments.map(({ entered_at }) => entered_at)}::timestamptz[]) evaluated (profile_id, at, since)`

/** Instant of a row of `evaluated`. */
const moment: RawBuilder<unknown> = sql.ref('evaluated.at')

/** Groups moments by the day of the store: the rules of a statement share one day. */
export function byDay<M extends Moment>({ timeZone }: World, moments: readonly M[]): Map<string, M[]> {
  const days = new Map<string, M[]>()
  for (const one of moments) {
    const day = dayAt(one.at, timeZone)
    const some = days.get(day)
    if (some) some.push(one)
    else days.set(day, [one])
  }
  return days
}

const contexts = new WeakMap<World, Map<string, RuleContext>>()

/** Returns the context of a rule for rows of `evaluated` on a day. A world reads the definitions of a rule once. */
export async function contextAt(world: World, rule: RuleGroup, today: string): Promise<RuleContext> {
  const own = contexts.get(world) ?? new Map<string, RuleContext>()
  contexts.set(world, own)
  const key = JSON.stringify(rule)
  let context = own.get(key)
  if (!context) {
    context = await ruleContext(world.db, world.storeId, [rule])
    own.set(key, context)
  }
  return { ...context, today, moment }
}
