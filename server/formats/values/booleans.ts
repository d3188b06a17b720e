import { EMPTY, failed, type ReadValue } from './reading.ts'
import { asciiForm } from './thai.ts'

const yes = ['true', 'yes', 'y', 't', '1', '1.0', 'on', '✓', '✔', 'ใช่', 'จริง', 'มี']
const no = ['false', 'no', 'n', 'f', '0', '0.0', 'off', '✗', '✘', 'ไม่ใช่', 'ไม่จริง', 'เท็จ', 'ไม่มี', 'ไม่']

const words = new Map<string, boolean>([
  ...yes.flatMap((word) => spellings(word).map((spelling) => [spelling, true] as const)),
  ...no.flatMap((word) => spellings(word).map((spelling) => [spelling, false] as const)),
])

/** By the last bits of their first letter: most cells need not be looked up. */
const beginnings = new Uint8Array(256)
for (const word of words.keys()) beginnings[word.charCodeAt(0) & 255] = 1

/** The usual ones are looked up as they are: a file has millions of them. */
function spellings(word: string): string[] {
  return [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)]
}

/** A quick look without cleaning: for guessing what a column is. */
export function isBooleanWord(raw: string): boolean {
  return beginnings[raw.charCodeAt(0) & 255] === 1 && words.has(raw)
}

/** Yes or no, in Thai or English. */
export function readBoolean(raw: string): ReadValue<boolean> {
  const value = words.get(raw)
  if (value !== undefined) return { value }
  const word = raw.length <= 50 ? asciiForm(raw).toLowerCase() : 'long'
  if (word === '') return EMPTY
  const meaning = words.get(word)
  return meaning === undefined ? failed('boolean_invalid') : { value: meaning }
}
