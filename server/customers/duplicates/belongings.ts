import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { answerIn, hasWithdrawn } from '../consents/standing.ts'
import type { MergeRow } from './queries.ts'

interface Ends {
  from: number
  to: number
}

/** Only what is named, or all there is. */
const among = (column: string, ids: readonly unknown[] | undefined, type: string) =>
  ids ? sql`and ${sql.raw(column)} = any(${ids}::${sql.raw(type)}[])` : sql``

// An identity has no id of its own: what moved is known by its hash.
const identityHash = sql.raw(`md5(kind || ' ' || scope || ' ' || value)`)

/** Activities, consents and identities go from one profile to another; answers which. `only`: those that a merge had moved. */
export async function moveBelongings(
  db: Db,
  storeId: number,
  { from, to }: Ends,
  only?: Pick<MergeRow, 'activities' | 'consents' | 'identities'>,
) {
  const moved = async <T>(table: string, key: string, ids: readonly unknown[] | undefined, type: string) => {
    const { rows } = await sql<{ id: T }>`
      update ${sql.table(table)} set profile_id = ${to}
      where store_id = ${storeId} and profile_id = ${from} ${among(key, ids, type)} returning ${sql.raw(key)} as id`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  }
  const identities = await sql<{ id: string }>`
    update identity set profile_id = ${to}
    where store_id = ${storeId} and profile_id = ${from}
      ${only ? sql`and ${identityHash} = any(${only.identities}::text[])` : sql``} returning ${identityHash} as id`.execute(
    db,
  )
  // Friends and the log follow the identity of the user.
  for (const [table, user] of [
    ['channel_friend', 'external_id'],
    ['online_log', 'user_id'],
  ] as const)
    await sql`update ${sql.table(table)} t set profile_id = ${to} from identity i
      where t.store_id = ${storeId} and t.profile_id = ${from} and i.store_id = ${storeId} and i.profile_id = ${to}
        and i.value = t.${sql.ref(user)}`.execute(db)
  // An answer goes where the user id goes that it came from, also one given since the merge.
  if (only)
    await sql`update consent_entry set profile_id = ${to}
      where store_id = ${storeId} and profile_id = ${from} and external_id = any(array(
        select value from identity where store_id = ${storeId} and profile_id = ${to}))`.execute(db)
  return {
    activities: await moved<number>('activity', 'id', only?.activities, 'bigint'),
    consents: await moved<number>('consent_entry', 'id', only?.consents, 'bigint'),
    identities: identities.rows.map(({ id }) => id),
  }
}

/**
 * Withdraws for both profiles of an undone merge what staff or a program withdrew while they were one: nobody knows which of the two
 * said it.
 */
export async function withdrawBoth(
  db: Db,
  storeId: number,
  { id, kept_id, gone_id }: Pick<MergeRow, 'id' | 'kept_id' | 'gone_id'>,
): Promise<void> {
  await sql`
    insert into consent_entry (store_id, profile_id, purpose_id, status, source, created_by, credential_id, version, evidence)
    select ${storeId}, ${gone_id}, newest.purpose_id, 'withdrawn', newest.source, newest.created_by, newest.credential_id,
      newest.version, newest.evidence
    from (select distinct on (purpose_id) * from consent_entry where store_id = ${storeId} and profile_id = ${kept_id} and not guardian
      order by purpose_id, at desc, id desc) newest
    join profile_merge m on m.store_id = ${storeId} and m.id = ${id} and newest.at > m.created_at
    where ${answerIn('newest')} = 'withdrawn' and newest.external_id is null
      and not ${hasWithdrawn(storeId, sql`${gone_id}::bigint`, sql`newest.purpose_id`)}`.execute(db)
}
