import { followerJobs, type listStates } from '@ruam/contract/channels/followers.ts'
import { sql } from 'kysely'
import type { Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { storeLocks } from '../../database/postgres/locks.ts'
import { startJob } from '../../jobs/start.ts'
import type { Core } from '../../servers/core.ts'

const { kind } = followerJobs.line_followers

interface Listing {
  channel_id: number
  id: number
  status: string
  finished_at: string | null
}

/** Returns the last job that read LINE's list of friends, for each account that has one. */
async function lastListings(db: Db, storeId: number, channelIds: readonly number[]): Promise<Map<number, Listing>> {
  const { rows } = await sql<Listing>`
    select distinct on (channel_id) channel_id, id, status, finished_at
    from (select (request ->> 'account')::int as channel_id, id, status, finished_at from job
      where store_id = ${storeId} and kind = ${kind}) listing
    where channel_id = any(${channelIds}::int[]) order by channel_id, id desc`.execute(db)
  return new Map(rows.map((row) => [row.channel_id, row]))
}

const isActive = ({ status }: Listing) => status === 'pending' || status === 'processing'

/** Starts the job that reads LINE's list of an account's friends, or returns the one at work. */
export async function startListing(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  by: Principal | null,
  channelId: number,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(${storeLocks.lineFriends}, ${storeId}::int)`.execute(db)
  const last = (await lastListings(db, storeId, [channelId])).get(channelId)
  if (last && isActive(last)) return last.id
  return startJob(core, db, storeId, by, { kind, request: { account: channelId } })
}

/** State of LINE's list of an account. */
interface ListState {
  state: (typeof listStates)[number]
  at: string | null
  count: number | null
  job_id: number | null
}

interface Listed {
  id: number
  listed_at: string | null
  listed: number | null
  list_refused_at: string | null
}

/** Returns the states of LINE's lists, by account. */
export async function listStatesOf(
  db: Db,
  storeId: number,
  accounts: readonly Listed[],
): Promise<ReadonlyMap<number, ListState>> {
  const ids = accounts.map(({ id }) => id)
  const last = await lastListings(db, storeId, ids)
  return new Map(accounts.map((account) => [account.id, stateOf(account, last.get(account.id))]))
}

function stateOf({ listed_at, listed, list_refused_at }: Listed, last: Listing | undefined): ListState {
  if (last && isActive(last)) return { state: 'reading', at: listed_at, count: listed, job_id: last.id }
  const none = { count: listed, job_id: null }
  if (list_refused_at) return { ...none, state: 'refused', at: list_refused_at }
  if (last?.status === 'failed') return { ...none, state: 'failed', at: last.finished_at }
  return { ...none, state: listed_at ? 'read' : 'none', at: listed_at }
}
