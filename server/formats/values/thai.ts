const SPACE = 0x20
const NEWLINE = 0x0a
const SARA_E = 0x0e40
const SARA_AM = 0x0e33
const NIKHAHIT = 0x0e4d

/**
 * Zero-width marks, text direction marks, soft hyphens and control characters (U+0000 among them, which PostgreSQL refuses). The joiner
 * that makes one emoji of several is to be seen and no such mark.
 */
const INVISIBLE =
  /(?![\t-\r\u0085])[\p{Cc}\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|(?<!\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d|\u200d(?!\p{Extended_Pictographic})/gu
/** Invisible characters around a text. */
const UNSEEN = /[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/
const BLANKS = /[ \t\v\f\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g

/** A consonant, its marks and a sara aa or sara am with tone marks typed after it; or a run of marks. */
const SYLLABLE_END = /([ก-ฮ])(\p{M}*)([\u0e32\u0e33])([\u0e48-\u0e4b]*)|\p{M}{2,}/gu

/**
 * The one way a text of a file is stored, and any text is compared: two sara e become sara ae, nikhahit and sara aa become sara am, tone marks
 * follow their vowel, invisible characters go, blanks collapse, Unicode NFC. Thai digits stay.
 * A text that is canonical already is returned as it is, without a copy.
 */
export function canonicalText(raw: string): string {
  return isCanonical(raw) ? raw : makeCanonical(raw)
}

/** May say no to a canonical text (it is a quick look), never yes to another. */
function isCanonical(text: string): boolean {
  let previous = SPACE
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > SPACE && code < 0x7f) {
      previous = code
      continue
    }
    if (code === SPACE) {
      if (previous === SPACE || previous === NEWLINE) return false
    } else if (code === NEWLINE) {
      if (previous === SPACE) return false
    } else if (code >= 0x0e01 && code <= 0x0e5b) {
      if (isMisplaced(previous, code)) return false
    } else if (code < 0xa1 || code >= 0x300 || code === 0xad) {
      return false
    }
    previous = code
  }
  return text === '' || (previous !== SPACE && previous !== NEWLINE)
}

function isMisplaced(previous: number, code: number): boolean {
  if (code === SARA_E) return previous === SARA_E
  if (code === NIKHAHIT || code === 0x0e3a) return true
  if (code >= 0x0e48 && code <= 0x0e4b) return previous === SARA_AM
  return isVowelMark(code) && previous >= 0x0e47 && previous <= 0x0e4e
}

function isVowelMark(code: number): boolean {
  return code === 0x0e31 || (code >= 0x0e34 && code <= 0x0e3a)
}

function makeCanonical(raw: string): string {
  const text = raw
    .replace(INVISIBLE, '')
    .replace(LINE_ENDS, '\n')
    .replace(BLANKS, ' ')
    .replace(/ ?\n ?/g, '\n')
  return inThaiOrder(text.trim())
}

/**
 * A text as a person typed it: nothing but its ends is trimmed, and its letters are written in one way (Unicode NFC, Thai marks in
 * order), which looks the same. Words for "nothing" and invisible marks stay; a search ignores these.
 */
export function typedText(raw: string): string {
  return isCanonical(raw) ? raw : inThaiOrder(withoutUnseenEnds(raw.replaceAll('\r\n', '\n')))
}

/** By hand: an expression that looks for the blanks before an end takes the square of a long run of them. */
function withoutUnseenEnds(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && UNSEEN.test(text.charAt(from))) from++
  while (to > from && UNSEEN.test(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

function inThaiOrder(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('เเ', 'แ')
    .replace(SYLLABLE_END, (run: string, consonant: string, marks: string, aa: string, tones: string) => {
      if (consonant === undefined) return vowelsFirst(run)
      const isSaraAm = aa === 'ำ' || marks.includes('\u0e4d')
      if (!isSaraAm) return consonant + vowelsFirst(marks) + aa + tones
      return `${consonant}${vowelsFirst(marks.replaceAll('\u0e4d', '') + tones)}ำ`
    })
    .normalize('NFC')
}

function vowelsFirst(marks: string): string {
  if (marks.length < 2) return marks
  let vowels = ''
  let others = ''
  for (const mark of marks) {
    if (isVowelMark(mark.charCodeAt(0))) vowels += mark
    else others += mark
  }
  return vowels + others
}

/** The canonical text with Thai and full-width digits and signs in ASCII: what numbers, phones, ids and dates are read from. */
export function asciiForm(raw: string): string {
  const text = canonicalText(raw)
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) >= 0x0e50) return text.replace(/[๐-๙\uff01-\uff5e\u2212]/g, asciiCharacter)
  }
  return text
}

function asciiCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (code === 0x2212) return '-'
  return String.fromCharCode(code >= 0xff01 ? code - 0xfee0 : code - 0x0e50 + 0x30)
}
