import { WORD_MARK } from './worded.ts'

// Personal words in a flex message: marks (U+FFFC) in the texts of its JSON, in the order of its words.

const marksIn = (text: string) => text.split(WORD_MARK).length - 1

/** True if all marks of a flex message are in its texts: those of text parts and their spans. */
export function hasMarksInTexts(contents: string): boolean {
  let root: unknown
  try {
    root = JSON.parse(contents)
  } catch {
    return true
  }
  let inTexts = 0
  // A list instead of recursion: 50 kB of brackets are deeper than the stack.
  const waiting: unknown[] = [root]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== 'object' || part === null) continue
    const { type, text } = part as Record<string, unknown>
    if ((type === 'text' || type === 'span') && typeof text === 'string') inTexts += marksIn(text)
    waiting.push(...Object.values(part))
  }
  return inTexts === marksIn(contents)
}

/** Returns contents with values in the places of marks, written as JSON writes them. */
export function fillFlexWords(contents: string, values: readonly string[]): string {
  let place = 0
  return contents.replaceAll(WORD_MARK, () => JSON.stringify(values[place++] ?? '').slice(1, -1))
}
