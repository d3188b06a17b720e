import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import type { Answer } from '@ruam/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { calledName, friendName } from '../settings/queries.ts'

type Recipients = Answer<typeof broadcasts.recipients>

interface Query {
  offset: number
  limit: number
  status?: string | undefined
  reason?: string | undefined
  after?: number | undefined
}

type RecipientRow = Omit<Recipients['results'][number], 'profile' | 'friend'> & {
  profile_id: number | null
  name: string
  is_friend: boolean
}

/** Chunks that a report shows. */
const CHUNKS = 100

/** The text that a recipient `r` of a broadcast `b` gets, as `armOf` says. */
const armOfRow = sql`case when r.status <> 'skipped' then coalesce(r.arm,
  case b.text_choice when 'half' then case when r.position % 2 = 1 then 'a' else 'b' end else b.text_choice end) end`

/** Clicks of a recipient `r`, before and after the person became the customer `p`. */
const clicksOf = (storeId: number, id: number) => sql`(coalesce(r.clicks, 0) + coalesce((
  select sum(c.clicks) from broadcast_person_click c
  where c.store_id = ${storeId} and c.broadcast_id = ${id} and c.profile_id in (p.id, p.merged_into)), 0))::int`

/** Name of a recipient `r` of a broadcast `b`: of the customer `p`, or of a friend who is none. */
const nameOf = (storeId: number) => sql`case when r.profile_id is null
  then ${friendName(storeId, sql`b.channel_id`, sql`r.external_id`)} else ${calledName} end`

/** Returns a page of recipients, with the counts by reason and the newest calls. */
export async function recipientsPage(db: Db, storeId: number, id: number, query: Query): Promise<Recipients> {
  const { offset, limit, status, reason, after } = query
  const such = sql`r.store_id = ${storeId} and r.broadcast_id = ${id}
    and (${status ?? null}::text is null or r.status = ${status ?? null}) and (${reason ?? null}::text is null or r.reason = ${reason ?? null})`
  const { rows } = await sql<RecipientRow>`
    select r.position, r.status, r.reason, r.updated_at as at, r.profile_id, r.profile_id is null and r.external_id is not null as is_friend,
      ${nameOf(storeId)} as name, ${armOfRow} as arm, ${clicksOf(storeId, id)} as clicks
    from (select * from broadcast_recipient r where ${such} and r.position > ${after ?? 0}::int
      order by r.position offset ${offset} limit ${rowsOf(limit)}) r
    join broadcast b on b.store_id = ${storeId} and b.id = ${id}
    left join profile p on p.store_id = ${storeId} and p.id = r.profile_id
    order by r.position`.execute(db)
  const { rows: reasons } = await sql<Recipients['reasons'][number]>`
    select status, reason, count(*)::int as total from broadcast_recipient
    where store_id = ${storeId} and broadcast_id = ${id} and status in ('skipped', 'failed') and reason is not null group by 1, 2 order by 3 desc, 1, 2`.execute(
    db,
  )
  const { rows: counted } = await (reason === undefined
    ? sql<{ total: number }>`
        select ${status === undefined ? sql`queued + accepted + failed + skipped + unknown` : sql.ref(status)} as total
        from broadcast where store_id = ${storeId} and id = ${id}`
    : sql<{ total: number }>`select count(*)::int as total from broadcast_recipient r where ${such}`
  ).execute(db)
  const { rows: chunks } = await sql<Recipients['chunks'][number]>`
    select id, recipients, status, tries, line_status, updated_at as at from broadcast_chunk
    where store_id = ${storeId} and broadcast_id = ${id} order by id desc limit ${CHUNKS}`.execute(db)
  return {
    results: rows.map(({ profile_id, name, is_friend, ...row }) => ({
      ...row,
      friend: is_friend ? { name } : null,
      profile: profile_id === null ? null : { id: profile_id, name },
    })),
    total: counted[0]!.total,
    reasons,
    chunks,
  }
}
