import type { Holding, Looks } from '@ruam/contract/imports/mapping.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { isMixedContacts, type Look, wordsOf } from './looks.ts'
import { isCodes } from './stored-codes.ts'

const holdingOfLook: Partial<Record<Looks, Holding>> = {
  phone: 'phone',
  email: 'email',
  citizen_id: 'citizen_id',
  line_user_id: 'line_id',
  name: 'name',
}

const BIRTH = /เกิด|birth|dob|b[- ]?day/
const CONSENT = /ยินยอม|อนุญาต|รับข่าว|ติดต่อกลับ|consent|opt|permission|accepts?|subscrib|pdpa|marketing/
const LINE = /line|ไลน์/
/** Numbers of sales and goods: they differ, but belong to no customer. */
const THINGS =
  /สั่งซื้อ|ออเดอร์|ใบเสร็จ|ใบกำกับ|บิล|พัสดุ|สินค้า|โต๊ะ|ห้อง|order|invoice|receipt|bill|track|sku|serial|bar ?code|product|post|ไปรษณีย์/
/** Years ago (CE) of most birthdays, and the distance of the Buddhist years. */
const YOUNGEST = 12
const OLDEST = 110
const BUDDHIST = 543

/** Returns what a column holds of customers; null if nothing. Its cells decide, and its header only where they leave it open. */
export function holdingOf(name: string, facts: ColumnFacts, look: Look, thisYear: number): Holding | null {
  const { filled } = facts
  if (filled === 0) return null
  const words = wordsOf(name)
  if (isMixedContacts(name, facts)) return 'phone'
  const half = filled / 2
  if (look.as === 'date') return BIRTH.test(words) || areBirthdays(facts, thisYear) ? 'birth_date' : null
  if (facts.emails >= half) return 'email'
  if (facts.citizenIds >= half) return 'citizen_id'
  if (look.as !== 'running' && look.as !== 'money' && facts.thaiPhones - facts.repairedPhones >= half) return 'phone'
  const known = holdingOfLook[look.as]
  if (known) return known
  if (CONSENT.test(words)) return 'consent'
  if (LINE.test(words)) return 'line_id'
  if (isWholeNames(facts)) return 'name'
  const differs = facts.groups !== null && facts.groups.distinct >= half && filled > 1
  return differs && !THINGS.test(words) && isCodes(facts) && look.as !== 'money' ? 'code' : null
}

/** First and last names, or titles, in most cells, which seldom repeat. */
function isWholeNames({ filled, wholeNames, titles, words, longest, groups }: ColumnFacts): boolean {
  const named = Math.max(wholeNames, titles)
  return words >= filled * 0.8 && named >= filled * 0.6 && longest <= 60 && (groups?.distinct ?? filled) >= filled * 0.5
}

function areBirthdays({ samples }: ColumnFacts, thisYear: number): boolean {
  const years = samples.map((sample) => {
    const year = Number(/(?<!\d)\d{4}(?!\d)/.exec(sample)?.[0] ?? 0)
    return year > thisYear + 200 ? year - BUDDHIST : year
  })
  const old = years.filter((year) => year >= thisYear - OLDEST && year <= thisYear - YOUNGEST)
  return old.length * 2 > years.length
}
