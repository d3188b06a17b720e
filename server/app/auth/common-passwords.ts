import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { hasCheckDigit } from '../../formats/values/citizen-ids.ts'
import { keys, latinWords, thaiWords, walks } from './guessable-words.ts'

/** Letters that must be left of a password when everything that is easily guessed is taken out of it. */
const MIN_LEFT = 4
/** Signs that people put in to please a form, and that make nothing harder to guess. */
const FREE_SIGNS = 2

/** The form in which passwords are compared; what is hashed stays as it was typed. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))

const letters = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')

let list: string | undefined
/** Read when it is first needed: 400 kB as one text, of which a set would take ten times as much. */
const isListed = (text: string) => {
  list ??= `\n${gunzipSync(readFileSync(new URL('common-passwords.txt.gz', import.meta.url)))}\n`
  return text !== '' && list.includes(`\n${text}\n`)
}

/** Returns the text that the same keys type on the other alphabet. */
function onOtherKeyboard(text: string): string {
  const [from, to] = /[\u0e00-\u0e7f]/.test(text) ? [keys.thai, keys.latin] : [keys.latin, keys.thai]
  return [...text].map((sign) => to[from.indexOf(sign)] ?? sign).join('')
}

/** Short ones would be found in everything. */
const piecesOf = (words: string[]) =>
  words.flatMap((word) => [letters(plain(word)), letters(plain(onOtherKeyboard(word)))].filter((one) => one.length > 2))

const habits = piecesOf(`${thaiWords} ${latinWords}`.trim().split(/\s+/))

/** The words of names and addresses, and each name as one word. */
const piecesAbout = (about: readonly string[]) =>
  piecesOf(about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}\p{N}]+/u), text.replace(/^ร้าน|^บริษัท/u, '')]))

function without(pieces: string[], text: string): string {
  const longestFirst = [...new Set(pieces)].sort((a, b) => b.length - a.length)
  return text.replace(new RegExp(longestFirst.join('|'), 'gu'), '')
}

const ways = walks.flatMap((walk) => [plain(walk), [...plain(walk)].reverse().join('')])

/** Takes out four and more keys or letters in a row, and a sign that stands three times and more. */
function withoutRuns(text: string): string {
  let left = ''
  for (let at = 0; at < text.length; ) {
    let length = /^(.)\1{2,}/u.exec(text.slice(at))?.[0].length ?? 0
    for (let more = Math.max(4, length + 1); at + more <= text.length; more++) {
      if (!ways.some((way) => way.includes(text.slice(at, at + more)))) break
      length = more
    }
    if (length === 0) left += text[at]
    at += Math.max(1, length)
  }
  return left
}

const YEAR = '(?:19|20|24|25)\\d\\d'
const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const MONTH = '(?:0?[1-9]|1[0-2])'
const numbers = new RegExp(
  `(?:${YEAR}){2}|(?:0066|66|0)[689]\\d{8}|0[2-7]\\d{7}|${DAY}${MONTH}${YEAR}|${YEAR}${MONTH}${DAY}|${YEAR}|^${DAY}${MONTH}\\d\\d$`,
  'g',
)

/** Takes out what only looks like many digits: phone numbers, citizen ids, days and years of both eras. */
const withoutNumbers = (text: string) =>
  text.replace(/\d{13}/g, (digits) => (hasCheckDigit(digits) ? '' : digits)).replace(numbers, '')

const lookalikes: Record<string, string> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
}
/** Inside of words alone: elsewhere a digit is a digit. */
const withLetters = (text: string) =>
  text.replace(/(?<=\p{L}[@431!0$57]?)[@431!0$57](?=[@431!0$57]?\p{L})/gu, (sign) => lookalikes[sign] ?? sign)

/**
 * True for passwords tried first: common ones, or little more than common words, adjacent keys, personal numbers, and known facts about the
 * person (`about`: names, addresses).
 */
export function isCommonPassword(password: string, about: readonly string[] = []): boolean {
  const typed = plain(password)
  const known = piecesAbout(about)
  const pieces = [...known, ...habits]
  return [typed, withLetters(typed)].some((text) => {
    const walked = withoutRuns(text)
    const left = without(pieces, withoutNumbers(without(pieces, letters(walked))))
    const signs = Math.max(0, walked.length - letters(walked).length - FREE_SIGNS)
    const [, unit = left] = /^(.+?)\1+$/u.exec(left) ?? []
    const bare = unit.replace(/^\d{1,4}(?=\D)|(?<=\D)\d{1,4}$/g, '')
    if ([text, left, unit, bare].some(isListed)) return true
    return unit.length + signs < MIN_LEFT || (left !== '' && known.some((piece) => piece.includes(left)))
  })
}
