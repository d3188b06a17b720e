import { secondFactorRights } from '@ruam/contract/access/passkeys.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { TimedWork } from '../../core/clock.ts'
import { isUnreachable } from '../../core/sqlstate.ts'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { passkeyPlace } from './passkey-place.ts'

interface Demand {
  from: string
  /** True if the time has come. */
  due: boolean
}

/** Returns when stores of the person require a second factor, by server. `db`: home. */
async function demandsOn(core: Core, db: Db, userId: number): Promise<Demand[]> {
  const statement = 'select at as from, at <= now() as due from auth.second_factor_from($1, $2) at where at is not null'
  const here = await sql<Demand>`
    select at as from, at <= now() as due from auth.second_factor_from(${userId}, ${secondFactorRights}::text[]) at
    where at is not null`.execute(db)
  const { several, coreOf } = routerOf(core)
  if (!several) return here.rows
  const { rows: places } = await sql<{ server: number }>`
    select distinct server from auth.places_of(${userId})`.execute(db)
  const elsewhere = places.map(async ({ server }) => {
    try {
      return (await coreOf(server).pool.query<Demand>(statement, [userId, secondFactorRights])).rows
    } catch (error) {
      // Nobody opens the stores of a server that is away.
      if (!(error instanceof ApiError) && !isUnreachable(error)) throw error
      return []
    }
  })
  return [...here.rows, ...(await Promise.all(elsewhere)).flat()]
}

/** Returns the time from which the strictest store of the person requires a second factor. */
export async function secondFactorFrom(core: Core, db: Db, userId: number): Promise<string | null> {
  const demands = await demandsOn(core, db, userId)
  return demands.toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from))[0]?.from ?? null
}

/** True if a session may open no store until its person has added a passkey. */
export async function lacksSecondFactor(core: Core, db: Db, userId: number, sessionId: number): Promise<boolean> {
  // Nobody could add one: the operator's setting decides.
  if (passkeyPlace(core.config).problem) return false
  const { rows } = await sql<{ factor: string; passkey_wanted: boolean }>`
    select * from auth.session_factor(${sessionId})`.execute(db)
  const [session] = rows
  if (session?.factor !== '') return false
  return session.passkey_wanted || (await demandsOn(core, db, userId)).some(({ due }) => due)
}

/** Seconds in which a session without a second factor can add one. It opens no store meanwhile. */
const ENROL_SECONDS = 15 * 60

/** Ends sessions without a second factor, once a store requires one of their people. */
export async function endWeakSessions(core: Core): Promise<void> {
  if (passkeyPlace(core.config).problem) return
  const { rows } = await core.pool.query<{ id: number }>('select auth.people_with_second_factor($1) as id', [
    secondFactorRights,
  ])
  if (rows.length === 0) return
  const people = rows.map(({ id }) => id)
  await routerOf(core).home.pool.query('select auth.end_weak_sessions($1, $2)', [people, ENROL_SECONDS])
}

export const endWeakSessionsSteadily = (core: Core): TimedWork => ({
  name: 'weak-sessions',
  everyMs: 60_000,
  work: () => endWeakSessions(core),
})

export async function readSecondFactor(db: Db, storeId: number): Promise<string | null> {
  const of = db.selectFrom('store').select('second_factor_from').where('store_id', '=', storeId)
  return (await of.executeTakeFirstOrThrow()).second_factor_from
}

/** Requires a second factor after so many days, or no more if null. Returns false if it is so already. */
export async function setSecondFactor(db: Db, storeId: number, days: number | null): Promise<boolean> {
  const { rows } = await sql`
    update store set second_factor_from = now() + make_interval(days => ${days}::int)
    where store_id = ${storeId} and (second_factor_from is null) = (${days}::int is not null)
    returning store_id`.execute(db)
  return rows.length > 0
}
