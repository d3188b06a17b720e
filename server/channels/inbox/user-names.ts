import { setTimeout as pause } from 'node:timers/promises'
import { NAME_MAX_GRAPHEMES } from '@ruam/contract/platform/constants.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { outsideName } from '../../core/outside-text.ts'
import { runningPipeline, tryLockForEdit } from '../../customers/profiles/lock.ts'
import { writeValues } from '../../customers/profiles/write.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { fetchLine, LineError, LineUnreachable } from '../accounts/line-client.ts'
import { type AccountRow, findAccount } from '../accounts/queries.ts'
import { credentialsOf } from '../accounts/secrets.ts'
import { GraphError, GraphUnreachable, personName } from '../facebook/graph-client.ts'
import { pageToken } from '../facebook/page-secrets.ts'
import { type AccountFriend, claimNameless, endNameless, type NamelessFriend, nameFriends } from '../friends/names.ts'

/** Calls at a time. */
const AT_ONCE = 10
/** Friends per round. If no answer comes, a round takes 40 s and the job ends. */
const ROUND = 50
/** Milliseconds of a full round, at least: 500 names a second, a quarter of LINE's limit, which the shop's other tools share. */
const ROUND_MS = 100
/** Milliseconds after which the names of other stores come first. */
const SLICE_MS = 10_000

/** LINE's answer to GET /v2/bot/profile. */
const LineProfile = z.object({ displayName: outsideName(NAME_MAX_GRAPHEMES) })

/** The name of a user: on LINE one, on Facebook two. */
interface UserName {
  display: string | null
  last: string | null
}

interface NamedFriend extends AccountFriend {
  account: AccountRow
  name: UserName
}

/** Stores whose names this process fetches, by database. `again`: a job came meanwhile. */
const fetching = new WeakMap<Core['pool'], Map<number, { again: boolean }>>()

/**
 * Fetches from LINE and Facebook the names of friends who came without one, until none is due or other stores' turn has come. A name that
 * is not given is requested again after growing pauses. A second job of a store ends at once: the first does its work at LINE's rate.
 */
export async function fetchNames(core: Core, storeId: number, signal: AbortSignal): Promise<void> {
  const stores = fetching.get(core.pool) ?? new Map<number, { again: boolean }>()
  fetching.set(core.pool, stores)
  const active = stores.get(storeId)
  if (active) {
    active.again = true
    return
  }
  const own = { again: true }
  stores.set(storeId, own)
  let ended = true
  try {
    while (ended && own.again && !signal.aborted) {
      own.again = false
      ended = await fetchRounds(core, storeId, signal)
    }
  } finally {
    stores.delete(storeId)
  }
  if (ended) return
  await inStore(core.pool, storeId, (db) =>
    core.jobs.enqueue(db, 'channel-names', { store_id: storeId }, { once: true }),
  )
}

/** Fetches rounds of names. Returns false if its time is over and more may be due. */
async function fetchRounds(core: Core, storeId: number, signal: AbortSignal): Promise<boolean> {
  const end = performance.now() + SLICE_MS
  while (!signal.aborted) {
    const next = performance.now() + ROUND_MS
    if (next > end) return false
    const { due, accounts } = await inStore(core.pool, storeId, (db) => dueFriends(db, storeId))
    const named: NamedFriend[] = []
    for (let from = 0; from < due.length && !signal.aborted; from += AT_ONCE)
      await Promise.all(
        due.slice(from, from + AT_ONCE).map(async (friend) => {
          const account = accounts.get(friend.channel_id)
          const name = account && (await nameOf(core, storeId, account, friend))
          if (name?.display || name?.last) named.push({ ...friend, account: account!, name })
        }),
      )
    if (named.length === 0) return true
    await inStore(core.pool, storeId, (db) => saveNames(db, storeId, named))
    if (due.length === ROUND) await pause(Math.max(0, next - performance.now()), undefined, { signal }).catch(() => {})
  }
  return true
}

/** Claims friends whose name is due; none while an import holds the profiles. */
async function dueFriends(db: Db, storeId: number) {
  const accounts = new Map<number, AccountRow>()
  if (await runningPipeline(db, storeId)) return { due: [], accounts }
  const due = await claimNameless(db, storeId, ROUND)
  for (const { channel_id } of due) {
    if (accounts.has(channel_id)) continue
    for (const type of ['lineOA', 'lineModule', 'facebook'] as const) {
      const account = await findAccount(db, storeId, type, channel_id)
      if (account) accounts.set(channel_id, account)
    }
  }
  return { due, accounts }
}

const fieldId = (name: string) => systemFields.find((field) => field.name === name)!.id
const LINE_DISPLAY_NAME = fieldId('lineDisplayName')
const FIRST_NAME = fieldId('firstName')
const LAST_NAME = fieldId('lastName')

/** Writes names into profiles that have none, and into rows of friends. An import that began since keeps profiles for the next try. */
async function saveNames(db: Db, storeId: number, named: readonly NamedFriend[]): Promise<void> {
  await nameFriends(
    db,
    storeId,
    named.flatMap(({ channel_id, external_id, account, name: { display } }) =>
      display && account.type !== 'facebook' ? [{ channel_id, external_id, name: display }] : [],
    ),
  )
  if (!(await tryLockForEdit(db, storeId))) return
  const { rows } = await sql<{ id: number; channel_id: number; external_id: string; line: boolean; facebook: boolean }>`
    select p.id, f.channel_id, f.external_id, p.line_display_name is null as line,
      p.first_name is null and p.last_name is null as facebook
    from (select f.profile_id, n.channel_id, n.external_id
      from jsonb_to_recordset(${JSON.stringify(named.map(({ channel_id, external_id }) => ({ channel_id, external_id })))}::jsonb)
        as n (channel_id int, external_id text)
      cross join lateral (select profile_id, channel_id from channel_friend
        where store_id = ${storeId} and external_id = n.external_id offset 0) f
      where f.channel_id = n.channel_id and f.profile_id is not null order by f.profile_id offset 0) f
    cross join lateral (select id, line_display_name, first_name, last_name from profile
      where store_id = ${storeId} and id = f.profile_id and deleted_at is null and merged_into is null
      offset 0 for no key update) p`.execute(db)
  for (const [channelId, found] of Map.groupBy(rows, ({ channel_id }) => channel_id)) {
    const edits = new Map<number, ReadonlyMap<number, string | null>>()
    let kind: 'line' | 'facebook' = 'line'
    for (const { id, external_id, line, facebook } of found) {
      const { account, name } = named.find((one) => one.channel_id === channelId && one.external_id === external_id)!
      if (account.type === 'facebook') kind = 'facebook'
      if (kind === 'line' && line) edits.set(id, new Map([[LINE_DISPLAY_NAME, name.display]]))
      if (kind === 'facebook' && facebook)
        edits.set(
          id,
          new Map([
            [FIRST_NAME, name.display],
            [LAST_NAME, name.last],
          ]),
        )
    }
    const values = [...edits].map(([id, edit]) => ({ id, values: edit }))
    if (values.length > 0) await writeValues(db, storeId, { source: kind, id: channelId }, values)
  }
  await endNameless(db, storeId, named)
}

/** Returns the name that a user has on LINE or Facebook, or null if it is not given. */
async function nameOf(
  core: Core,
  storeId: number,
  account: AccountRow,
  { external_id: userId, display_name }: NamelessFriend,
): Promise<UserName | null> {
  if (display_name !== null) return { display: display_name, last: null }
  try {
    if (account.type !== 'facebook') {
      const path = `/v2/bot/profile/${encodeURIComponent(userId)}`
      const { displayName } = await fetchLine(core, credentialsOf(core, storeId, account), path, LineProfile)
      return { display: displayName || null, last: null }
    }
    const app = core.config.facebook
    if (!app) return null
    const { first_name = '', last_name = '' } = await personName(app, userId, pageToken(core, storeId, account))
    return { display: first_name || null, last: last_name || null }
  } catch (error) {
    if ([LineError, LineUnreachable, GraphError, GraphUnreachable].some((kind) => error instanceof kind)) return null
    throw error
  }
}
