import { MAX_RESTRICTIONS, type Restrictions, type restrictionKinds } from '@ruam/contract/customers/restriction.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { type Principal, userIdOf } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { afterProfilesChanged } from '../changes/after-profiles-changed.ts'
import { insertHistory } from '../changes/history.ts'
import { lockLiveProfiles } from '../changes/lock-live.ts'
import { type ChangeSource, writtenBy } from '../changes/source.ts'
import { authorsNamed } from '../history/source-names.ts'
import { setRestricted } from '../profiles/write.ts'

type RestrictionKind = (typeof restrictionKinds)[number]

/** Returns the restrictions of a profile, the newest first. */
export async function restrictionsOf(db: Db, storeId: number, profileId: number): Promise<Restrictions> {
  const rows = await db
    .selectFrom('profile_restriction')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('profile_id', '=', profileId)
    .orderBy('id', 'desc')
    .limit(MAX_RESTRICTIONS)
    .execute()
  const people = await authorsNamed(db, [
    ...new Set(rows.flatMap(({ created_by, lifted_by }) => [created_by ?? [], lifted_by ?? []].flat())),
  ])
  const names = new Map(people.map(({ user_id, name }) => [user_id, { id: user_id, name }]))
  const named = (id: number | null) => (id === null ? null : (names.get(id) ?? null))
  const entries = rows.map(({ id, kind, reason, at, created_by, merge_id, lifted_at, lifted_by, lift_reason }) => ({
    ...{ id, kind, reason, at, by: named(created_by), merged: merge_id !== null },
    lifted: lifted_at === null ? null : { at: lifted_at, by: named(lifted_by), reason: lift_reason },
  }))
  return { current: entries.find(({ lifted }) => lifted === null) ?? null, entries }
}

/** Returns a profile's restriction as screens of one customer show it. */
export async function currentRestriction(db: Db, storeId: number, profileId: number) {
  const row = await db
    .selectFrom('profile_restriction')
    .select(['kind', 'reason', 'at'])
    .where('store_id', '=', storeId)
    .where('profile_id', '=', profileId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the kind of a profile's restriction; undefined without one. */
const restrictionKindOf = async (db: Db, storeId: number, profileId: number) =>
  (await currentRestriction(db, storeId, profileId))?.kind

interface NewRestriction {
  profile_id: number
  kind: RestrictionKind
  reason: string
}

/** Restricts a live profile. Returns false if it is restricted in this way already. Throws not_found. */
export async function restrictProfile(
  db: Db,
  storeId: number,
  by: Principal,
  { profile_id, kind, reason }: NewRestriction,
): Promise<boolean> {
  const former = await lockRestriction(db, storeId, profile_id)
  if (former === kind) return false
  await endRestriction(db, storeId, profile_id, by, null)
  await insertRestriction(db, storeId, { profile_id, kind, reason, created_by: userIdOf(by), merge_id: null })
  await applied(db, storeId, writtenBy(by), profile_id, [former ?? null, kind])
  return true
}

/** Lifts the restriction of a live profile. Throws not_found for a profile without one. */
export async function liftRestriction(db: Db, storeId: number, by: Principal, id: number, reason: string) {
  const former = await lockRestriction(db, storeId, id)
  if (former === undefined) throw new ApiError('not_found')
  await endRestriction(db, storeId, id, by, reason)
  await applied(db, storeId, writtenBy(by), id, [former, null])
}

/** Returns the kind of the restriction of a profile, which stays locked. Throws not_found for a profile that is not live. */
async function lockRestriction(db: Db, storeId: number, id: number): Promise<RestrictionKind | undefined> {
  if ((await lockLiveProfiles(db, storeId, [id])).length === 0) throw new ApiError('not_found')
  return restrictionKindOf(db, storeId, id)
}

type Kinds = readonly [before: RestrictionKind | null, after: RestrictionKind | null]

async function applied(db: Db, storeId: number, by: ChangeSource, id: number, kinds: Kinds): Promise<void> {
  const [before, after] = kinds
  if ((before === null) !== (after === null)) await setRestricted(db, storeId, id, after !== null)
  const row = sql`select ${id}::bigint as profile_id, ${JSON.stringify({ restriction: kinds })}::jsonb as changes, '{}'::jsonb as previous`
  await insertHistory(storeId, by, row).execute(db)
  if ((before === null) !== (after === null))
    await afterProfilesChanged(db, storeId, 'user', { judged: { ids: [id], reads: 'all' } })
}

const endRestriction = (db: Db, storeId: number, id: number, by: Principal, reason: string | null) =>
  db
    .updateTable('profile_restriction')
    .set({ lifted_at: sql`clock_timestamp()`, lifted_by: userIdOf(by), lift_reason: reason })
    .where('store_id', '=', storeId)
    .where('profile_id', '=', id)
    .where('lifted_at', 'is', null)
    .execute()

interface RestrictionRow {
  profile_id: number
  kind: RestrictionKind
  reason: string | null
  created_by: number | null
  merge_id: number | null
}

const insertRestriction = (db: Db, storeId: number, row: RestrictionRow) =>
  db
    .insertInto('profile_restriction')
    .values({ ...row, store_id: storeId })
    .execute()

interface Merged {
  id: number
  kept_id: number
  gone_id: number
}

/** Restricts the profile that stays as the one that goes was. Both are locked; the caller evaluates segments afterwards. */
export async function passRestriction(db: Db, storeId: number, { id, kept_id, gone_id }: Merged): Promise<void> {
  const [kept, gone] = [await restrictionKindOf(db, storeId, kept_id), await restrictionKindOf(db, storeId, gone_id)]
  if (kept !== undefined || gone === undefined) return
  await sql`insert into profile_restriction (store_id, profile_id, kind, reason, created_by, at, merge_id)
    select store_id, ${kept_id}::bigint, kind, reason, created_by, at, ${id}::int from profile_restriction
    where store_id = ${storeId} and profile_id = ${gone_id} and lifted_at is null`.execute(db)
  await setRestricted(db, storeId, kept_id, true)
}

/** Takes from the profile that stayed the restriction that a merge brought it, unless it was lifted or changed since. */
export async function revertPassedRestriction(db: Db, storeId: number, { id, kept_id }: Merged): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('profile_restriction')
    .where('store_id', '=', storeId)
    .where('profile_id', '=', kept_id)
    .where('merge_id', '=', id)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await setRestricted(db, storeId, kept_id, false)
}
