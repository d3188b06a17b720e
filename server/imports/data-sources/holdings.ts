import type { Holding } from '@ruam/contract/imports/mapping.ts'
import { type CellKind, cellKindsOf } from '../../formats/files/cell-kinds.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { isConsentColumn, speaksOfConsent } from '../consents/detect.ts'
import { type Look, wordsOf } from './looks.ts'
import { isCodes } from './stored-codes.ts'

const holdingOfKind: Record<CellKind, Holding> = {
  name: 'name',
  shaped_name: 'name',
  family_name: 'name',
  phone: 'phone',
  email: 'email',
  citizen_id: 'citizen_id',
  birth_date: 'birth_date',
}

const BIRTH = /เกิด|birth|dob|b[- ]?day/
const LINE = /line|ไลน์/
/** Places that are called like people. */
const PLACES = /สาขา|ร้าน|ตำบล|อำเภอ|จังหวัด|branch|store|shop|province|district|city/
/** Numbers of sales and goods: they differ, but belong to no customer. */
const THINGS =
  /สั่งซื้อ|ออเดอร์|ใบเสร็จ|ใบกำกับ|บิล|พัสดุ|สินค้า|โต๊ะ|ห้อง|order|invoice|receipt|bill|track|sku|serial|bar ?code|product|post|ไปรษณีย์/

/** Returns what a column holds of customers; null if nothing. Its cells decide, and its header only where they leave it open. */
export function holdingOf(name: string, facts: ColumnFacts, look: Look): Holding | null {
  const { filled, groups } = facts
  if (filled === 0) return null
  const words = wordsOf(name)
  const differs = filled > 1 && (groups?.distinct ?? filled) * 2 >= filled
  if (isConsentColumn(name, facts)) return 'consent'
  if (look.as === 'date') return BIRTH.test(words) || cellKindsOf(facts).includes('birth_date') ? 'birth_date' : null
  if (look.as === 'line_user_id') return 'line_id'
  const [kind] = cellKindsOf(facts)
  // Words in the shape of names repeat where they are no names: goods, for instance.
  const isNames = (differs || kind !== 'shaped_name') && !PLACES.test(words)
  if (kind && (holdingOfKind[kind] !== 'name' || isNames)) return holdingOfKind[kind]
  const isWhole = (facts.thaiPhones - facts.repairedPhones + facts.phonesInWords) * 2 >= filled
  if (isWhole && look.as !== 'running' && look.as !== 'money') return 'phone'
  if (look.as === 'name') return 'name'
  if (speaksOfConsent(name)) return 'consent'
  if (LINE.test(words)) return 'line_id'
  return differs && !THINGS.test(words) && isCodes(facts) && look.as !== 'money' ? 'code' : null
}
