import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { LETTER_NAME, letterText } from '@ruam/contract/privacy/letter-text.ts'
import { refuseWords } from '../../broadcasts/messages/word-fields.ts'
import { insertLetterBroadcast } from '../../broadcasts/records/letters.ts'
import { reserveOrRefuse, wakeSender } from '../../broadcasts/sending/schedule.ts'
import { lineMonth } from '../../channels/accounts/line-month.ts'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { type LetterRow, reachedByAccount } from './queries.ts'

/** Sends an approved letter by each account that reaches its customers. Throws letter_nobody, broadcast_quota and word_closed. */
export async function sendLetter(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  rights: Rights,
  letter: LetterRow,
): Promise<number> {
  const messages = [await messageOf(db, storeId, letter)]
  await refuseWords(db, storeId, rights, messages)
  const accounts = await reachedByAccount(db, storeId, letter.incident_id)
  if (accounts.length === 0) throw new ApiError('letter_nobody')
  const month = lineMonth(new Date(databaseNow()))
  for (const { channel_id: channelId, people } of accounts) {
    const reserved = await reserveOrRefuse(db, storeId, { channelId, month }, people, { perPerson: 1, trims: false })
    await insertLetterBroadcast(db, storeId, {
      ...{ incidentId: letter.incident_id, number: letter.number, channelId, messages, reserved, month },
      authorIds: letter.author_ids,
    })
    await wakeSender(core, db, storeId, channelId)
  }
  return accounts.reduce((sum, { people }) => sum + people, 0)
}

async function messageOf(db: Db, storeId: number, { text_th, text_en }: LetterRow): Promise<Message> {
  const names = (text: string, fallback: string) =>
    text
      .split(LETTER_NAME)
      .slice(1)
      .map(() => fallback)
  const fallbacks = [...names(text_th, 'ลูกค้า'), ...names(text_en, 'customer')]
  const text = letterText(text_th, text_en).replaceAll(LETTER_NAME, WORD_MARK)
  if (fallbacks.length === 0) return { type: 'text', text }
  const field = (await fieldsOf(db, storeId, 'th')).find(({ column }) => column === 'first_name')!
  return { type: 'text', text, words: fallbacks.map((fallback) => ({ field_id: field.id, fallback })) }
}
