import { provinces } from '../../locations/locations.ts'
import { isFamilyName, isGivenName } from '../../master-data/thai-names.ts'
import { isNickname } from './nicknames.ts'
import { titleAlone } from './titles.ts'

/** Further names and notes of a cell, cut off the name. */
export interface NameRemarks {
  nickname: string | null
  former_name: string | null
  maiden_name: string | null
  notes: string[]
  phones: string[]
}

/** Kinds of further names by the words before them. */
const announced: readonly (readonly [kind: 'nickname' | 'former_name' | 'maiden_name', words: RegExp])[] = [
  ['maiden_name', /^(?:(?:นาม)?สกุล ?(?:เดิม|เก่า)|เดิม ?(?:ใช้|ชื่อ)? ?(?:นาม)?สกุล|สกุลก่อนสมรส|n[ée]e|maiden(?: name)?|born)(?![a-z]) ?[:=-]? ?/i],
  ['former_name', /^(?:ชื่อ ?(?:เดิม|เก่า)|เดิม ?ชื่อ|เดิม|เคยชื่อ|อดีตชื่อ|เปลี่ยน(?:ชื่อ)?(?:มา)?จาก(?:ชื่อ)?|former(?:ly| name)?(?: known as)?|previous(?:ly| name)?|f\.?k\.?a\.?)(?![a-z]) ?[:=-]? ?/i],
  ['nickname', /^(?:ชื่อ ?เล่น|ช\.ล\.|เล่น|หรือ|nick ?name|a\.?k\.?a\.?|nick)(?![a-z]) ?[:=-]? ?/i],
] // biome-ignore format: one table
/** The same behind a name without brackets. */
const UNBRACKETED =
  / [-–,]? ?(?:(?:นาม)?สกุล ?(?:เดิม|เก่า)|ชื่อ ?(?:เดิม|เก่า|เล่น)|เดิม ?(?:ชื่อ|(?:นาม)?สกุล)|เคยชื่อ|เปลี่ยนชื่อ(?:มา)?จาก|n[ée]e |nick ?name|a\.k\.a\.|aka |formerly ).*$/i

const BRACKETS = /[([{（［【<«“"„]([^)\]}）］】>»”"]*)(?:[)\]}）］】>»”"]|$)/
const PHONE =
  /(?:(?:เบอร์(?: ?(?:โทร|ติดต่อ|มือถือ))?|โทร(?:ศัพท์)?|มือถือ|ติดต่อ|tel|mobile|mob|phone|ph|t)[\s.:：-]*)?[+]?[0๐6๖]\(?[\d๐-๙](?:[\s().-]{0,2}[\d๐-๙]){6,12}(?![\d๐-๙])/i
const EMAIL_OR_LINK = /(?:e-?mail[\s:]*)?\S+@\S+\.\S+|https?:\/\/\S+|www\.\S+/i
const ACCOUNT =
  /(?:^|\s)(?:(?:line(?: ?id)?|ไลน์(?: ?ไอดี)?|ไอดี|id|fb|facebook|เฟส(?:บุ๊?[คก])?|ig|instagram|เพจ)\s*[:：=.]\s*\S.*|@\S+)$/i
/** Counted things with their word: ห้อง 304, #12, คิว 5. */
const NUMBERED =
  /(?:(?:บ้าน)?เลขที่|รหัส|ห้อง|ชั้น|ตึก|คิว|โต๊ะ|สาขา|ลำดับ(?:ที่)?|หมู่(?:ที่)?|ม\.|ซอย|ซ\.|อายุ|บัตร|no\.?|room|unit|id|hn|code|#|№|\bq)\s*[:.]?\s*[#\d๐-๙][\w\d๐-๙./-]*|[^\s,]*[\d๐-๙][^\s,]*(?:\s*(?:ปี|บาท|ชิ้น|กล่อง|ถุง|คน|ขวบ|years?))?/gi
const SIGNS = /(?:[^\p{L}\p{M}\s.,'’`&/+:;()ฯๆ-]|[\u200d\ufe0f])+/gu
const LONE_SIGNS = /(?:^|\s)[^\p{L}\p{M}\s,;|/–-]+(?=\s|$)/gu
const QUOTED = /(^|\s)['‘’`]([^'‘’`]+)['‘’`](?=\s|$)/g

const shortPlaces = 'กทม กทม. กรุงเทพ กรุงเทพฯ โคราช อยุธยา หาดใหญ่ พัทยา หัวหิน bangkok bkk thailand'.split(' ')
const places = new Set([
  ...provinces.flatMap(({ name_th, name_en }) => [name_th, name_en.toLowerCase()]),
  ...shortPlaces,
])
const ADDRESS =
  /^(?:(?:จ|อ|ต|ถ|ซ|ม)\.(?:[ก-ฮเ-ไ][ก-๎]+.*)?$|(?:จังหวัด|อำเภอ|ตำบล|แขวง|เขต|ถนน|ซอย|หมู่บ้าน|คอนโด|อาคาร|ตึก|สาขา|ห้อง))/
/** Words that begin a remark and no name. */
const STRONG =
  /^(?:โทร|ลูกค้า|สมาชิก|วีไอพี|ฝาก(?:ไว้|ของ|ส่ง|ซื้อ)?|ส่ง(?:ของ|ที่|ก่อน|ด่วน|ให้|แล้ว)|รับ(?:เอง|ของ|ที่|แทน|แล้ว)|นัด|จ่าย|เก็บเงิน|เก็บปลายทาง|ปลายทาง|ห้าม|รอ(?:โทร|โอน|ยืนยัน|ชำระ|รับ)|ไม่(?:รับ|ใส่|เอา|ส่ง|มี|แพ้|ว่าง|ทราบ)|ค้าง(?:ชำระ|จ่าย)?|ตัวแทน|โอน(?:แล้ว)?|ยกเลิก|ด่วน|แพ้(?:ยา|อาหาร|ถั่ว|กุ้ง)|ชำระ|เจ้าของ|ภรรยา|สามี|เบอร์|ไลน์|เพจ|เฟส|หน้าร้าน|ออนไลน์|ขายส่ง|ขาประจำ|เครดิต|เงินสด|วางบิล|ปิดบัญชี|ห้ามขาย|บล็อค|แบล็คลิสต์|เสียชีวิต|ติดต่อ|หมายเหตุ|แม่ของ|พ่อของ|ลูกของ|เพื่อน|ญาติ|คนขับ|แผนก|ฝ่าย|ตำแหน่ง|พนักงาน|ผู้จัดการ|วิทยากร|กรรมการ|ที่อยู่|กรุณา|ขอ(?:ใบกำกับ|ใบเสร็จ|ด่วน)|ใบกำกับ|เก่า$|ใหม่$|ประจำ$|ร\.น\.)/
const STRONG_LATIN =
  /^(?:vip|vvip|cod|new|old|member|customer|regular|wholesale|line|call|tel|urgent|paid|unpaid|cancel(?:led)?|gold|silver|platinum|diamond|staff|agent|dealer|phd|ph\.d\.?|md|m\.d\.?|mba|esq\.?|blacklist|walk-?in|test|branch|room|attn\.?|c\/o|do|please|deliver|fragile|gift)(?![a-z])/i
/** Words that begin a remark, and some names too: only behind a whole name. */
const WEAK =
  /^(?:ส่ง|รับ|รอ|ขอ|ไม่|ร้าน|บ้าน|ลูก(?:สาว|ชาย|พี่|น้อง|คุณ)?|แม่|พ่อ|หลัง|ใกล้|ข้าง|หน้า|แล้ว|อย่า|ของ|เอา|มา|ที่|กับ|และ|จาก|เป็น|แพ้|ซื้อ|สั่ง)/
const PERSON_WORD = /^(?:คุณ|น้อง|พี่|น\.|พี่\.|k\.)\s?/i

/** First two letters of words that may begin a remark in place of a surname. */
export const mayBeRemark = (word: string): boolean =>
  places.has(word) || (STRONG.test(word) && !isFamilyName(word) && !isGivenName(word))

export const noRemarks = (): NameRemarks => ({
  nickname: null,
  former_name: null,
  maiden_name: null,
  notes: [],
  phones: [],
})

const BRACKET = 1
const DIGIT = 2
const SIGN = 4
const ANNOUNCED = /เดิม|เก่า|เล่น|จาก|n[ée]e |nick|a\.?k\.?a|formerly/i

/** Signs in a text that may belong to a remark, as bits. */
function signsIn(text: string): number {
  let signs = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x0e01 && code <= 0x0e4e) continue
    if (code === 0x20 || code === 0x2e || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)) continue
    if ((code >= 0x30 && code <= 0x39) || (code >= 0x0e50 && code <= 0x0e59)) signs |= DIGIT
    else if ('([{（［【<«“"„'.includes(text.charAt(at))) signs |= BRACKET
    else signs |= SIGN
  }
  return signs
}

/** Takes remarks in brackets, announced names, phones, accounts, numbers and signs out of a text. */
export function withoutRemarks(raw: string, remarks: NameRemarks): string {
  let text = raw.replace(QUOTED, '$1($2)')
  let signs = signsIn(text)
  if ((signs & BRACKET) !== 0) {
    text = withoutBrackets(text, remarks)
    signs = signsIn(text)
  }
  if (ANNOUNCED.test(text))
    text = text.replace(UNBRACKETED, (part) => {
      noteRemark(part.replace(/^[\s,–-]+/, ''), remarks, false)
      return ' '
    })
  if ((signs & (DIGIT | SIGN)) !== 0) {
    text = cutPhones(text, remarks)
    text = cutNotes(text, EMAIL_OR_LINK, remarks)
    text = cutNotes(text, ACCOUNT, remarks)
    text = cutNotes(text, NUMBERED, remarks)
    text = cutNotes(text, SIGNS, remarks)
    text = text.replace(LONE_SIGNS, ' ')
  }
  return text.replace(/ {2,}/g, ' ').trim()
}

function withoutBrackets(raw: string, remarks: NameRemarks): string {
  let text = raw
  for (let found = BRACKETS.exec(text); found; found = BRACKETS.exec(text)) {
    const before = text.slice(0, found.index)
    const behind = text.slice(found.index + found[0].length)
    const content = found[1]!.trim()
    if (content !== '') noteRemark(content, remarks, behind.trim() !== '')
    text = `${before} ${behind}`
  }
  return text
}

function cutNotes(text: string, pattern: RegExp, remarks: NameRemarks): string {
  return text.replace(pattern, (part) => {
    addNote(remarks, part)
    return ' '
  })
}

function cutPhones(raw: string, remarks: NameRemarks): string {
  let text = raw
  for (let found = PHONE.exec(text); found; found = PHONE.exec(text)) {
    remarks.phones.push(found[0].trim())
    text = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  }
  return text
}

export function addNote(remarks: NameRemarks, text: string): void {
  const note = text.replace(/^[\s,;:/–-]+|[\s,;:/–-]+$/g, '')
  if (note !== '' && !remarks.notes.includes(note)) remarks.notes.push(note)
}

/** `between`: more of the name is behind the remark, as behind a nickname. */
function noteRemark(text: string, remarks: NameRemarks, between: boolean): void {
  for (const [kind, words] of announced) {
    const found = words.exec(text)
    if (!found) continue
    const name = withoutSigns(text.slice(found[0].length), remarks)
    if (!isWords(name)) break
    keepName(remarks, kind, name)
    return
  }
  const rest = cutPhones(text, remarks).trim()
  if (rest === '') return
  const addressed = PERSON_WORD.test(rest)
  const name = rest.replace(PERSON_WORD, '').trim()
  if (titleAlone(rest) === null && isNicknameLike(name, between || addressed)) keepName(remarks, 'nickname', name)
  else addNote(remarks, rest)
}

function withoutSigns(text: string, remarks: NameRemarks): string {
  return text
    .replace(SIGNS, (signs) => {
      addNote(remarks, signs)
      return ' '
    })
    .trim()
}

function keepName(remarks: NameRemarks, kind: 'nickname' | 'former_name' | 'maiden_name', name: string): void {
  const blank = kind === 'former_name' ? name.indexOf(' ') : -1
  if (blank > 0 && titleAlone(name.slice(0, blank)) === null) {
    keepName(remarks, 'maiden_name', name.slice(blank + 1))
    keepName(remarks, kind, name.slice(0, blank))
    return
  }
  if (remarks[kind] === null) remarks[kind] = name
  else if (remarks[kind] !== name) addNote(remarks, name)
}

const isWords = (text: string) => /^[\p{L}\p{M}][\p{L}\p{M} .'-]*$/u.test(text)
const MARKS = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/g

/** True for one word of letters that may be a nickname: a known one, or a short one that is no word of a remark. */
export function isNicknameLike(word: string, likely: boolean): boolean {
  if (!/^[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)?$/u.test(word)) return false
  if (isNickname(word)) return true
  if (STRONG.test(word) || STRONG_LATIN.test(word) || places.has(word.toLowerCase()) || isRemarkWord(word)) return false
  if (isGivenName(word)) return true
  const length = word.replace(MARKS, '').length
  return /^[a-z]/i.test(word)
    ? length >= 2 && length <= (likely ? 10 : 8) && !/^[A-Z]{2,4}$/.test(word)
    : length <= (likely ? 7 : 4)
}

const remarkWords = new Set('หญิง ชาย ญ ช เก่า ใหม่ ประจำ แม่ พ่อ ลูก พี่ น้อง ป้า ลุง ปลีก ส่ง เด็ก ครู หมอ เพื่อน แทน ญาติ ผู้ซื้อ ผู้รับ ผู้สั่ง เจ้าของ ซ้ำ ดี ไม่ดี ด่วน สด มัดจำ บัญชี การเงิน จัดซื้อ ขาย ฝ่ายขาย ช่าง เซลล์ ธุรการ แม่บ้าน คนขับรถ ค้าง'.split(' ')) // biome-ignore format: one list
const isRemarkWord = (word: string) => remarkWords.has(word)

/** Words that announce a kind of remark. */
const LABEL =
  /^(?:(?:ชื่อ(?:-?(?:นาม)?สกุล|ผู้รับ|ลูกค้า|เต็ม)?|ผู้รับ|ผู้สั่ง(?:ซื้อ)?|ผู้ส่ง|ลูกค้า|นามสกุล|name|full name|customer|client|to|recipient) ?[:：] ?|(?:ชื่อ(?:-?(?:นาม)?สกุล|ผู้รับ|ลูกค้า)?|ผู้รับ|ผู้สั่ง(?:ซื้อ)?|ผู้ส่ง) (?=[^ ]+ ))/i
const ROW_NUMBER = /^\d{1,4} ?[.)] ?/

/** Takes off what stands before a name: a label, a number, a word of a remark. */
export function withoutIntro(raw: string, remarks: NameRemarks): string {
  let text = raw.replace(/^[\s,;:.#•·*-]+/, '').replace(LABEL, '')
  text = text.replace(ROW_NUMBER, (number) => {
    addNote(remarks, number)
    return ''
  })
  for (let blank = text.indexOf(' '); blank > 0; blank = text.indexOf(' ')) {
    const word = text.slice(0, blank)
    if (!/\p{L}/u.test(text.charAt(blank + 1))) break
    if (isGivenName(word) || !(STRONG.test(word) || (STRONG_LATIN.test(word) && /^[A-Z]+\b|[ก-๎]/.test(text)))) break
    if (STRONG_LATIN.test(word) && !/^[A-Z]+$/.test(word) && !/[ก-๎]/.test(text)) break
    addNote(remarks, word)
    text = text.slice(blank + 1)
  }
  return text
}

/** Returns the index of the word at which a remark begins behind the words of a name, or their number. */
export function remarkStart(words: readonly string[]): number {
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!
    if (isFamilyName(word) && at === 1) continue
    if (/^[จอตถซม]\.$/.test(word) ? at + 1 < words.length : ADDRESS.test(word)) return at
    if (at > 0 && STRONG_LATIN.test(word) && !/^[A-Z]?[a-z]+$/.test(word)) return at
    if (STRONG_LATIN.test(word) && (at > 1 || /[ก-๎]/.test(words[0]!))) return at
    if (isFamilyName(word) || isGivenName(word)) continue
    if (words[at - 1] === 'ณ') continue
    if (STRONG.test(word) || places.has(word.toLowerCase())) return at
    if (at > 1 && WEAK.test(word)) return at
  }
  return words.length
}
