import type { Trigger } from '@ruam/contract/automations/definition.ts'
import type { ActivityRule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { oneSegment } from '../../customers/membership/segments.ts'
import { countedActivities } from '../../customers/rules/activity-leaf.ts'
import { faultsOf } from '../../customers/rules/check.ts'
import { leavingReasons } from '../engine/leaving-reasons.ts'
import { byDay, contextAt } from '../engine/matching.ts'
import type { Candidate, Version, World } from '../records/world.ts'
import { filesOfMoves } from './files-of-moves.ts'
import type { Change } from './read-changes.ts'

type TriggerOf<K extends Trigger['kind']> = Extract<Trigger, { kind: K }>

/**
 * Returns the customers whose trigger happened by these changes. Files start a version only if it takes imports, and taking a file back starts
 * none. A customer who was merged meanwhile is one of the profile that stays.
 */
export async function candidatesOf(world: World, version: Version, changes: readonly Change[]): Promise<Candidate[]> {
  const { trigger, imports } = version.definition
  const starting = changes.filter(
    ({ origin }) => origin === null || origin === 'calculation' || (imports && origin.startsWith('run:')),
  )
  const of = (kind: Change['kind'], id: number) => starting.filter((one) => one.kind === kind && one.subject_id === id)
  switch (trigger?.kind) {
    case 'segment_entered':
      return moved(world, version, of('segment.entered', trigger.segment_id))
    case 'segment_left':
      return withReasons(world, trigger, await moved(world, version, of('segment.left', trigger.segment_id)))
    case 'activity':
      return acted(world, trigger, of('activity.created', trigger.activity_type_id))
    case 'friend':
      return followed(
        world,
        version,
        starting.filter(({ kind }) => kind === 'activity.created'),
      )
    case 'link':
      return clicked(world, trigger, of('link.clicked', trigger.broadcast_id))
    default:
      return []
  }
}

const causeOf = ({ id }: Pick<Change, 'id'>) => `change:${id}`
const fileOf = ({ origin }: Pick<Change, 'origin'>) =>
  origin?.startsWith('run:') ? { run_id: Number(origin.slice(4)) } : {}

/** Customers who moved. A calculation moves those whom a file changed, and others. */
async function moved(world: World, { definition }: Version, changes: readonly Change[]): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  for (const change of changes) {
    const files = change.origin === 'calculation' ? await filesOfMoves(world, change) : undefined
    for (const profile_id of change.profile_ids) {
      const run_id = files?.get(profile_id)
      if (run_id !== undefined && !definition.imports) continue
      const detail = run_id === undefined ? fileOf(change) : { run_id }
      candidates.push({ profile_id, at: change.at, cause: causeOf(change), detail })
    }
  }
  return candidates
}

/** Candidates who left for one of the chosen reasons, with all reasons. Nobody leaves a segment that is deleted. */
async function withReasons(
  world: World,
  { segment_id, reasons }: TriggerOf<'segment_left'>,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const segment = candidates.length > 0 ? await oneSegment(world.db, world.storeId, segment_id) : undefined
  if (!segment) return []
  const left: Candidate[] = []
  for (const some of onceEach(candidates)) {
    const found = await leavingReasons(world, segment, some)
    for (const one of some) {
      const own = found.get(one.profile_id) ?? []
      if (!reasons || own.some((reason) => reasons.includes(reason)))
        left.push({ ...one, detail: { ...one.detail, reasons: own } })
    }
  }
  return left
}

/** Splits candidates into sets that hold each customer once, in their order. */
function onceEach(candidates: readonly Candidate[]): Candidate[][] {
  const sets: Candidate[][] = []
  let known = new Set<number>()
  for (const one of candidates) {
    if (sets.length === 0 || known.has(one.profile_id)) {
      sets.push([])
      known = new Set()
    }
    known.add(one.profile_id)
    sets.at(-1)!.push(one)
  }
  return sets
}

/** FROM items `u` and `evaluated`: the activities of changes as they are now, each at the moment of its arrival. */
function activitiesOf({ storeId }: World, changes: readonly Change[]): RawBuilder<unknown> {
  const rows = changes.flatMap((change) => (change.activity_ids ?? []).map((id) => ({ id, change })))
  return sql`unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ change }) => causeOf(change))}::text[],
      ${rows.map(({ change }) => fileOf(change).run_id ?? null)}::bigint[]) u (id, cause, run_id)
    cross join lateral (
      select id, profile_id, type_id, activity_at, channel_id, created_at as at from activity
      where store_id = ${storeId} and id = u.id offset 0) evaluated`
}

interface ActivityRow {
  activity_id: number
  profile_id: number
  at: string
  cause: string
  run_id: number | null
}

const ofActivity = sql`evaluated.id as activity_id, evaluated.profile_id, evaluated.at, u.cause, u.run_id`

const candidateOf = ({ activity_id, profile_id, at, cause, run_id }: ActivityRow): Candidate => ({
  ...{ profile_id, at, cause },
  detail: { activity_id, ...(run_id !== null && { run_id }) },
})

/** Customers with an activity that fulfils the conditions; `first`: none that arrived before does. */
async function acted(
  world: World,
  { activity_type_id, where, first }: TriggerOf<'activity'>,
  changes: readonly Change[],
): Promise<Candidate[]> {
  const rule: ActivityRule = { kind: 'activity', activity_type_id, done: true, ...(where && { where }) }
  const group: RuleGroup = { condition: 'and', rules: [rule] }
  const candidates: Candidate[] = []
  const moments = changes.map((change) => ({ ...change, profile_id: 0 }))
  for (const [today, some] of byDay(world, moments)) {
    const context = await contextAt(world, group, today)
    if (faultsOf(group, context).length > 0) return []
    const such = countedActivities(rule, context)
    const { rows } = await sql<ActivityRow>`
      select ${ofActivity} from ${activitiesOf(world, some)}
      where exists (select from activity a where ${such} and a.id = evaluated.id)
        and (not ${first} or not exists (
          select from activity a where ${such} and a.profile_id = evaluated.profile_id and a.id < evaluated.id))
      order by evaluated.id`.execute(world.db)
    candidates.push(...rows.map(candidateOf))
  }
  return candidates
}

/** Customers who followed the account. An activity without one is from before it was noted, and counts if the friend came at that moment. */
async function followed(world: World, { definition }: Version, changes: readonly Change[]): Promise<Candidate[]> {
  const { rows } = await sql<ActivityRow>`
    select ${ofActivity} from ${activitiesOf(world, changes)}
      join activity_type t on t.store_id = ${world.storeId} and t.id = evaluated.type_id and t.purpose = 'line_follow'
    where ${definition.channel_id === null} or evaluated.channel_id = ${definition.channel_id}::int
      or evaluated.channel_id is null and exists (
      select from channel_friend f where f.store_id = ${world.storeId} and f.profile_id = evaluated.profile_id
        and f.channel_type in ('lineOA', 'lineModule') and f.channel_id = ${definition.channel_id}::int
        and f.status = 'friend' and f.since = evaluated.activity_at)
    order by evaluated.id`.execute(world.db)
  return rows.map(candidateOf)
}

/** Customers who clicked the link, or any link. */
async function clicked(
  world: World,
  { broadcast_id, url }: TriggerOf<'link'>,
  changes: readonly Change[],
): Promise<Candidate[]> {
  if (changes.length === 0) return []
  const { rows } = await sql<{ place: number }>`
    select place from broadcast_link where store_id = ${world.storeId} and broadcast_id = ${broadcast_id}
      and (${url}::text is null or target = ${url}::text)`.execute(world.db)
  const places = new Set(rows.map(({ place }) => String(place)))
  return changes.flatMap((change) =>
    places.has(change.details[0]!)
      ? change.profile_ids.map((profile_id) => ({ profile_id, at: change.at, cause: causeOf(change), detail: {} }))
      : [],
  )
}
