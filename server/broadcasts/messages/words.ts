import { flexFaults } from '@ruam/contract/broadcasts/flex-faults.ts'
import { flexLimits } from '@ruam/contract/broadcasts/flex-values.ts'
import { fillFlexWords } from '@ruam/contract/broadcasts/flex-words.ts'
import { textLimit } from '@ruam/contract/broadcasts/message-faults.ts'
import type { Message, WordedMessage } from '@ruam/contract/broadcasts/messages.ts'
import { fillWords, isWorded, WORD_MARK, wordLimits } from '@ruam/contract/broadcasts/worded.ts'
import { isVisible } from '@ruam/contract/platform/names.ts'
import { sql } from 'kysely'
import { cleanName } from '../../core/clean-text.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { valueText } from '../../customers/fields/value-text.ts'
import type { Db } from '../../database/db.ts'
import { genders } from '../../master-data/master-data.ts'

type FlexMessage = Extract<Message, { type: 'flex' }>

/** Values of one customer, by field. */
type WordValues = ReadonlyMap<number, string | null>

/** Reads the values of words, by customer. */
export async function wordValues(
  db: Db,
  storeId: number,
  fields: readonly Field[],
  profileIds: readonly number[],
): Promise<Map<number, WordValues>> {
  if (fields.length === 0 || profileIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; cells: (string | null)[] }>`
    select id, ${valuesOf(fields)} as cells from profile
    where store_id = ${storeId} and id = any(${profileIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, cells }) => [id, readValues(fields, cells)]))
}

/** The values of fields as an array of texts, over a row of `profile`. */
export const valuesOf = (fields: readonly Field[]) =>
  sql`array[${sql.join(fields.map((field) => sql`(${valueText(field)})::text`))}]::text[]`

/** Returns values as messages show them. */
export const readValues = (fields: readonly Field[], values: readonly (string | null)[]): WordValues =>
  new Map(fields.map((field, index) => [field.id, shownValue(field, values[index] ?? null)]))

const days = new Intl.DateTimeFormat('th-TH', { dateStyle: 'long', timeZone: 'UTC' })
const numbers = new Intl.NumberFormat('th-TH', { maximumFractionDigits: 2 })
const genderWords = new Map(genders.map(({ value, th }) => [value, th]))

/** Returns a stored value as a Thai reader expects it, or null if it is empty. */
function shownValue({ kind, data_type, converting }: Field, stored: string | null): string | null {
  const text = cleanName(stored ?? '', wordLimits.graphemes)
  if (!isVisible(text)) return null
  if (converting) return text
  if (kind === 'phone') return text.replace(/^\+66/, '0')
  if (kind === 'gender') return genderWords.get(text) ?? text
  if (data_type === 'Number') return Number.isFinite(Number(text)) ? numbers.format(Number(text)) : text
  if (data_type === 'Boolean') return text === 'true' ? 'ใช่' : 'ไม่ใช่'
  if (data_type !== 'Date') return text
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(day.getTime()) ? text : days.format(day)
}

/** Returns messages with the values of one customer. */
export const filled = (messages: readonly Message[], values: WordValues): Message[] =>
  messages.map((message) => {
    if (message.type === 'flex') return withFlexWords(message, values)
    return isWorded(message) ? withWords(message, values) : message
  })

/** Returns a text with values, or fallbacks without any. Values are cut until LINE takes the text. */
export function withWords<M extends WordedMessage>(message: M, values: WordValues = new Map()): M {
  const { text, words = [] } = message
  if (words.length === 0) return message
  const room = textLimit(message) - text.replaceAll(WORD_MARK, '').length
  const fits = (cut: readonly string[]) => cut.reduce((sum, value) => sum + value.length, 0) <= room
  return { ...message, text: fillWords(text, fitting(chosenFor(words, values), fits)), words: [] }
}

/** Does the same for the texts of a flex message. */
export function withFlexWords<M extends FlexMessage>(message: M, values: WordValues = new Map()): M {
  const { contents, words = [] } = message
  if (words.length === 0) return message
  const chosen = chosenFor(words, values)
  const fits = (cut: readonly string[]) => isTaken(fillFlexWords(contents, cut))
  return { ...message, contents: fillFlexWords(contents, fitting(chosen, fits)), words: [] }
}

/** True if LINE takes a flex message of this size. Spaces do not count, but most messages are small with them. */
const isTaken = (contents: string) =>
  Buffer.byteLength(contents) <= flexLimits.bubbleBytes ||
  flexFaults(contents).every(({ reason }) => reason !== 'too_big')

const chosenFor = (words: NonNullable<WordedMessage['words']>, values: WordValues) =>
  words.map(({ field_id, fallback }) => values.get(field_id) ?? fallback)

/** Cuts values until they fit. */
function fitting(values: readonly string[], fits: (cut: readonly string[]) => boolean): readonly string[] {
  let most: number = wordLimits.graphemes
  let cut = values
  while (most > 0 && !fits(cut)) {
    most = Math.floor(most / 2)
    cut = values.map((value) => cleanName(value, most))
  }
  return cut
}
