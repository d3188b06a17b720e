import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { answerWords, type Hours } from '@ruam/contract/channels/answers.ts'
import { sql } from 'kysely'
import { wordIdsIn } from '../../../broadcasts/messages/word-fields.ts'
import { wordValues } from '../../../broadcasts/messages/words.ts'
import { type Field, fieldsOf } from '../../../customers/fields/fields.ts'
import { purchaseTypeOf } from '../../../customers/fields/purchase-type.ts'
import type { Db } from '../../../database/db.ts'
import { localTime, openingText } from '../opening-hours.ts'

const special: ReadonlySet<number> = new Set(Object.values(answerWords))

interface WordFields {
  /** Fields that messages may show. */
  open: Field[]
  /** A field was deleted, or is sensitive now. */
  lost: boolean
}

/** Returns the fields of the words in messages. */
export async function wordFieldsOf(db: Db, storeId: number, messages: readonly Message[]): Promise<WordFields> {
  const ids = new Set(wordIdsIn(messages).filter((id) => !special.has(id)))
  if (ids.size === 0) return { open: [], lost: false }
  const open = (await fieldsOf(db, storeId, 'th')).filter(({ id, sensitive }) => ids.has(id) && !sensitive)
  return { open, lost: open.length < ids.size }
}

/** Returns messages without the words that are no fields. */
export const fieldWordsOnly = (messages: readonly Message[]): Message[] =>
  messages.map((message) =>
    'words' in message && message.words
      ? { ...message, words: message.words.filter(({ field_id }) => !special.has(field_id)) }
      : message,
  )

interface Reader {
  /** The linked customer, or null: then all words but the opening times are fallbacks. */
  profileId: number | null
  hours: Hours | null
  timeZone: string
  /** Milliseconds since 1970. */
  at: number
}

/** Reads the values of words as one person sees them, now. */
export async function valuesFor(
  db: Db,
  storeId: number,
  messages: readonly Message[],
  { profileId, hours, timeZone, at }: Reader,
): Promise<ReadonlyMap<number, string | null>> {
  const used = new Set(wordIdsIn(messages))
  const values = new Map<number, string | null>()
  if (used.has(answerWords.opening_hours) && hours)
    values.set(answerWords.opening_hours, openingText(hours, localTime(at, timeZone)))
  if (profileId === null || (await isRestricted(db, storeId, profileId))) return values
  const { open } = await wordFieldsOf(db, storeId, messages)
  for (const [id, value] of (await wordValues(db, storeId, open, [profileId])).get(profileId) ?? [])
    values.set(id, value)
  if (used.has(answerWords.last_visit))
    values.set(answerWords.last_visit, await lastVisit(db, storeId, profileId, timeZone))
  return values
}

/** True for a customer whose data the store may not use, or who is gone. */
async function isRestricted(db: Db, storeId: number, profileId: number): Promise<boolean> {
  const { rows } = await sql`
    select from profile where store_id = ${storeId} and id = ${profileId}
      and deleted_at is null and merged_into is null and restricted_at is null`.execute(db)
  return rows.length === 0
}

const days = new Intl.DateTimeFormat('th-TH', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns the day of the last visit or purchase. */
async function lastVisit(db: Db, storeId: number, profileId: number, timeZone: string): Promise<string | null> {
  const purchase = await purchaseTypeOf(db, storeId)
  const { rows } = await sql<{ day: string | null }>`
    select (max(a.activity_at) at time zone ${timeZone})::date::text as day from activity a
    where a.store_id = ${storeId} and a.profile_id = ${profileId} and a.activity_at <= clock_timestamp()
      and (a.type_id = ${purchase?.id ?? 0} or a.type_id in (
        select id from activity_type where store_id = ${storeId} and purpose = 'visit'))`.execute(db)
  const day = rows[0]?.day
  return day ? days.format(new Date(`${day}T00:00:00Z`)) : null
}
