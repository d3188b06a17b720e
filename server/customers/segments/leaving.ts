import type { Rule } from '@ruam/contract/customers/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import { turnsOfRule } from '../membership/next-change.ts'
import type { ProfileRow } from '../profiles/queries.ts'
import { compileRule } from '../rules/compile.ts'
import type { RuleContext } from '../rules/context.ts'
import { addDays, type Clock, clockOf } from '../rules/days.ts'
import { evaluateTree, type Tree } from './tree.ts'

/** Maximum days ahead. */
const DAYS = 400
/** Maximum time-dependent rules, and maximum instants to test. With more, there is no result. */
const MOST_MOVING = 6
const MOST_INSTANTS = 200
/** Maximum tests per statement: with more, planning takes longer than execution. */
const TESTS = 150

interface Person {
  person: ProfileRow
  /** Result of each leaf now. */
  so: readonly (boolean | null)[]
}

/**
 * Returns the first day on which the rule stops matching by the clock alone, if nothing of the profile changes. Evaluates the rule at each
 * midnight and at each instant in between that can change it. Null without such a day within 400, or if the rule asks for other segments,
 * whose members the clock may change too.
 */
export async function leavesOn(
  db: Db,
  context: RuleContext,
  { root, leaves }: Tree,
  { person, so }: Person,
): Promise<string | null> {
  const rules = leaves.map(({ rule }) => rule)
  const turns = rules.map((rule) => turnsOfRule(rule, context))
  const types = [...new Set(turns.flatMap((one) => one.types))]
  const between = await instantsOf(db, context, person, { rules, types })
  const moving = leaves.flatMap((_, place) => {
    const { day, hour } = turns[place]!
    return day || hour || (turns[place]!.types.length > 0 && between.length > 0) ? [place] : []
  })
  if (moving.length === 0 || moving.length > MOST_MOVING || between.length > MOST_INSTANTS) return null
  if (await asksSegments(db, context, rules)) return null
  const moments = momentsAhead(context, between)
  for (let from = 0, step = Math.floor(TESTS / moving.length); from < moments.length; from += step) {
    const these = moments.slice(from, from + step)
    const found = await matchesAt(db, context, { these, moving: moving.map((place) => rules[place]!), id: person.id })
    for (const [index, clock] of these.entries()) {
      const at = found.slice(index * moving.length, (index + 1) * moving.length)
      const holds = evaluateTree(root, (place) =>
        moving.includes(place) ? at[moving.indexOf(place)]! : so[place] === true,
      )
      if (holds !== true) return clock.today
    }
  }
  return null
}

/** True if a rule asks for labels that follow rules themselves. */
async function asksSegments(db: Db, { storeId }: RuleContext, rules: readonly Rule[]): Promise<boolean> {
  const ids = rules.flatMap((rule) => (rule.kind === 'label' ? rule.label_ids : []))
  if (ids.length === 0) return false
  const { rows } = await sql`select from segment
    where store_id = ${storeId} and label_id = any(${ids}::int[]) limit 1`.execute(db)
  return rows.length > 0
}

/** Instants ahead at which a window of hours ends, or an activity that is in the books already happens. */
async function instantsOf(
  db: Db,
  { storeId, now }: RuleContext,
  { id, created_at, updated_at }: ProfileRow,
  { rules, types }: { rules: readonly Rule[]; types: readonly number[] },
): Promise<string[]> {
  const windows = rules.flatMap((rule) =>
    rule.kind === 'activity' && rule.window && 'last' in rule.window && rule.window.last.unit === 'hour'
      ? [{ type: rule.activity_type_id, hours: rule.window.last.n }]
      : [],
  )
  const profile = rules.flatMap((rule) => {
    if (rule.kind !== 'time' || (rule.operator !== 'in_last' && rule.operator !== 'not_in_last')) return []
    const at = rule.at === 'created' ? created_at : updated_at
    return rule.value.unit === 'hour' ? [{ at, hours: rule.value.n }] : []
  })
  const at = sql`${now.toISOString()}::timestamptz`
  const ends = (at: RawBuilder<unknown>) => sql`${at} + make_interval(hours => w.hours, secs => 0.001)`
  const { rows } = await sql<{ at: string }>`select ends as at from (
      select ${ends(sql`a.activity_at`)} as ends
      from unnest(${windows.map(({ type }) => type)}::int[], ${windows.map(({ hours }) => hours)}::int[]) w (type, hours)
      join activity a on a.store_id = ${storeId} and a.profile_id = ${id} and a.type_id = w.type
        and a.activity_at >= ${at} - make_interval(hours => w.hours)
      union select ${ends(sql`w.at`)}
      from unnest(${profile.map((one) => one.at)}::timestamptz[], ${profile.map(({ hours }) => hours)}::int[]) w (at, hours)
      union select activity_at + interval '1 millisecond' from activity
      where store_id = ${storeId} and profile_id = ${id} and type_id = any(${types}::int[]) and activity_at > ${at}) ahead
    where ends > ${at} order by 1 limit ${MOST_INSTANTS + 1}`.execute(db)
  return rows.map((row) => row.at)
}

/** The midnights ahead and these instants in their order. */
function momentsAhead(context: RuleContext, instants: readonly string[]): Clock[] {
  const { timeZone } = context
  const midnights = Array.from({ length: DAYS }, (_, days) => {
    const today = addDays(context.today, days + 1)
    return { now: new Date(dayBegins(today, timeZone)), timeZone, today }
  })
  const end = midnights.at(-1)!.now
  const others = instants.map((at) => clockOf(new Date(at), timeZone)).filter(({ now }) => now < end)
  return [...midnights, ...others].sort((one, other) => one.now.getTime() - other.now.getTime())
}

/** Tests rules on a profile at each moment. Returns all results of the first moment, then all of the next. */
async function matchesAt(
  db: Db,
  context: RuleContext,
  { these, moving, id }: { these: readonly Clock[]; moving: readonly Rule[]; id: number },
): Promise<boolean[]> {
  const tests = these.flatMap((clock) =>
    moving.map((rule) => compileRule({ condition: 'and', rules: [rule] }, { ...context, ...clock }).is),
  )
  const { rows } = await sql<{ so: boolean[] }>`
    select array[${sql.join(tests.map((is) => sql`(${is}) is true`))}] as so
    from profile where store_id = ${context.storeId} and id = ${id}`.execute(db)
  return rows[0]?.so ?? []
}
