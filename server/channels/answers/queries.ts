import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { type AnswerKind, answerKinds, answerLimits, type Hours } from '@ruam/contract/channels/answers.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'

const columns = [
  ...['id', 'channel_id', 'kind', 'name', 'place', 'variants', 'match', 'messages', 'quick_replies'],
  ...['hands_over', 'opens_my_data', 'enabled', 'updated_at'],
] as const

/** Order of a list: greetings, keywords by their place, the others. */
const listOrder = sql`array_position(${[...answerKinds]}::text[], kind)`

const answersOf = (db: Db, storeId: number) =>
  db
    .selectFrom('answer')
    .where('store_id', '=', storeId)
    .select(columns as readonly (typeof columns)[number][])

export type AnswerRow = Awaited<ReturnType<typeof listAnswers>>[number]

/** Returns the answers of an account in their order. */
export const listAnswers = (db: Db, storeId: number, channelId: number) =>
  answersOf(db, storeId).where('channel_id', '=', channelId).orderBy(listOrder).orderBy('place').orderBy('id').execute()

/** Returns the answers that accounts give, each account's in their order. */
export const enabledAnswers = (db: Db, storeId: number, channelIds: readonly number[]) =>
  answersOf(db, storeId)
    .where('channel_id', 'in', channelIds)
    .where('enabled', '=', true)
    .orderBy('channel_id')
    .orderBy(listOrder)
    .orderBy('place')
    .orderBy('id')
    .execute()

export const findAnswer = (db: Db, storeId: number, id: number) =>
  answersOf(db, storeId).where('id', '=', id).executeTakeFirst()

export interface AnswerValues {
  name: string
  variants: string[]
  match: 'contains' | 'whole'
  messages: readonly Message[]
  quick_replies: string[]
  hands_over: boolean
  opens_my_data: boolean
  enabled: boolean
}

interface NewAnswer extends AnswerValues {
  channelId: number
  kind: AnswerKind
}

/** Inserts an answer; a keyword comes last. Returns its id, or undefined if the account has as many as it may. */
export async function insertAnswer(
  db: Db,
  storeId: number,
  userId: number,
  { channelId, kind, ...values }: NewAnswer,
): Promise<number | undefined> {
  // Serializes two that take the same place.
  await sql`select 1 from channel where store_id = ${storeId} and id = ${channelId} for no key update`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into answer (store_id, channel_id, kind, name, place, variants, match, messages, quick_replies, hands_over, opens_my_data,
      enabled, created_by)
    select ${storeId}, ${channelId}, ${kind}, ${values.name},
      case when ${kind} = 'keyword' then coalesce(max(place), 0) + 1 end, ${values.variants}::text[], ${values.match},
      ${JSON.stringify(values.messages)}::jsonb, ${values.quick_replies}::text[], ${values.hands_over}, ${values.opens_my_data},
      ${values.enabled}, ${userId}
    from answer where store_id = ${storeId} and channel_id = ${channelId}
    having count(*) < ${answerLimits.answers}::int
    returning id`.execute(db)
  return rows[0]?.id
}

/** Changes the version that was read. Returns false if there is a newer one or none. */
export async function updateAnswer(
  db: Db,
  storeId: number,
  id: number,
  seen: string,
  { messages, ...values }: AnswerValues,
): Promise<boolean> {
  const updated = await db
    .updateTable('answer')
    .set({ ...values, messages: JSON.stringify(messages), fault_noted_at: null, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Returns false if there is no such answer. */
export async function deleteAnswer(db: Db, storeId: number, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('answer')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Orders keyword answers. Returns false unless the ids are those of all keyword answers of the account. */
export async function orderAnswers(
  db: Db,
  storeId: number,
  channelId: number,
  ids: readonly number[],
): Promise<boolean> {
  await sql`select 1 from channel where store_id = ${storeId} and id = ${channelId} for no key update`.execute(db)
  const known = (await listAnswers(db, storeId, channelId)).filter(({ kind }) => kind === 'keyword')
  if (known.length !== ids.length || new Set([...ids, ...known.map(({ id }) => id)]).size !== ids.length) return false
  await sql`
    update answer a set place = o.place
    from unnest(${[...ids]}::int[]) with ordinality o (id, place)
    where a.store_id = ${storeId} and a.id = o.id and a.place <> o.place`.execute(db)
  return true
}

/** Notes that staff are notified of a closed field in an answer. Returns false if they were before. */
export async function noteFault(db: Db, storeId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    update answer set fault_noted_at = clock_timestamp()
    where store_id = ${storeId} and id = ${id} and fault_noted_at is null returning 1`.execute(db)
  return rows.length > 0
}

interface StoredHours {
  hours: Hours | null
  hours_updated_at: string | null
}

/** Returns the opening times of an account. */
export async function hoursOf(db: Db, storeId: number, channelId: number): Promise<StoredHours> {
  const row = await db
    .selectFrom('answer_hours')
    .where('store_id', '=', storeId)
    .where('channel_id', '=', channelId)
    .select(['hours', 'updated_at'])
    .executeTakeFirst()
  return { hours: row?.hours ?? null, hours_updated_at: row?.updated_at ?? null }
}

/** Saves opening times over the version that was read, null: none. Returns false if there is another one. */
export async function saveHours(
  db: Db,
  storeId: number,
  channelId: number,
  seen: string | null,
  hours: Hours | null,
): Promise<boolean> {
  const { rows } = await sql`
    insert into answer_hours as h (store_id, channel_id, hours)
    select ${storeId}, ${channelId}, ${JSON.stringify(hours)}::jsonb
    where ${seen}::timestamptz is null or exists (select from answer_hours where store_id = ${storeId} and channel_id = ${channelId})
    on conflict (store_id, channel_id) do update
      set hours = excluded.hours, updated_at = greatest(clock_timestamp(), h.updated_at + interval '1 microsecond')
      where h.updated_at = ${seen}::timestamptz
    returning 1`.execute(db)
  return rows.length > 0
}
