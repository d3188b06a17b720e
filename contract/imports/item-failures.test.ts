import { expect, test } from 'vitest'
import { itemFailures } from './item-failures.ts'

/** Failures of files alone. */
const ofFiles = [
  ...['too_few_cells', 'too_many_cells', 'wrong_field_count', 'letters_broken'],
  ...['order_two_buyers', 'order_two_days', 'order_two_totals', 'order_elsewhere', 'total_row', 'consent_unreadable'],
]

test('failures of items speak of neither rows nor cells, columns and files', () => {
  for (const [name, { th, en }] of Object.entries(itemFailures))
    if (!ofFiles.includes(name))
      expect(`${th} ${en}`, name).not.toMatch(/แถว|คอลัมน์|(?<!โปร)ไฟล์|ช่อง|\b(row|cell|column|file)s?\b/i)
})
