import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { ActivityTypeInfo } from '../../customers/fields/activity-types.ts'
import { lineColumnsOf } from './line-columns.ts'

interface OrderTargets {
  width: number
  activity: ActivityTypeInfo | undefined
}

/** Finds the first thing that is wrong with the order lines of a mapping. */
export function linesProblem({ lines, activity_id, mapping }: MappingBody, targets: OrderTargets) {
  if (!lines) return null
  if (activity_id === null)
    return { th: 'กรุณาเลือกประเภทกิจกรรมที่เป็นการซื้อ', en: 'choose the activity type that the orders are of' }
  const columns = lineColumnsOf(lines)
  if (columns.some((id) => Number(id) > targets.width))
    return { th: 'มีคอลัมน์ที่ไม่อยู่ในไฟล์', en: 'it names a column that is not in the file' }
  const amounts = [lines.line_amount, lines.order_total].filter((column) => column !== null)
  if (amounts.length !== 1)
    return {
      th: 'กรุณาเลือกคอลัมน์ยอดเงินหนึ่งคอลัมน์ ว่าเป็นยอดของแต่ละรายการ หรือยอดรวมของทั้งบิล',
      en: 'choose one column of amounts: those of each line, or the total of the order',
    }
  if (new Set(columns).size < columns.length)
    return { th: 'คอลัมน์เดียวถูกเลือกสองครั้งในรายการของบิล', en: 'one column is chosen twice for the lines of orders' }
  const fields = targets.activity?.fields ?? []
  const feeds = (column: string) =>
    fields.find(({ id }) =>
      mapping.some(
        (row) =>
          row.destination_type === 'custom_activity' && row.destination_id === id && row.source_schema_id === column,
      ),
    )
  if (feeds(amounts[0]!)?.kind !== 'number')
    return {
      th: 'กรุณาจับคู่คอลัมน์ยอดเงินกับฟิลด์ตัวเลขของกิจกรรม',
      en: 'map the column of amounts to a number field of the activity',
    }
  if (lines.item_column !== null && feeds(lines.item_column)?.kind === 'number')
    return {
      th: 'คอลัมน์สินค้าต้องจับคู่กับฟิลด์ข้อความ',
      en: 'the column of items needs a text field',
    }
  return null
}
