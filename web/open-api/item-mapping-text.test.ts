import { expect, test } from 'vitest'
import { itemStepWords } from './item-mapping-text.ts'

/** Words of the wizard that the mapping step of connectors does not show. */
const ofFilesAlone = [
  'steps',
  'import',
  'chooseFile',
  'chooseFileFirst',
  'chooseFileFirstText',
  'exported',
  'pipeline',
  'layout',
  'unknownCodesAdd',
  'formulas',
]

const sentence = (word: unknown): string =>
  typeof word === 'string' ? word : String((word as (values: object) => string)(new Proxy({}, { get: () => '·' })))

test('the mapping step of connectors speaks of items and fields, never of files, rows, columns or cells', () => {
  for (const [files, items] of itemStepWords)
    for (const language of ['th', 'en'] as const) {
      const [own, other] = [files.in(language), items.in(language)] as Record<string, unknown>[]
      expect(Object.keys(other!).filter((key) => !(key in own!))).toEqual([])
      for (const [key, word] of Object.entries({ ...own, ...other }))
        if (!ofFilesAlone.includes(key))
          expect(sentence(word), key).not.toMatch(/คอลัมน์|แถว|ไฟล์|ช่อง(?!ว่าง)|\b(column|row|file|cell)s?\b/i)
    }
})
