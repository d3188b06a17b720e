import { expect, test } from 'vitest'
import { type ColumnEvidence, describeEvidence, describeKey } from './evidence.ts'
import { evidenceText } from './evidence-text.ts'

const inEnglish = evidenceText.in('en')
const inThai = evidenceText.in('th')
const described = (one: ColumnEvidence) => describeEvidence([one], inEnglish, () => 'Mobile').join(' · ')

test.each<[ColumnEvidence, string]>([
  [{ kind: 'phones', count: 2000, repaired: 1870, others: 0 }, 'Missing 0 added to 1,870 phones'],
  [{ kind: 'phones', count: 20, repaired: 0, others: 3 }, '20 phone numbers · 3 cannot be read'],
  [{ kind: 'pattern', count: 1412, others: 0 }, 'Pattern matches in 1,412 values'],
  [{ kind: 'years', era: 'be', count: 90, others: 0 }, 'All years are BE, converted'],
  [{ kind: 'years', era: 'be', count: 90, others: 10 }, '90 years are BE, converted · 10 in another format'],
  [{ kind: 'empty', percent: 96 }, '96% of rows are empty'],
  [{ kind: 'looks', as: 'phone', count: 4 }, '4 look like phone numbers'],
  [{ kind: 'other_column', sourceSchemaId: '3' }, 'The column “Mobile” is used instead'],
])('%j is described with its numbers', (one, sentence) => {
  expect(described(one)).toBe(sentence)
})

test('words of a file are listed with what they mean', () => {
  const pairs = [
    { cell: 'ช', means: 'male' },
    { cell: 'ญ', means: 'female' },
  ]
  expect(describeEvidence([{ kind: 'words', pairs }], inThai, () => '').join(' · ')).toBe('ช = ชาย · ญ = หญิง')
})

test('words that a file writes as the product does are named, not left without a sentence', () => {
  const pairs = [
    { cell: 'ชาย', means: 'male' },
    { cell: 'หญิง', means: 'female' },
  ]
  expect(describeEvidence([{ kind: 'words', pairs }], inThai, () => '')).toEqual(['เป็นคำที่ใช้อยู่แล้ว: ชาย, หญิง'])
})

test('a key is described by its rows, its values and the commonest of them', () => {
  const key = { cells: 8210, distinct: 12, exact: true, largest: 2100, apart: 'not' as const }
  expect(describeKey('Status', key, inEnglish)).toContain(
    'Status: 8,210 rows, 12 values, the most common in 2,100 rows',
  )
  expect(describeKey('Phone', { ...key, distinct: 8210, largest: 1, apart: 'well' }, inEnglish)).toBe(
    'Phone: 8,210 rows, all different',
  )
})
