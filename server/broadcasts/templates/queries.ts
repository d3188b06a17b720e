import type { Message, MessageAction } from '@ruam/contract/broadcasts/messages.ts'
import { MAX_TEMPLATES } from '@ruam/contract/broadcasts/templates.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'

const summaries = (db: Db, storeId: number) =>
  db
    .selectFrom('broadcast_template as t')
    .leftJoin('users as u', 'u.id', 't.created_by')
    .where('t.store_id', '=', storeId)
    .select([
      't.id',
      't.name',
      sql<number>`jsonb_array_length(t.messages)`.as('messages'),
      sql<number>`jsonb_array_length(t.quick_replies)`.as('quick_replies'),
      't.updated_at',
      't.created_by',
      sql<string>`btrim(concat_ws(' ', u.first_name, u.last_name))`.as('author_name'),
    ])

export type TemplateSummaryRow = Awaited<ReturnType<typeof listTemplates>>[number]

/** Returns the templates of a store by name. */
export const listTemplates = (db: Db, storeId: number) =>
  summaries(db, storeId).orderBy(sql`t.name collate "th-x-icu"`).orderBy('t.id').execute()

export const findTemplateSummary = (db: Db, storeId: number, id: number) =>
  summaries(db, storeId).where('t.id', '=', id).executeTakeFirst()

/** Returns the messages and quick replies of a template. */
export const findTemplateParts = (db: Db, storeId: number, id: number) =>
  db
    .selectFrom('broadcast_template')
    .select(['messages', 'quick_replies'])
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()

interface NewTemplate {
  name: string
  messages: readonly Message[]
  quick_replies: readonly MessageAction[]
}

/** Inserts a template. Returns its id, or undefined if the store has MAX_TEMPLATES. */
export async function insertTemplate(
  db: Db,
  storeId: number,
  userId: number,
  { name, messages, quick_replies }: NewTemplate,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into broadcast_template (store_id, name, messages, quick_replies, created_by)
    select ${storeId}, ${name}, ${JSON.stringify(messages)}::jsonb, ${JSON.stringify(quick_replies)}::jsonb, ${userId}
    where (select count(*) from broadcast_template where store_id = ${storeId}) < ${MAX_TEMPLATES}::int
    returning id`.execute(db)
  return rows[0]?.id
}

/** Renames the version that was read. Returns false if there is a newer one or none. */
export async function renameTemplate(
  db: Db,
  storeId: number,
  id: number,
  seen: string,
  name: string,
): Promise<boolean> {
  const renamed = await db
    .updateTable('broadcast_template')
    .set({ name, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning('id')
    .executeTakeFirst()
  return renamed !== undefined
}

/** Returns false if there is no such template. */
export async function deleteTemplate(db: Db, storeId: number, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('broadcast_template')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}
