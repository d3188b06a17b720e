import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { FIRST_CUSTOM_FIELD_ID, systemFields } from '@ruam/contract/platform/system-fields.ts'
import { expect, test } from 'vitest'
import { isBlankRow, rowScanner } from '../../formats/files/csv-rows.ts'
import { factsOf, newColumn, noteCell } from '../../formats/files/note-cells.ts'
import { sampleWorkbook } from '../../formats/files/workbook.ts'
import type { Storage } from '../../storage/storage.ts'
import {
  type Detected,
  deceivingFiles,
  detected,
  generatedFiles,
  type LabelledFile,
} from '../../testing/imports/detector-columns.testing.ts'
import type { MappableField, Suggestion } from './column-drafts.ts'
import { suggestMapping } from './suggest.ts'

/** Folder of real files, for `npm run verify detectors`. */
const folder = process.env.RUAM_DATA_FILES
const seed = process.env.DETECTOR_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : 20261122

/** `npm run verify detectors` makes so many sets of columns, each of a seed of its own. */
const rounds = Number(process.env.DETECTOR_ROUNDS ?? 1)

/** Kinds of columns in real files, judged by a reader; unnamed columns have none of the kinds. */
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

const districts: Record<string, Detected> = { created_at: 'date', updated_at: 'date', deleted_at: 'date' }

test.each([
  ['generated headers in both languages', generatedFiles],
  ['columns made to deceive', deceivingFiles],
])('%s has no column falsely taken for a match key', { timeout: 300_000 }, (name, make) => {
  const scores = scoreOf(Array.from({ length: rounds }, (_, round) => make(seed + round)).flat())
  print(`${name}, ${rounds} times from seed ${seed}`, scores)
  expect(keysTakenWrongly(scores)).toEqual([])
  // Most that is there is found, so that the rule above is no empty promise.
  for (const kind of ['phone', 'email', 'citizen_id'] as const) {
    const { right, missed } = scores.table[kind]
    if (right + missed > 0) expect(right / (right + missed)).toBeGreaterThan(0.75)
  }
})

test.skipIf(!folder)('no column of the real files is falsely taken for a match key', { timeout: 300_000 }, async () => {
  const texts = real.map(([file, delimiter, header, truth]) => readKnown(file, delimiter, header, truth))
  const scores = scoreOf([...texts, await readWorkbook('thai-districts.xlsx', districts)])
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

function scoreOf(files: readonly LabelledFile[]): Scores {
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

function readKnown(file: string, delimiter: ',' | '|', header: boolean, truth: Record<string, Detected>): LabelledFile {
  const text = readFileSync(join(folder!, file), 'utf8').replace(/^\ufeff/, '')
  const scanner = rowScanner({ delimiter, quotes: 'double' })
  const rows: string[][] = []
  for (let from = 0; from < text.length; ) {
    const cells: string[] = []
    from = scanner.read(text, from, true, cells)
    if (!isBlankRow(cells)) rows.push(cells)
  }
  const names = header ? rows.shift()! : rows[0]!.map((_, place) => String(place + 1))
  return knownFile(file, names, rows, truth)
}

function knownFile(name: string, names: string[], rows: string[][], truth: Record<string, Detected>): LabelledFile {
  const whole = rows.filter(({ length }) => length === names.length)
  return {
    name,
    columns: names.map((header, place) => ({
      header,
      truth: truth[header.trim()] ?? 'other',
      cells: whole.map((row) => row[place]!),
    })),
  }
}

/** The first rows of a workbook. */
async function readWorkbook(file: string, truth: Record<string, Detected>): Promise<LabelledFile> {
  const storage = { open: () => open(join(folder!, file)) } as unknown as Storage
  const { rows } = await sampleWorkbook(storage, file, {})
  const [names = [], ...others] = rows
  // Rows end with their last cell that is filled.
  const whole = others.map((row) => names.map((_, place) => row[place] ?? ''))
  return knownFile(file, names, whole, truth)
}
