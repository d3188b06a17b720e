import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { fieldClosed } from '../../customers/profiles/closed.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'

interface PlacedWord {
  fieldId: number
  /** Path of a fault. */
  path: string
}

const wordsIn = (messages: readonly Message[], at = 'body.messages'): PlacedWord[] =>
  messages.flatMap((message, place) =>
    (('words' in message && message.words) || []).map(({ field_id }, index) => ({
      fieldId: field_id,
      path: `${at}.${place}.words.${index}`,
    })),
  )

/** Returns the ids of the words in messages. */
export const wordIdsIn = (messages: readonly Message[]): number[] => wordsIn(messages).map(({ fieldId }) => fieldId)

const fieldsById = async (db: Db, storeId: number) =>
  new Map((await fieldsOf(db, storeId, 'th')).map((field) => [field.id, field]))

/** Returns the fields of words in messages that a person may send. */
export async function openFields(
  db: Db,
  storeId: number,
  rights: Rights,
  messages: readonly Message[],
): Promise<ReadonlySet<number>> {
  if (wordsIn(messages).length === 0 || !may(rights, 'cdp-core.profile.read')) return new Set()
  const known = await fieldsById(db, storeId)
  return new Set([...known.values()].flatMap(({ id, sensitive }) => (sensitive ? [] : id)))
}

/** Returns the fields of the words in messages, or undefined if one was deleted or is sensitive now. */
export async function readableWords(
  db: Db,
  storeId: number,
  messages: readonly Message[],
): Promise<Field[] | undefined> {
  const ids = [...new Set(wordsIn(messages).map(({ fieldId }) => fieldId))]
  if (ids.length === 0) return []
  const known = await fieldsById(db, storeId)
  const fields = ids.flatMap((id) => known.get(id) ?? []).filter(({ sensitive }) => !sensitive)
  return fields.length === ids.length ? fields : undefined
}

/**
 * Throws not_found for a word whose field the store does not have, word_closed if it is sensitive, and forbidden or field_closed if the
 * person may not read it. Words that are stored already stay: a deleted field does not keep a draft from being saved.
 */
export async function refuseNewWords(
  db: Db,
  storeId: number,
  rights: Rights,
  messages: readonly Message[],
  stored: readonly Message[] = [],
): Promise<void> {
  const stay = new Set(wordsIn(stored).map(({ fieldId }) => fieldId))
  const added = wordsIn(messages).filter(({ fieldId }) => !stay.has(fieldId))
  if (added.length === 0) return
  const known = await fieldsById(db, storeId)
  for (const { fieldId } of added) {
    const field = known.get(fieldId)
    if (!field) throw new ApiError('not_found')
    refuseClosed(rights, field)
  }
}

/** Throws as above for all words of messages that are to be sent. Lost fields are broadcast_invalid, each at its place. */
export async function refuseWords(
  db: Db,
  storeId: number,
  rights: Rights,
  messages: readonly Message[],
  /** Path of the messages. */
  at = 'body.messages',
): Promise<void> {
  const words = wordsIn(messages, at)
  if (words.length === 0) return
  const known = await fieldsById(db, storeId)
  const lost = words.filter(({ fieldId }) => !known.has(fieldId)).map(({ path }) => path)
  if (lost.length > 0) throw new ApiError('broadcast_invalid', { fields: lost })
  for (const { fieldId } of words) refuseClosed(rights, known.get(fieldId)!)
}

function refuseClosed(rights: Rights, { sensitive, display_name }: Field): void {
  if (sensitive && !maySeeSensitive(rights)) throw fieldClosed()
  if (!may(rights, 'cdp-core.profile.read')) throw new ApiError('forbidden', { permission: 'cdp-core.profile.read' })
  if (sensitive) throw new ApiError('word_closed', { field: display_name })
}

/** Returns fields by their ids. Throws not_found, or word_closed for those that messages may not hold. */
export async function fieldsOfWords(db: Db, storeId: number, rights: Rights, ids: readonly number[]): Promise<Field[]> {
  const known = await fieldsById(db, storeId)
  return [...new Set(ids)].map((id) => {
    const field = known.get(id)
    if (!field) throw new ApiError('not_found')
    refuseClosed(rights, field)
    return field
  })
}
