import { textLimit } from '@ruam/contract/broadcasts/message-faults.ts'
import { type Message, messageLimits, type WordedMessage } from '@ruam/contract/broadcasts/messages.ts'
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
  const closed = messages.flatMap((message) =>
    (('words' in message && message.words) || []).filter(({ field_id }) => !open.has(field_id)),
  )
  const shown = messages.map((message): Message => {
    if (message.type === 'flex') {
      const room = messageLimits.flexBytes - message.contents.length
      const { text: contents, words } = opened(message.contents, message.words, { open, room, inJson: true })
      return { ...message, contents, words }
    }
    if (!isWorded(message)) return message
    const room = textLimit(message) - message.text.length
    return { ...message, ...opened(message.text, message.words, { open, room, inJson: false }) }
  })
  return { messages: shown, closed_words: closed.length }
}

type Words = NonNullable<WordedMessage['words']>

interface Opening {
  open: ReadonlySet<number>
  /** Letters that may be added. */
  room: number
  inJson: boolean
}

function opened(text: string, words: Words = [], { open, room, inJson }: Opening): { text: string; words: Words } {
  const kept: Words = []
  let left = room
  const [first = '', ...parts] = text.split(WORD_MARK)
  const shown = parts.reduce((before, part, index) => {
    const word = words[index]
    if (word && open.has(word.field_id)) {
      kept.push(word)
      return before + WORD_MARK + part
    }
    const fallback = word?.fallback ?? ''
    const written = inJson ? JSON.stringify(fallback).slice(1, -1) : fallback
    if (written.length > left) return before + part
    left -= written.length
    return before + written + part
  }, first)
  return { text: shown, words: kept }
}
