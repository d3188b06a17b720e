import { rowsOf } from '@ruam/contract/platform/common.ts'
import { sql } from 'kysely'
import type { Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { afterProfilesChanged } from '../changes/after-profiles-changed.ts'
import { insertHistory } from '../changes/history.ts'
import { writtenBy } from '../changes/source.ts'
import { touching } from '../changes/touch.ts'
import { dropPin, writePin } from '../labels/pins.ts'
import { noteDepartures } from '../membership/departures.ts'
import { dependency } from '../membership/dependencies.ts'
import { evaluate, evaluateAll, type Moved } from '../membership/evaluate.ts'
import type { SegmentRow } from '../membership/segments.ts'
import { noteWriter, transactionTime } from '../membership/writers.ts'
import { ranksOf } from './order.ts'

interface Row {
  source: 'rule' | 'manual_add' | 'manual_remove' | 'import' | null
}

interface Membership extends Row {
  member: boolean
}

const membershipOf = (source: Row['source'] | undefined): Membership => ({
  member: source !== undefined && source !== null && source !== 'manual_remove',
  source: source ?? null,
})

/** True if a profile is a member, with the reason. */
export async function membership(db: Db, storeId: number, id: number, profileId: number): Promise<Membership> {
  const row = await db
    .selectFrom('profile_label')
    .select('source')
    .where('store_id', '=', storeId)
    .where('label_id', '=', id)
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
  return membershipOf(row?.source)
}

/** Returns when members joined a segment: when they were pinned, if they are. */
export async function sinceOf(db: Db, storeId: number, id: number, profileIds: readonly number[]) {
  const { rows } = await sql<{ profile_id: number; since: string; pinned: boolean }>`
    select profile_id, coalesce(pinned_at, created_at) as since, source = 'manual_add' as pinned from profile_label
    where store_id = ${storeId} and label_id = ${id} and profile_id = any(${profileIds}::bigint[]) and source <> 'manual_remove'
    order by profile_id`.execute(db)
  return rows
}

/** Locks a segment against deletion until the transaction ends. */
async function keepLabel(db: Db, storeId: number, id: number): Promise<void> {
  await sql`select from label where store_id = ${storeId} and id = ${id} for key share`.execute(db)
}

/** Counts the change of a locked profile, records it in the history, and re-evaluates segments that depend on this one. */
async function settle(
  db: Db,
  storeId: number,
  by: Principal,
  { id, profileId }: { id: number; profileId: number },
  before: Membership,
): Promise<Membership> {
  const after = await membership(db, storeId, id, profileId)
  if (after.member === before.member) return after
  if (before.member) await noteDepartures(db, storeId, [{ label_id: id, profile_id: profileId }])
  await touching(storeId, sql`${[profileId]}::bigint[]`).execute(db)
  const changes = JSON.stringify({ [`label:${id}`]: [before.member, after.member] })
  const entry = sql`select ${profileId}::bigint as profile_id, ${changes}::jsonb as changes, '{}'::jsonb as previous`
  await insertHistory(storeId, writtenBy(by), entry).execute(db)
  const judged = { ids: [profileId], reads: [dependency.label(id)] }
  await afterProfilesChanged(db, storeId, 'user', { labels: { [id]: after.member ? 1 : -1 }, judged })
  return after
}

/** Pins a profile in or out, regardless of the rule. The caller holds the profile. */
export async function pin(
  db: Db,
  storeId: number,
  by: Principal,
  of: { id: number; profileId: number },
  value: boolean,
): Promise<Membership> {
  await keepLabel(db, storeId, of.id)
  const before = await membership(db, storeId, of.id, of.profileId)
  await writePin(db, storeId, by.id, of, value)
  return settle(db, storeId, by, of, before)
}

/** Removes a pin, so that the rule decides again. The caller holds the profile. */
export async function unpin(
  db: Db,
  storeId: number,
  by: Principal,
  segment: SegmentRow,
  profileId: number,
): Promise<Membership> {
  const of = { id: segment.id, profileId }
  await keepLabel(db, storeId, of.id)
  const before = await membership(db, storeId, of.id, profileId)
  await dropPin(db, storeId, of)
  await noteWriter(db, storeId)
  await evaluate(db, storeId, [profileId], [segment], await transactionTime(db))
  return settle(db, storeId, by, of, before)
}

/** Evaluates a locked profile for these segments in order of dependency, and counts. Returns the moves. */
export async function evaluatePerson(
  db: Db,
  storeId: number,
  profileId: number,
  segments: readonly SegmentRow[],
): Promise<Moved[]> {
  await noteWriter(db, storeId)
  const ranks = await ranksOf(db, storeId)
  const inTurn = [...Map.groupBy(segments, ({ id }) => ranks.get(id) ?? 0)].sort(([one], [other]) => one - other)
  const moved: Moved[] = []
  for (const [, these] of inTurn) moved.push(...(await evaluateAll(db, storeId, [profileId], these)))
  const labels: Record<number, number> = {}
  for (const { label_id, joined } of moved) labels[label_id] = (labels[label_id] ?? 0) + (joined ? 1 : -1)
  if (moved.length > 0) await afterProfilesChanged(db, storeId, 'user', { labels })
  return moved
}

/** Segments of a profile with the reasons, among these. */
export async function memberships(db: Db, storeId: number, profileId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('profile_label')
    .select(['label_id', 'source'])
    .where('store_id', '=', storeId)
    .where('profile_id', '=', profileId)
    .where('label_id', 'in', ids)
    .execute()
  const sources = new Map(rows.map(({ label_id, source }) => [label_id, source]))
  return ids.map((id) => ({ reference_id: id, ...membershipOf(sources.get(id)) }))
}

/** Pinned and excluded profiles of a segment, the newest first. */
export async function pinsOf(db: Db, storeId: number, id: number, page: { offset: number; limit: number }) {
  const rows = db
    .selectFrom('profile_label')
    .innerJoin('profile', (join) =>
      join
        .onRef('profile.store_id', '=', 'profile_label.store_id')
        .onRef('profile.id', '=', 'profile_label.profile_id'),
    )
    .where('profile_label.store_id', '=', storeId)
    .where('label_id', '=', id)
    .where('pinned_at', 'is not', null)
    .where('profile_label.source', 'in', ['manual_add', 'manual_remove'])
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const pins = await rows
    .leftJoin('users', 'users.id', 'pinned_by')
    .select([
      'profile.id',
      sql<string>`btrim(concat_ws(' ', profile.first_name, profile.last_name))`.as('name'),
      'profile_label.source',
      'pinned_at',
      'pinned_by',
      sql<string | null>`btrim(users.first_name || ' ' || users.last_name)`.as('author'),
    ])
    .orderBy('pinned_at', 'desc')
    .orderBy('profile.id')
    .offset(page.offset)
    .limit(rowsOf(page.limit))
    .execute()
  const data = pins.map(({ id: profile, name, source, pinned_at, pinned_by, author }) => ({
    profile: { id: profile, name },
    value: source === 'manual_add',
    by: pinned_by === null ? null : { id: pinned_by, name: author ?? '' },
    at: pinned_at!,
  }))
  return { data, total }
}

/** Returns the pin of a profile, if any. */
export async function pinOf(db: Db, storeId: number, id: number, profileId: number) {
  const row = await db
    .selectFrom('profile_label')
    .leftJoin('users', 'users.id', 'pinned_by')
    .select([
      'source',
      'pinned_at',
      'pinned_by',
      'profile_label.created_at',
      sql<string | null>`btrim(users.first_name || ' ' || users.last_name)`.as('author'),
    ])
    .where('store_id', '=', storeId)
    .where('label_id', '=', id)
    .where('profile_id', '=', profileId)
    .where('source', 'in', ['manual_add', 'manual_remove'])
    .executeTakeFirst()
  if (!row) return null
  const { source, pinned_at, pinned_by, author, created_at } = row
  const by = pinned_by === null ? null : { id: pinned_by, name: author ?? '' }
  return { value: source === 'manual_add', by, at: pinned_at ?? created_at }
}
