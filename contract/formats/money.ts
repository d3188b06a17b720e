import type { DataType } from '../platform/system-fields.ts'

interface NumberField {
  name: string
  display_name: string
  data_type: DataType
}

/** Words for a sum that was paid, before those for a price alone. */
const sums = /ยอด|จำนวนเงิน|มูลค่า|เงินที่|amount|total|paid|revenue|spent|baht|บาท/i
const prices = /ราคา|ค่าสินค้า|ค่าบริการ|price|cost/i
const counts = /แต้ม|คะแนน|ครั้ง|ชิ้น|จำนวน(?!เงิน)|รายการ|point|score|count|qty|quantit|visit|item/i

/** Likelihood that a field holds money: 2 a sum, 1 a price, 0 neither. Stores name their own fields. */
export function moneyRank({ name, display_name, data_type }: NumberField): 0 | 1 | 2 {
  if (data_type !== 'Number') return 0
  const said = `${name} ${display_name}`
  if (counts.test(said)) return 0
  return sums.test(said) ? 2 : prices.test(said) ? 1 : 0
}

/** The field of these that says what something cost in all; undefined where none is money. */
export function sumField<F extends NumberField>(fields: readonly F[]): F | undefined {
  const ranked = fields.map((field) => ({ field, rank: moneyRank(field) })).filter(({ rank }) => rank > 0)
  return ranked.toSorted((a, b) => b.rank - a.rank)[0]?.field
}
