import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { answerIn } from '../consents/standing.ts'
import { keyHasher } from './key-hashes.ts'

/** Returns the users of LINE whose data was erased on request, with the time of the erasure in milliseconds since 1970. */
export async function erasedUsers(
  db: Db,
  storeId: number,
  secretKey: string,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const hashOf = keyHasher(secretKey, storeId)
  const users = new Map(userIds.map((userId) => [hashOf('line_user_id', userId).toString('hex'), userId]))
  const { rows } = await sql<{ hash: string; at: number }>`
    select encode(key_hash, 'hex') as hash, (extract(epoch from max(erased_at)) * 1000)::float8 as at from erasure
    where store_id = ${storeId} and key_hash = any(select decode(h, 'hex') from unnest(${[...users.keys()]}::text[]) h)
    group by key_hash`.execute(db)
  return new Map(rows.map(({ hash, at }) => [users.get(hash)!, at]))
}

/** Returns the erased users of LINE whose ledger, which an erasure leaves, ends with a stop of theirs. */
export async function stoppedBeforeErasure(
  db: Db,
  storeId: number,
  secretKey: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return []
  const hashOf = keyHasher(secretKey, storeId)
  const users = new Map(userIds.map((userId) => [hashOf('line_user_id', userId).toString('hex'), userId]))
  const { rows } = await sql<{ hash: string }>`
    select distinct encode(x.key_hash, 'hex') as hash from erasure x
    join lateral (select distinct on (e.purpose_id) ${answerIn('e')} as said, e.source from consent_entry e
      where e.store_id = ${storeId} and e.profile_id = x.profile_id and not e.guardian order by e.purpose_id, e.at desc, e.id desc) newest on true
    where x.store_id = ${storeId} and x.key_hash = any(select decode(h, 'hex') from unnest(${[...users.keys()]}::text[]) h)
      and newest.said = 'withdrawn' and newest.source = 'line'`.execute(db)
  return rows.map(({ hash }) => users.get(hash)!)
}
