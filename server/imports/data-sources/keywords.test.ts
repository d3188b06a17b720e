import { expect, test } from 'vitest'
import { normalizeHeader } from '../../formats/files/normalize-header.ts'
import { ambiguousKeywords, genders, mappingKeywords } from '../../master-data/master-data.ts'

test('no keyword stands for two fields', () => {
  const fields = new Map<string, string>()
  for (const { keyword, field_name } of mappingKeywords) {
    const header = normalizeHeader(keyword)
    expect([field_name, undefined]).toContain(fields.get(header))
    fields.set(header, field_name)
  }
})

test('no keyword both maps and is ambiguous', () => {
  const mapped = new Set(mappingKeywords.map(({ keyword }) => normalizeHeader(keyword)))
  for (const { keyword } of ambiguousKeywords) expect(mapped).not.toContain(normalizeHeader(keyword))
})

test('no word stands for two genders', () => {
  const words = genders.flatMap(({ aliases }) => aliases)
  expect(new Set(words).size).toBe(words.length)
})
