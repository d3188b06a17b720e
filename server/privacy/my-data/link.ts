import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import { newToken, tokenHash } from '../../core/tokens.ts'
import type { Db } from '../../database/db.ts'

/** Days in which a link acts. */
const LINK_DAYS = 30
/** Minutes in which a code acts. */
const CODE_MINUTES = 10
/** Tries of one code. */
const CODE_TRIES = 5
/** Codes that one link sends in all: its holder guesses at most 100 times at a million, and sends no more messages. */
const LINK_CODES = 20

type Secrets = { config: Pick<Config, 'secretKey'> }

/** Stores a new link of a live profile, in place of the former one. Returns its token, which is kept nowhere. */
export async function newLink(db: Db, storeId: number, profileId: number, by: number) {
  const token = newToken()
  const { rows } = await sql<{ expires_at: string }>`
    insert into my_data_link as l (store_id, profile_id, token_hash, created_by, expires_at)
    values (${storeId}, ${profileId}, ${tokenHash(token)}, ${by}, clock_timestamp() + make_interval(days => ${LINK_DAYS}))
    on conflict (store_id, profile_id) do update set token_hash = excluded.token_hash, created_at = clock_timestamp(),
      created_by = excluded.created_by, expires_at = excluded.expires_at,
      code_hash = null, code_user_id = null, code_until = null, code_tries = 0, codes = 0
    returning expires_at`.execute(db)
  return { token, expires_at: rows[0]!.expires_at }
}

/** Friend to whom a code is sent. */
export interface CodeFriend {
  channel_id: number
  external_id: string
}

const newestFriend = sql`
  select f.channel_id, f.external_id from channel_friend f
  join channel c on c.store_id = f.store_id and c.id = f.channel_id and c.status = 'active' and c.type in ('lineOA', 'lineModule')
  where f.store_id = l.store_id and f.profile_id = l.profile_id and f.status = 'friend'
  order by f.since desc, f.external_id limit 1`

/** Tells whether a profile has a LINE chat in which it can get a code. */
export async function hasChat(db: Db, storeId: number, profileId: number): Promise<boolean> {
  const { rows } = await sql`
    select from (values (${storeId}::int, ${profileId}::bigint)) l (store_id, profile_id) cross join lateral (${newestFriend}) f`.execute(
    db,
  )
  return rows.length > 0
}

/** Links in force. A merge ends those of both profiles: the remaining one shows more than the link was given for. */
const inForce = sql`l.expires_at > now()
  and exists (select from profile p where p.store_id = l.store_id and p.id = l.profile_id and p.deleted_at is null and p.merged_into is null)
  and not exists (select from profile_merge m where m.store_id = l.store_id and m.kept_id = l.profile_id and m.created_at >= l.created_at)`

/** Keyed with the link, so that a code opens no other one. */
const codeHash = ({ config }: Secrets, storeId: number, token: string, code: string) =>
  createHmac('sha256', config.secretKey).update(`my data code ${storeId} ${token} ${code}`).digest()

/** Draws a code and stores it for a link in force. Returns the friend to whom it goes; undefined for other links. */
export async function drawCode(
  core: Secrets,
  db: Db,
  storeId: number,
  token: string,
): Promise<{ code: string; friend: CodeFriend | undefined }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const { rows } = await sql<CodeFriend>`
    update my_data_link t set code_hash = ${codeHash(core, storeId, token, code)}, code_user_id = f.external_id,
      code_until = clock_timestamp() + make_interval(mins => ${CODE_MINUTES}), code_tries = 0, codes = t.codes + 1
    from my_data_link l cross join lateral (${newestFriend}) f
    where l.store_id = ${storeId} and l.token_hash = ${tokenHash(token)} and l.codes < ${LINK_CODES} and ${inForce}
      and t.store_id = l.store_id and t.profile_id = l.profile_id
    returning f.channel_id, f.external_id`.execute(db)
  return { code, friend: rows[0] }
}

/** Counts a try of a code. Returns the LINE user who got it if it is right; a code is taken once. */
export async function takeCode(
  core: Secrets,
  db: Db,
  storeId: number,
  token: string,
  code: string,
): Promise<string | undefined> {
  const hash = codeHash(core, storeId, token, code)
  const tried = await sql<{ profile_id: number }>`
    update my_data_link l set code_tries = code_tries + 1
    where l.store_id = ${storeId} and l.token_hash = ${tokenHash(token)} and l.code_until > now()
      and l.code_tries < ${CODE_TRIES} and ${inForce}
    returning l.profile_id`.execute(db)
  const profileId = tried.rows[0]?.profile_id ?? 0
  const { rows } = await sql<{ user_id: string }>`
    update my_data_link set code_hash = null, code_until = null
    where store_id = ${storeId} and profile_id = ${profileId} and code_hash = ${hash}
    returning code_user_id as user_id`.execute(db)
  return rows[0]?.user_id
}
