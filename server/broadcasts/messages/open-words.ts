import { textLimit } from '@ruam/contract/broadcasts/message-faults.ts'
import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { isWorded, WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import type { Db } from '../../database/db.ts'
import { openFields } from './word-fields.ts'

interface OpenWords {
  messages: Message[]
  closed_words: number
}

/** Returns messages in which words that the person may not send have become their fallback, if LINE takes it, with the number of these. */
export async function withOpenWords(
  db: Db,
  storeId: number,
  rights: Rights,
  messages: readonly Message[],
): Promise<OpenWords> {
  const open = await openFields(db, storeId, rights, messages)
  let closed_words = 0
  const shown = messages.map((message): Message => {
    if (!isWorded(message)) return message
    const kept: NonNullable<typeof message.words> = []
    const words = message.words ?? []
    let room = textLimit(message) - message.text.length
    const [first = '', ...parts] = message.text.split(WORD_MARK)
    const text = parts.reduce((before, part, index) => {
      const word = words[index]!
      if (open.has(word.field_id)) {
        kept.push(word)
        return before + WORD_MARK + part
      }
      closed_words += 1
      const fallback = word.fallback.length > room ? '' : word.fallback
      room -= fallback.length
      return before + fallback + part
    }, first)
    return { ...message, text, words: kept }
  })
  return { messages: shown, closed_words }
}
