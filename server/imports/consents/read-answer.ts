import type { consentOperations } from '@ruam/contract/customers/consents.ts'
import { readBoolean } from '../../formats/values/booleans.ts'
import { asciiForm } from '../../formats/values/thai.ts'

type Operation = (typeof consentOperations)[number]

/** Words that are an answer of their own, whatever the header asks. */
const GRANTED = [
  ...['ยินยอม', 'ให้ความยินยอม', 'ตกลง', 'อนุญาต', 'ยอมรับ', 'รับ', 'รับข่าว', 'รับข่าวสาร', 'สมัคร', 'ต้องการ', 'ประสงค์'],
  ...['consent', 'consented', 'granted', 'agree', 'agreed', 'accept', 'accepted', 'allow', 'allowed'],
  ...['opt in', 'opted in', 'subscribe', 'subscribed'],
]
const WITHDRAWN = [
  ...['ไม่ยินยอม', 'ไม่ให้ความยินยอม', 'ไม่ตกลง', 'ไม่อนุญาต', 'ไม่ยอมรับ', 'ไม่รับ', 'ไม่รับข่าว', 'ไม่รับข่าวสาร', 'ไม่สมัคร'],
  ...[
    'ไม่ต้องการ',
    'ไม่ประสงค์',
    'ยกเลิก',
    'ยกเลิกแล้ว',
    'ยกเลิกรับข่าวสาร',
    'ยกเลิกความยินยอม',
    'ถอน',
    'ถอนแล้ว',
    'ถอนความยินยอม',
    'ปฏิเสธ',
  ],
  ...['no consent', 'not granted', 'withdraw', 'withdrawn', 'revoked', 'refused', 'denied', 'declined', 'rejected'],
  ...['opt out', 'opted out', 'unsubscribe', 'unsubscribed', 'suppressed', 'do not contact', 'do not email'],
]
/** Words of people who gave no answer yet, or whose address does not work. */
const SILENT = [
  ...['ไม่ทราบ', 'ไม่ระบุ', 'ยังไม่ระบุ', 'ยังไม่ตอบ', 'รอยืนยัน', 'รอตอบ', 'unknown', 'pending', 'unconfirmed', 'not asked'],
  ...[
    'not set',
    'non subscribed',
    'not subscribed',
    'never subscribed',
    'transactional',
    'cleaned',
    'bounced',
    'none',
    'redacted',
  ],
]

const LONGEST_ANSWER = 40

/** Form in which answers are compared: case, blanks and signs between words are equal. */
const folded = (text: string) =>
  asciiForm(text)
    .toLowerCase()
    .replace(/[\s_\-–—./,()]+/g, '')

const words = new Map<string, Operation | 'silent'>([
  ...SILENT.map((word) => [folded(word), 'silent'] as const),
  ...GRANTED.map((word) => [folded(word), 'granted'] as const),
  ...WITHDRAWN.map((word) => [folded(word), 'withdrawn'] as const),
])

/** Meaning of a plain yes in a column, and of digits. */
export interface AnswerStyle {
  yesMeans: Operation
  /** True if 1 and 0 are yes and no: elsewhere they may be a count. */
  digits: boolean
}

/** Returns the answer of a filled cell; `silent` if it says that there is none, null if it cannot be read. */
export function readAnswer(cell: string, { yesMeans, digits }: AnswerStyle): Operation | 'silent' | null {
  if (cell.length > LONGEST_ANSWER) return null
  const word = folded(cell)
  const own = words.get(word)
  if (own !== undefined) return own
  const reading = readBoolean(cell)
  if (!('value' in reading) || reading.value === null) return null
  if (!digits && /^\d/.test(word)) return null
  return reading.value === (yesMeans === 'granted') ? 'granted' : 'withdrawn'
}

/** Words that nothing but a consent is answered with: an order is cancelled, too. */
const ONLY_CONSENT = /ยินยอม|รับข่าว|consent|optin|optout|optedin|optedout|subscribe/

/** True if cells are answers whatever their header says. */
export function areAnswers(cells: readonly string[]): boolean {
  const forms = cells.map(folded)
  return forms.every((form) => words.has(form)) && forms.some((form) => ONLY_CONSENT.test(form))
}
