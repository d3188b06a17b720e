import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formsOf } from '../../testing/formats/table-files.testing.ts'
import { importFile } from '../../testing/imports/strange-files.testing.ts'
import { exported } from '../../testing/reports/exports.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

const people = [
  ['ชื่อ', 'เบอร์โทร', 'อีเมล'],
  ['ญาดา ศรีสุข', '0812345678', 'yada@example.com'],
  ['สมชาย ใจดี', '0898765432', 'som@example.com'],
  ['มานี มีนา', '0867654321', ''],
]

/** Checksum of what the store knows of its customers. */
async function checksum(store: TestStore): Promise<string> {
  const columns = ['firstName', 'lastName', 'phone', 'email']
  const { file } = await exported(store, { type: 'profile', file_type: 'csv', columns })
  return createHash('md5').update(file).digest('hex')
}

const EMAIL = 11

const forms = Object.keys(formsOf(people)).slice(1)
/** The form of `npm test`; `formats/files/table-kinds.test.ts` reads each of them. */
const daily = ['ods']

async function givesTheSame(name: string) {
  const [text, other] = [await newStore(), await newStore()]
  await importFile(text, await formsOf(people).csv!(), { further: [EMAIL] })
  const { run, source } = await importFile(other, await formsOf(people)[name]!(), { further: [EMAIL] })
  expect(run.stats).toMatchObject({ added: 3, failed: 0 })
  expect([source.file_type, source.file_kind]).toEqual(['xlsx', name.split(' ')[0]])
  expect(await checksum(other)).toBe(await checksum(text))
}

test.each(daily)('a table as %s gives the same customers as one as csv', givesTheSame)
test.each(forms.filter((name) => !daily.includes(name)))(
  'a table of the kind %s gives the same customers as one as csv',
  { tags: ['verify'] },
  givesTheSame,
)

test('contacts of a phone become customers', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const card = await readFile(new URL('../../testing/imports/cases/17-vcard.vcf', import.meta.url))
  const { run, source } = await importFile(store, card)
  expect(run.stats).toMatchObject({ added: 1, failed: 0 })
  expect([source.file_kind, source.row_count]).toEqual(['vcard', 1])
})
