// Personal words: values of each customer within a text. The text holds a mark in the place of each word, as editors do for objects.

/** U+FFFC, the object replacement character. */
export const WORD_MARK = '\ufffc'

export const wordLimits = {
  /** Words of one text. */
  words: 10,
  /** Graphemes of a value; the rest is cut off. */
  graphemes: 100,
  fallback: 100,
} as const

/** True for messages whose text may hold words. */
export const isWorded = <M extends { type: string }>(
  message: M,
): message is Extract<M, { type: 'text' | 'template' }> => message.type === 'text' || message.type === 'template'

interface Text {
  text: string
  words?: readonly unknown[] | undefined
}

/** True if each mark of a text has its word. */
export const hasItsWords = ({ text, words = [] }: Text): boolean => text.split(WORD_MARK).length - 1 === words.length

/** Returns a text with its words in their places. */
export function fillWords(text: string, values: readonly string[]): string {
  let place = 0
  return text.replaceAll(WORD_MARK, () => values[place++] ?? '')
}

interface Written {
  messages: readonly { type: string; words?: readonly unknown[] | undefined }[]
  link_tracking: string
}

/** True if each customer gets a message of their own: by one call of LINE each, instead of one for 500. */
export const isPersonal = ({ messages, link_tracking }: Written): boolean =>
  link_tracking === 'people' || messages.some(({ words = [] }) => words.length > 0)

/** Messages of their own that are sent in a second, at least. */
const PER_SECOND = 50

/** Returns the seconds that messages of their own take. */
export const secondsOf = (people: number): number => Math.ceil(people / PER_SECOND)
