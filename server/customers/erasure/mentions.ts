import { MAX_MENTIONS } from '@ruam/contract/customers/erasure.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'

/** Position of a name: table, row, column, and the profile of the row. */
export interface Mention {
  /** The erased person who is named. */
  erased_id: number
  place: string
  field: string
  row_key: string
  profile_id: number | null
}

/** Inserts places of erased people's names, each once, and up to MAX_MENTIONS for each person. */
export async function insertMentions(db: Db, storeId: number, mentions: readonly Mention[]): Promise<void> {
  if (mentions.length === 0) return
  await sql`insert into erasure_mention (store_id, erased_id, place, field, row_key, profile_id)
    select ${storeId}, m.erased_id, m.place, m.field, m.row_key, m.profile_id
    from (select *, row_number() over (partition by erased_id order by place, row_key, field) as no
      from jsonb_to_recordset(${JSON.stringify(mentions)}::jsonb)
        found (erased_id bigint, place text, field text, row_key text, profile_id bigint)) m
    where m.no <= ${MAX_MENTIONS} - (select count(*) from erasure_mention
      where store_id = ${storeId} and erased_id = m.erased_id)
    order by m.erased_id, m.no
    on conflict do nothing`.execute(db)
}

const columns = [
  'm.id',
  'm.erased_id',
  'm.place',
  'm.field',
  'm.row_key',
  'm.profile_id',
  'm.found_at',
  'm.outcome',
  'm.settled_at',
] as const

interface MentionQuery {
  offset: number
  limit: number
  status: 'open' | 'settled'
}

/** A page of them: the open ones of the newest erasure first, or those that were settled last. */
export async function listMentions(db: Db, storeId: number, { offset, limit, status }: MentionQuery) {
  const of = status === 'open' ? 'is' : 'is not'
  const rows = db.selectFrom('erasure_mention as m').where('m.store_id', '=', storeId).where('m.outcome', of, null)
  return pageRows(rows, { offset, limit }, (page) =>
    page
      .select(columns)
      .orderBy(status === 'open' ? 'm.found_at' : 'm.settled_at', 'desc')
      .orderBy('m.id', 'desc'),
  )
}

export type MentionRow = Awaited<ReturnType<typeof listMentions>>['data'][number]

/** Writes down what became of a place; undefined when there is none. */
export function settleMention(db: Db, storeId: number, userId: number, id: number, outcome: 'kept' | 'cleaned') {
  return db
    .updateTable('erasure_mention as m')
    .set({ outcome, settled_at: sql`clock_timestamp()`, settled_by: userId })
    .where('m.store_id', '=', storeId)
    .where('m.id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

export async function countMentions(db: Db, storeId: number, erasedIds: readonly number[]): Promise<number> {
  const { total } = await db
    .selectFrom('erasure_mention')
    .select(sql<number>`count(*)`.as('total'))
    .where('store_id', '=', storeId)
    .where('erased_id', '=', sql<number>`any(${erasedIds}::bigint[])`)
    .executeTakeFirstOrThrow()
  return total
}
