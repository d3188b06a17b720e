import { isFamilyName, isGivenName } from '../../master-data/thai-names.ts'

/** Words that a firm, shop, school or office begins with; those with a dot are abbreviations. */
const starts =
  `บริษัท บมจ. บมจ บจก. บจก บจ. หจก. หจก หสน. หสม. ห้างหุ้นส่วน ห้างฯ ห้างทอง ห้างขายยา ร้าน โรงเรียน โรงพยาบาล โรงแรม โรงงาน โรงสี โรงน้ำแข็ง
  รร. ร.ร. รพ. รพ.สต. มูลนิธิ สมาคม สหกรณ์ ชมรม ธนาคาร มหาวิทยาลัย วิทยาลัย คลินิก สำนักงาน สนง. องค์การ อบต. อบจ. เทศบาล การไฟฟ้า
  การประปา กองทุน นิติบุคคล วิสาหกิจ ศูนย์ อู่ซ่อม อู่รถ ฟาร์ม รีสอร์ท สถาบัน สถานี กระทรวง กรมการ กรมส่ง กรมที่ กรมทาง วัด`
    .trim()
    .split(/\s+/)
const startsByHead = Map.groupBy(starts, headOf)
/** บ.ตัวอย่าง จำกัด. */
const SHORT_START = /^บ\. ?[ก-๎].*(?:จำกัด|จก\.?)/
/** Words that one ends with. */
const THAI_END = /จำกัด ?(?:\(? ?มหาชน ?\)?)?$|\(มหาชน\)$/
const LATIN_END =
  /(?:^|[\s.,)ก-๎])(?:co\.?,? *ltd\.?|company(?: limited)?|limited|ltd\.?|inc\.?|llc\.?|corp(?:oration)?\.?|pcl\.?|plc\.?|partnership|foundation|school|hospital|hotel|clinic|restaurant|university|l\.?p\.|gmbh|pte\.?)(?: *,? *ltd\.?)?(?= *(?:$|[()]|attn|c\/o|contact))/i
const LATIN_START = /^(?:company|the \w+ (?:co|company|shop|hotel|school)|bank of|university of|school of)\b/i
const ABOUT_FIRM = /^(?:มหาชน|ประเทศไทย|ไทยแลนด์|thailand)$/i

/** Returns the position at which a firm begins in a text, or -1. */
export function firmStart(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (at > 0 && !' ,/(-'.includes(text.charAt(at - 1))) continue
    if (startsFirm(text, at)) return at
  }
  if (THAI_END.test(text)) return 0
  if (!/[a-z]/i.test(text)) return -1
  if (LATIN_START.test(text)) return 0
  const end = LATIN_END.exec(text)
  if (!end) return -1
  const bracket = text.lastIndexOf('(', end.index)
  return bracket > 0 && text.indexOf(')', bracket) > end.index ? bracket + 1 : 0
}

function startsFirm(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 0x0e01 || code > 0x0e44) return false
  if (text.charCodeAt(at + 1) === 0x2e) {
    if (SHORT_START.test(text.slice(at))) return true
  }
  const word = startsByHead
    .get(text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1))
    ?.find((one) => text.startsWith(one, at))
  if (word === undefined) return false
  if (word.endsWith('.')) return true
  const blank = text.indexOf(' ', at)
  const whole = blank < 0 ? text.slice(at) : text.slice(at, blank)
  // ธนาคาร and องค์การ are given names too, วัดโสภา is a surname.
  if (isFamilyName(whole) || (isGivenName(whole) && at > 0)) return false
  if (isGivenName(whole)) return whole === word && blank < 0 ? false : !isFamilyName(text.slice(blank + 1))
  return word !== 'วัด' || whole.length > 5
}

function headOf(text: string): number {
  return text.charCodeAt(0) * 0x10000 + text.charCodeAt(1)
}

/** True for a remark in brackets that belongs to the firm before it. */
export const isAboutFirm = (text: string): boolean => ABOUT_FIRM.test(text)
