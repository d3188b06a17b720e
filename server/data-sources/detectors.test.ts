import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_CUSTOM_FIELD_ID, systemFields } from '@ruam/contract/system-fields.ts'
import { expect, test } from 'vitest'
import { isBlankRow, rowScanner } from '../files/csv-rows.ts'
import { factsOf, newColumn, noteCell } from '../files/note-cells.ts'
import { type Detected, deceivingFiles, detected, generatedFiles, type KnownFile } from './detector-columns.ts'
import { type MappableField, type Suggestion, suggestMapping } from './suggest.ts'

/** Where the real files lie, for `npm run verify detectors`. */
const folder = process.env.RUAM_DATA_FILES
const seed = process.env.DETECTOR_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : 20261122

/** What the columns of the real files are, by a person who has read them; what is not named is none of the kinds. */
const real: readonly [file: string, delimiter: ',' | '|', header: boolean, truth: Record<string, Detected>][] = [
  [
    'thai-customers-composed.csv',
    ',',
    true,
    {
      ชื่อ: 'name',
      นามสกุล: 'name',
      เลขบัตรประชาชน: 'citizen_id',
      วันเกิด: 'date',
      เบอร์โทร: 'phone',
      อีเมล: 'email',
      รหัสไปรษณีย์: 'postcode',
      รายได้: 'money',
      ยอดซื้อ: 'money',
      วันที่ซื้อ: 'date',
    },
  ],
  [
    'thai-sub-districts.csv',
    ',',
    true,
    { zip_code: 'postcode', created_at: 'date', updated_at: 'date', deleted_at: 'date' },
  ],
  ['northwind-customers.csv', ',', true, { contactName: 'name', postalCode: 'postcode', phone: 'phone', fax: 'other' }],
  ['telco-customer-churn.csv', ',', true, { MonthlyCharges: 'money', TotalCharges: 'money' }],
  [
    'febrl-dataset1.csv',
    ',',
    true,
    { given_name: 'name', surname: 'name', postcode: 'postcode', date_of_birth: 'date' },
  ],
  [
    'adventureworks-prospective-buyer.pipe.csv',
    '|',
    false,
    { '3': 'name', '5': 'name', '6': 'date', '9': 'email', '10': 'money', '21': 'postcode', '22': 'phone' },
  ],
]

test.each([
  ['generated headers in both languages', generatedFiles],
  ['columns made to deceive', deceivingFiles],
])('of %s no column is taken for a match key that is none', (name, make) => {
  const scores = scoreOf(make(seed))
  print(`${name}, seed ${seed}`, scores)
  expect(keysTakenWrongly(scores)).toEqual([])
  // Most that is there is found, so that the rule above is no empty promise.
  for (const kind of ['phone', 'email', 'citizen_id'] as const) {
    const { right, missed } = scores.table[kind]
    if (right + missed > 0) expect(right / (right + missed)).toBeGreaterThan(0.75)
  }
})

test.skipIf(!folder)('of the columns of real files none is taken for a match key that is none', () => {
  const scores = scoreOf(real.map(([file, delimiter, header, truth]) => readKnown(file, delimiter, header, truth)))
  print('real files', scores)
  expect(keysTakenWrongly(scores)).toEqual([])
})

interface Scores {
  table: Record<Detected, { right: number; wrong: number; missed: number }>
  misses: string[]
}

function keysTakenWrongly({ misses }: Scores): string[] {
  return misses.filter((miss) => /taken for (?:phone|email|citizen_id)/.test(miss))
}

function scoreOf(files: readonly KnownFile[]): Scores {
  const table = Object.fromEntries(detected.map((kind) => [kind, { right: 0, wrong: 0, missed: 0 }])) as Scores['table']
  const misses: string[] = []
  for (const { name, columns } of files) {
    const sources = columns.map(({ header, cells }, place) => {
      const column = newColumn()
      for (const cell of cells) noteCell(column, cell)
      return { id: String(place + 1), name: header, facts: factsOf(column) }
    })
    const suggestions = suggestMapping(sources, fields, columns[0]!.cells.length)
    for (const [place, suggestion] of suggestions.entries()) {
      const { truth, header } = columns[place]!
      if (sources[place]!.facts.filled === 0) continue
      const found = detectedBy(suggestion)
      if (found === truth) table[truth].right++
      else {
        table[truth].missed++
        table[found].wrong++
        misses.push(
          `${name}: “${header}” (${sources[place]!.facts.samples.slice(0, 2).join(', ')}) is ${truth}, taken for ${found}`,
        )
      }
    }
  }
  return { table, misses }
}

const fields: MappableField[] = systemFields.map(({ id, name, th, en, kind }) => ({ id, name, titles: [th, en], kind }))

/** What a suggestion takes a column for: the field it feeds, or what its cells look like. */
function detectedBy({ destination_id, look }: Suggestion): Detected {
  const field = fields.find(({ id }) => id === destination_id && id < FIRST_CUSTOM_FIELD_ID)
  if (field?.kind === 'phone' || field?.kind === 'email' || field?.kind === 'citizen_id' || field?.kind === 'date')
    return field.kind
  if (field && /^(?:first|last)Name/.test(field.name)) return 'name'
  if (field && (field.name === 'amount' || field.name === 'income')) return 'money'
  const found = detected.find((kind) => kind === look.as)
  return found ?? 'other'
}

function print(title: string, { table, misses }: Scores): void {
  const lines = detected.map((kind) => {
    const { right, wrong, missed } = table[kind]
    const share = (of: number) => (of === 0 ? '  –  ' : (right / of).toFixed(3))
    return `${kind.padEnd(11)} ${String(right + missed).padStart(4)} columns  precision ${share(right + wrong)}  recall ${share(right + missed)}`
  })
  console.log([title, ...lines, ...misses].join('\n'))
}

function readKnown(file: string, delimiter: ',' | '|', header: boolean, truth: Record<string, Detected>): KnownFile {
  const text = readFileSync(join(folder!, file), 'utf8').replace(/^\ufeff/, '')
  const scan = rowScanner(delimiter)
  const rows: string[][] = []
  for (let from = 0; from < text.length; ) {
    const cells: string[] = []
    from = scan(text, from, true, cells)
    if (!isBlankRow(cells)) rows.push(cells)
  }
  const names = header ? rows.shift()! : rows[0]!.map((_, place) => String(place + 1))
  const whole = rows.filter(({ length }) => length === names.length)
  return {
    name: file,
    columns: names.map((name, place) => ({
      header: name,
      truth: truth[name.trim()] ?? 'other',
      cells: whole.map((row) => row[place]!),
    })),
  }
}
