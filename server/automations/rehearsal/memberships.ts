import { sql } from 'kysely'
import { isLive } from '../../customers/fields/live.ts'
import { dependency } from '../../customers/membership/dependencies.ts'
import { mayBeMember } from '../../customers/membership/evaluate.ts'
import { faultsOf } from '../../customers/rules/check.ts'
import { compileRule } from '../../customers/rules/compile.ts'
import { contextAt } from '../engine/matching.ts'
import type { Moment } from '../records/world.ts'
import type { Change } from '../work/read-changes.ts'
import { changeOf, type PastWorld, type Touched } from './past-world.ts'
import type { SegmentRule } from './scope.ts'

/** Key of a customer of whom any segment may change. */
export const ALL = 'all'

/** Fills the segments for everybody at a moment. Customers whom staff pinned or took out stay as they are today. */
export async function fillSegments({ world, scope, today }: PastWorld, at: string): Promise<void> {
  const { db, storeId } = world
  for (const { id, rule } of scope.segments) {
    const context = { ...(await contextAt(world, rule, today)), moment: sql`${at}::timestamptz` }
    if (faultsOf(rule, context).length > 0) continue
    await sql`insert into pg_temp.profile_label (store_id, label_id, profile_id, source, created_at)
      select ${storeId}, ${id}::int, profile.id, 'rule', ${at}::timestamptz from profile
      where store_id = ${storeId} and ${mayBeMember} and ${compileRule(rule, context).is} is true
        and not exists (select from profile_label x where x.store_id = ${storeId} and x.label_id = ${id}::int and x.profile_id = profile.id)`.execute(
      db,
    )
  }
}

interface Moved extends Moment {
  joined: boolean
}

/**
 * Evaluates customers whom a change touched, each at the moment of its own, for the segments that read it, and for those that read these. Returns
 * the moves in the order of the segments, as changes of the stream.
 */
export async function followTouched(past: PastWorld, touched: readonly Touched[]): Promise<Change[]> {
  const { scope } = past
  const changes: Change[] = []
  const keys = new Map(touched.map(({ profile_id, keys }) => [profile_id, new Set(keys)]))
  for (const segment of scope.segments) {
    const reading = touched.filter(({ profile_id }) => {
      const own = keys.get(profile_id)!
      return own.has(ALL) || own.has(`turn:${segment.id}`) || segment.reads.some((key) => own.has(key))
    })
    changes.push(...(await moveTouched(past, segment, reading, keys)))
  }
  return changes
}

async function moveTouched(
  past: PastWorld,
  segment: SegmentRule,
  touched: readonly Touched[],
  keys: ReadonlyMap<number, Set<string>>,
): Promise<Change[]> {
  if (touched.length === 0) return []
  const origins = new Map(touched.map(({ profile_id, origin }) => [profile_id, origin]))
  const moves = await moveMembers(past, segment, touched)
  return moves.map(({ joined, ...one }) => {
    keys.get(one.profile_id)?.add(dependency.label(segment.id))
    const kind = joined ? 'segment.entered' : 'segment.left'
    return changeOf(past, kind, { ...one, origin: origins.get(one.profile_id) ?? null }, { subject_id: segment.id })
  })
}

/** Moves the members of a segment whose rule is another one at their moments. All moments are of the day of the world. */
async function moveMembers(
  { world, today }: PastWorld,
  { id, rule }: SegmentRule,
  moments: readonly Moment[],
): Promise<Moved[]> {
  const { db, storeId } = world
  // The writer of a change evaluates a millisecond after it (transactionTime).
  const moment = sql`(date_trunc('milliseconds', evaluated.at) + interval '1 millisecond')`
  const context = { ...(await contextAt(world, rule, today)), moment }
  if (faultsOf(rule, context).length > 0) return []
  const holds = sql`coalesce(${isLive()} and profile.restricted_at is null and ${compileRule(rule, context).is}, false)`
  const answer = sql`
    select profile.id as profile_id, evaluated.at, x.source, ${holds} as holds
    from unnest(${moments.map(({ profile_id }) => profile_id)}::bigint[], ${moments.map(({ at }) => at)}::timestamptz[])
        evaluated (profile_id, at)
      cross join lateral (select * from profile where store_id = ${storeId} and id = evaluated.profile_id offset 0) profile
      left join lateral (select source from profile_label where store_id = ${storeId} and label_id = ${id}::int
        and profile_id = evaluated.profile_id offset 0) x on true`
  const { rows } = await sql<Moved>`
    with answer as materialized (${answer}), joined as (
      insert into pg_temp.profile_label (store_id, label_id, profile_id, source, created_at)
      select ${storeId}, ${id}::int, profile_id, 'rule', at from answer where holds and source is null
    ), gone as (
      delete from pg_temp.profile_label d using answer a
      where d.store_id = ${storeId} and d.label_id = ${id}::int and d.profile_id = a.profile_id and not a.holds and a.source = 'rule'
    )
    select profile_id, at, holds as joined from answer
    where holds and source is null or not holds and source = 'rule' order by at, profile_id`.execute(db)
  return rows
}
