// A flex message is read without trust: it is JSON that a person pasted, and LINE alone decides what it accepts.

export type Part = Readonly<Record<string, unknown>>

export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const partsOf = (value: unknown): Part[] => (Array.isArray(value) ? value.filter(isPart) : [])
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Returns the value of a keyword, or undefined for any other text. */
export const meaning = <T>(keywords: Readonly<Record<string, T>>, word: unknown): T | undefined =>
  Object.hasOwn(keywords, textOf(word)) ? keywords[textOf(word)] : undefined

/** A colour of LINE's form alone: other text could name an address. */
export const colour = (value: unknown) =>
  /^#(?:[\da-f]{6}|[\da-f]{8})$/i.test(textOf(value)) ? textOf(value) : undefined

/** Returns the bubbles of a flex message, or undefined if it cannot be read. */
export function bubblesOf(contents: string): readonly Part[] | undefined {
  try {
    const whole: unknown = JSON.parse(contents)
    if (!isPart(whole)) return undefined
    const bubbles = whole.type === 'carousel' ? partsOf(whole.contents) : whole.type === 'bubble' ? [whole] : []
    return bubbles.length > 0 ? bubbles : undefined
  } catch {
    return undefined
  }
}
