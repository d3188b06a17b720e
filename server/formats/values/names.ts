import { isFamilyName, isGivenName } from '../../master-data/thai-names.ts'
import { firmStart, isAboutFirm } from './firms.ts'
import { givenFirst, inTitleCase, isGiven, nicknameBefore, withoutNickname } from './name-order.ts'
import {
  addNote,
  isNicknameLike,
  mayBeRemark,
  type NameRemarks,
  noRemarks,
  remarkStart,
  withoutIntro,
  withoutRemarks,
} from './name-remarks.ts'
import { isNickname } from './nicknames.ts'
import { isPlaceholder } from './placeholder-names.ts'
import { remembered } from './remembered.ts'
import { switchedName } from './switched-keyboard.ts'
import { canonicalText } from './thai.ts'
import { beginsWithoutTitle, isSpokenTitle, latinTitleAlone, readTitle, titleAlone } from './titles.ts'

/** All that a cell of a person's name says. */
export interface PersonName extends Readonly<NameRemarks> {
  prefix: string | null
  first_name: string | null
  last_name: string | null
  /** The firm of the person, or a firm without one. */
  company: string | null
  /** True if the cell holds no name: stars hide it, words stand for it, or there are numbers and signs alone. */
  unreadable: boolean
}

/** A longer cell is a text. */
const LONGEST = 300

/**
 * Reads a cell of a person's name: title, given name, surname, further names, firm, notes. Reading what was stored of a cell
 * returns the same. Pure; results are kept, for the parts of a cell are read one by one.
 */
export const readName: (raw: string) => PersonName = remembered(readCell)

function readCell(raw: string): PersonName {
  const text = canonicalText(raw)
  const titled = readTitle(text)
  const words = plainWords(titled?.rest ?? text)
  return words ? nameOf(titled?.title ?? null, words, nothing) : readWhole(text.replaceAll('\n', ' '))
}

/** Returns the words of the title before a name of letters, 0 if it is glued to the name, null if there is none. */
export function titleWords(raw: string): number | null {
  if (beginsWithoutTitle(raw)) return null
  const found = readTitle(raw)
  if (!found) return null
  const before = raw.slice(0, raw.length - found.rest.length)
  return before.endsWith(' ') ? before.trim().split(' ').length : 0
}

const nothing: NameRemarks = noRemarks()

/** Returns the words of a text of one or two Thai words that are no remark and no firm, as most cells are. */
function plainWords(text: string): string[] | null {
  let blank = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x20 && blank < 0) blank = at
    else if (code < 0x0e01 || code > 0x0e4e) return null
  }
  if (text === '' || isMark(text.charCodeAt(0)) || firmStart(text) >= 0) return null
  if (isPlaceholder(text)) return null
  if (blank < 0) return [text]
  const [first, last] = [text.slice(0, blank), text.slice(blank + 1)]
  return mayBeRemark(last) ? null : [first, last]
}

const isMark = (code: number) => code === 0x0e31 || (code >= 0x0e34 && code <= 0x0e3a) || code >= 0x0e47

function nameOf(
  prefix: string | null,
  words: readonly string[],
  remarks: Readonly<NameRemarks>,
  company: string | null = null,
): PersonName {
  const [first = null, ...rest] = words
  return {
    prefix: first === null && company !== null ? null : prefix,
    first_name: first,
    last_name: rest.length > 0 ? rest.join(' ') : null,
    company,
    unreadable: false,
    ...remarks,
  }
}

const noName: PersonName = { ...nameOf(null, [], nothing), unreadable: true }

function readWhole(text: string): PersonName {
  if (text === '') return nameOf(null, [], nothing)
  if (isPlaceholder(text)) return noName
  if (text.length > LONGEST) return nameOf(null, text.split(' '), nothing)
  const remarks = noRemarks()
  const switched = switchedName(text)
  const marked = switched ?? withoutMarks(text.replace(QUOTED_WHOLE, '$1'), remarks)
  if (marked === null) return noName
  const firm = firmStart(marked)
  return firm < 0 ? readPerson(marked, remarks, null) : readFirm(marked, firm, remarks)
}

const QUOTED_WHOLE = /^["“”'‘’„«]\s*([^"“”„«»]+?)\s*["“”'‘’»]$/
const WRAPPED = /(^|\s)(\*+)([^*]*[^*\s])\s*(\*+)(?=\s|$)/g
const HIDDEN = /[\p{L}\p{M}.]\*|\*[\p{L}\p{M}]/u

/** Returns the text without words that stars mark, or null if stars hide letters. */
function withoutMarks(raw: string, remarks: NameRemarks): string | null {
  if (!raw.includes('*')) return raw
  const text = raw.replace(WRAPPED, (all, before: string, left: string, content: string, right: string) => {
    if (left.length > 3 && all.trim() === raw) return all
    if (all.trim() === raw || isGivenName(content.split(' ')[0]!)) return `${before}${content}`
    addNote(remarks, `${left}${content}${right}`.replaceAll('*', ''))
    return before
  })
  if (!HIDDEN.test(text)) return text.replaceAll('*', ' ')
  const unmarked = text.replace(/(^|\s)\*(?=\S)|(?<=\S)\*(?=\s|$)/g, '$1')
  // One star before or behind known names is a mark.
  const known = (readTitle(unmarked)?.rest ?? unmarked).split(' ')
  return !unmarked.includes('*') && known.some((word) => isGivenName(word) || isFamilyName(word)) ? unmarked : null
}

const CONTACT = /[\s(/,-]*(?:ติดต่อ|โดย|ผู้ติดต่อ|attn\.?|c\/o|contact|by)[\s.:]*/i
const IN_BRACKETS = /\s*[(（[]([^)）\]]*)[)）\]]/g

/** Reads a firm with its contact in brackets, behind a word, or before it. */
function readFirm(text: string, start: number, remarks: NameRemarks): PersonName {
  const before = text.slice(0, start).replace(/[\s,(/-]+$/, '')
  let firm = text.slice(start)
  // A person works for the firm in brackets.
  if (before !== '') {
    const opened = /[(（[]\s*$/.test(text.slice(0, start))
    const close = opened ? firm.search(/[)）\]](?!.*[)）\]])/) : -1
    if (close >= 0) firm = `${firm.slice(0, close)}${firm.slice(close + 1)}`
    return readPerson(before, remarks, firmName(firm, remarks))
  }
  let contact: string | null = null
  firm = firm.replace(IN_BRACKETS, (all, content: string) => {
    if (isAboutFirm(content.trim())) return all
    const person = content.trim().replace(CONTACT, '')
    if (contact === null && isPerson(person)) contact = person
    else withoutRemarks(`(${content})`, remarks)
    return ' '
  })
  const split =
    /\s+(?:ติดต่อ|โดย|ผู้ติดต่อ|attn\.?|c\/o|contact)[\s.:]*|\s+[-–/,]\s*(?=(?:คุณ|นาย|นาง|น\.ส\.|ดร\.|mr|ms|mrs|khun|k\.))|\s+(?=คุณ[ก-ฮเ-ไ])/i.exec(
      firm,
    )
  if (split && contact === null) {
    contact = firm.slice(split.index + split[0].length)
    firm = firm.slice(0, split.index)
  }
  return contact === null
    ? nameOf(null, [], remarks, firmName(firm, remarks))
    : readPerson(contact, remarks, firmName(firm, remarks))
}

function isPerson(text: string): boolean {
  const found = readTitle(text)
  const words = (found?.rest ?? text).split(' ')
  return (
    isNicknameLike(words[0]!, found !== null) &&
    words.length <= 3 &&
    (found !== null || isGivenName(words[0]!) || isNickname(words[0]!))
  )
}

const FIRM_REMARK =
  /\s+(?:โทร|tel\.?|[#*]|สาขา|branch).*$|[\s,]+[+]?0\d[\d\s-]{7,}.*$|\s*[^\p{L}\p{M}\p{N}\s.,()&'/-]+$/iu

function firmName(text: string, remarks: NameRemarks): string {
  const name = text.replace(FIRM_REMARK, (part) => {
    // Branches of a shop are customers of their own.
    if (/^\s+(?:สาขา|branch)/i.test(part) && !/จำกัด|ltd|limited/i.test(text)) return part
    withoutRemarks(part, remarks)
    return ''
  })
  return name
    .replace(/\s+/g, ' ')
    .replace(/\s+([),])/g, '$1')
    .replace(/^[\s,/-]+|[\s,/-]+$/g, '')
}

/** Ranks have brackets of their own. */
const RANK_IN_BRACKETS = /^[^(]{2,20}\((?:พิเศษ|หญิง|ญ)\)/

function readPerson(raw: string, remarks: NameRemarks, company: string | null): PersonName {
  let text = withoutIntro(raw, remarks)
  let prefix: string | null = null
  const early = RANK_IN_BRACKETS.test(text) ? readTitle(text) : null
  if (early) {
    prefix = early.title
    text = early.rest
  }
  const notesBefore = remarks.notes.length
  text = withoutIntro(withoutRemarks(text, remarks), remarks)
  if (text.includes(',') || text.includes(';') || text.includes('|')) text = atCommas(text, remarks)
  text = hyphened(text.replace(/^[\s.,:/-]+|[\s,:/-]+$|(?<=[ก-๎]{3})[.]$/g, ''), remarks)
  if (prefix === null) {
    const late = readTitle(text)
    if (late) {
      prefix = late.title
      text = late.rest
    } else prefix = titleAmong(remarks, notesBefore)
  }
  let words = text
    .replace(/(^| )แซ่ (?=[ก-๎])/, '$1แซ่')
    .split(' ')
    .filter(Boolean)
  const behind = words.length > 1 && prefix === null ? latinTitleAlone(words.at(-1)!) : null
  if (behind !== null) {
    prefix = behind
    words.pop()
  }
  const end = remarkStart(words)
  if (end < words.length) {
    addNote(remarks, words.slice(end).join(' '))
    words = words.slice(0, end)
  }
  const count = words.length
  words = withoutNickname(words, remarks)
  // The title was the nickname's: น้องแอน สมศรี ใจดี.
  if (words.length < count && prefix !== null && readTitle(`${prefix} ก้อง`)?.spoken) prefix = null
  if (words.length === 2) words = givenFirst(words)
  words = inTitleCase(nicknameBefore(words, remarks))
  if (isPlaceholder(words.join(' '))) words = []
  if (prefix !== null && words.length === 0 && company === null) return nameOf(null, [prefix], remarks)
  const name = nameOf(prefix, words, remarks, company)
  return words.length === 0 && company === null ? { ...name, unreadable: true } : name
}

/** A title that stands in brackets behind the name. */
function titleAmong(remarks: NameRemarks, from: number): string | null {
  const isTitle = (note: string) => {
    const title = titleAlone(note)
    return title !== null && !isSpokenTitle(title)
  }
  const at = remarks.notes.findIndex((note, place) => place >= from && isTitle(note))
  return at < 0 ? null : titleAlone(remarks.notes.splice(at, 1)[0]!)
}

/** Reads a surname in a cell of its own, without brackets and remarks. */
export const readFamilyName: (raw: string) => PersonName = remembered((raw) => {
  const text = canonicalText(raw)
  const given = /^[a-z]/i.test(text) ? 'Q' : 'ฬ'
  const name = readCell(`${given} ${text}`)
  return name.first_name === given || name.unreadable ? name : { ...nameOf(null, [given, text], noRemarks()) }
})

/** Behind a comma these are no given name. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|phd|ph\.d|md|m\.d|mba|esq)\b/i

/** Turns "Jaidee, Somchai" around; what no name can be is a note. */
function atCommas(text: string, remarks: NameRemarks): string {
  const [first = '', second = '', ...more] = text
    .split(/[,;|]/)
    .map((part) => part.trim())
    .filter(Boolean)
  for (const part of more) addNote(remarks, part)
  if (second === '') return first
  if (/^(?:[js]r|i)/i.test(second) && SUFFIX.test(second)) return `${first} ${second}`
  if (SUFFIX.test(second)) {
    addNote(remarks, second)
    return first
  }
  const [one, two] = [readTitle(first)?.rest ?? first, readTitle(second)?.rest ?? second]
  const isRemark = remarkStart(['ก', ...two.split(' ')]) === 1 || two.split(' ').length > 2
  if (isRemark || (one.includes(' ') && !isGiven(two.split(' ')[0]!))) {
    addNote(remarks, second)
    return first
  }
  if (isGiven(one.split(' ')[0]!) && !isGiven(two.split(' ')[0]!)) return `${first} ${second}`
  const title = first.slice(0, first.length - one.length)
  return `${title}${second} ${one}`
}

/** Takes a nickname off that a hyphen or slash joins to the name: แอน-สมศรี. */
function hyphened(raw: string, remarks: NameRemarks): string {
  const text = raw.replace(/ ?[/] ?/g, '/').replace(/ [-–—] ?| ?[-–—] /g, ' - ')
  const found = /^([^\s/-]+)(?:([/-])| - )([^\s/-]+)(.*)$/.exec(text)
  if (found) {
    const [, one = '', sign = '-', two = '', rest = ''] = found
    // Airlines write SURNAME/GIVEN.
    if (sign === '/' && /^[A-Z]+$/.test(one) && /^[A-Z]+$/.test(two)) return `${two} ${one}${rest}`
    if (isFamilyName(two) && !isNickname(two) && isGivenName(one) && !isNickname(one) && rest === '')
      return `${one} ${two}`
    if (isNicknameLike(one, true) && readTitle(two + rest)) {
      addNickname(remarks, one)
      return two + rest
    }
    const joins = /^[a-z]/i.test(one) && sign === '-' && found[2] !== undefined
    const bothGiven = sign === '/' && isGivenName(one) && isGivenName(two) && !isNickname(one) && !isNickname(two)
    if (
      !joins &&
      !bothGiven &&
      isNicknameLike(one, true) &&
      (isGivenName(two) || !isGivenName(one)) &&
      (isNickname(one) || !isNickname(two))
    ) {
      addNickname(remarks, one)
      return hyphened(`${two}${rest}`, remarks)
    }
    if (!joins && !bothGiven && isNicknameLike(two, true) && (rest.trim() !== '' || isNickname(two))) {
      addNickname(remarks, two)
      return `${one}${rest}`
    }
    if (sign === '/') {
      addNote(remarks, two)
      return `${one}${rest}`
    }
  }
  const tail = /( - |\/)(.*)$/.exec(text)
  if (!tail) return text
  const word = tail[2]!.trim()
  if (isNicknameLike(word, false)) addNickname(remarks, word)
  else addNote(remarks, word)
  return text.slice(0, tail.index)
}

function addNickname(remarks: NameRemarks, name: string): void {
  if (remarks.nickname === null) remarks.nickname = name
  else addNote(remarks, name)
}
