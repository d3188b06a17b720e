import { NAME_MAX_GRAPHEMES } from '@ruam/contract/platform/constants.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { outsideName } from '../../core/outside-text.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { askLine, LineError, LineUnreachable } from '../accounts/line-client.ts'
import { type AccountRow, findAccount } from '../accounts/queries.ts'
import { credentialsOf } from '../accounts/secrets.ts'
import { GraphError, GraphUnreachable, personName } from '../facebook/graph-client.ts'
import { pageToken } from '../facebook/page-secrets.ts'
import { type ChannelUser, channelScope, personKeyOf, type UserName } from './people.ts'
import { isDue } from './read-inbox.ts'

/** Calls at a time. LINE's limit for profiles is 2,000 a second. */
const AT_ONCE = 10

/** LINE's answer to GET /v2/bot/profile. */
const LineProfile = z.object({ displayName: outsideName(NAME_MAX_GRAPHEMES) })

interface WaitingUser {
  channel_id: number
  type: 'lineOA' | 'lineModule' | 'facebook'
  kind: ChannelUser['kind']
  scope: string
  user_id: string
  /** No customer yet, and the account can be asked. */
  nameless: boolean
}

/** Names of users by `keyOf`, and all users who were looked at: others have to wait, or they would become customers without a name. */
export interface UserNames {
  names: ReadonlyMap<string, UserName>
  asked: ReadonlySet<string>
}

/** Asks LINE and Facebook for the names of users who wait and are no customers yet, before the transaction that creates them. */
export async function userNames(core: Core, storeId: number, most: number): Promise<UserNames> {
  const names = new Map<string, UserName>()
  const { waiting, accounts } = await inStore(core.pool, storeId, (db) => waitingUsers(db, storeId, most))
  const users = waiting.filter(({ nameless }) => nameless)
  for (let from = 0; from < users.length; from += AT_ONCE)
    await Promise.all(
      users.slice(from, from + AT_ONCE).map(async ({ channel_id, kind, scope, user_id }) => {
        const name = await nameOf(core, storeId, accounts.get(channel_id)!, user_id)
        if (name !== null) names.set(personKeyOf({ kind, scope, userId: user_id }), name)
      }),
    )
  return {
    names,
    asked: new Set(waiting.map(({ kind, scope, user_id }) => personKeyOf({ kind, scope, userId: user_id }))),
  }
}

/** Returns the users of the events that wait, and the accounts in use of those who are no customers yet. */
async function waitingUsers(db: Db, storeId: number, most: number) {
  const { rows } = await sql<WaitingUser>`
    select distinct on (l.source, 4, l.user_id) c.id as channel_id, c.type, l.source as kind, ${channelScope} as scope, l.user_id,
      c.status = 'active' and not exists (select from identity n where n.store_id = ${storeId}
        and n.kind = l.source and n.value = l.user_id and (n.kind = 'line' or n.scope = ${channelScope})) as nameless
    from (select log_id from inbox where store_id = ${storeId} and ${isDue} order by tries > 0, log_id limit ${most}) i
    cross join lateral (select source, channel_id, user_id, event_type from online_log
      where store_id = ${storeId} and id = i.log_id offset 0) l
    cross join lateral (select * from channel where store_id = ${storeId} and id = l.channel_id offset 0) c
    where l.user_id is not null and l.event_type <> 'unfollow'
    order by l.source, 4, l.user_id, c.status = 'active' desc, c.id`.execute(db)
  const accounts = new Map<number, AccountRow>()
  for (const { channel_id, type, nameless } of rows)
    if (nameless && !accounts.has(channel_id))
      accounts.set(channel_id, (await findAccount(db, storeId, type, channel_id))!)
  return { waiting: rows, accounts }
}

/** Returns the name that a user has on LINE or Facebook, or null if it is not given. */
async function nameOf(core: Core, storeId: number, account: AccountRow, userId: string): Promise<UserName | null> {
  try {
    if (account.type !== 'facebook') {
      const path = `/v2/bot/profile/${encodeURIComponent(userId)}`
      const { displayName } = await askLine(core, credentialsOf(core, storeId, account), path, LineProfile)
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
