import { expect, test } from 'vitest'
import { factsOf, newColumn, noteCell } from '../../formats/files/note-cells.ts'
import { holdingOf } from './holdings.ts'
import { columnLookOf } from './looks.ts'

const years = ['2520', '2531', '2527', '2540', '2518', '2535']
const six = (write: (no: number) => string) => Array.from({ length: 6 }, (_, no) => write(no))

test.each([
  ['X1', six((no) => `08${'15623'[no % 5]}${5550301 + no * 7919}`), 'phone'],
  ['X2', six((no) => `user${no}@example.org`), 'email'],
  ['X3', ['สมชาย', 'มานี', 'วิชัย', 'สุดา', 'ประยุทธ', 'อรทัย'], 'name'],
  ['X4', years.map((year, no) => `${no + 10}/05/${year}`), 'birth_date'],
  ['วันเกิด', six((no) => `${no + 1}/05/2568`), 'birth_date'],
  ['วันที่ซื้อ', six((no) => `${no + 1}/11/2568`), null],
  ['X5', six((no) => `M-${1000 + no * 37}`), 'code'],
  ['เลขที่ใบเสร็จ', six((no) => `INV${1000 + no * 37}`), null],
  ['ยินยอมรับข่าวสาร', ['ใช่', 'ไม่', 'ใช่', 'ใช่', 'ไม่', 'ใช่'], 'consent'],
  ['LINE ID', six((no) => `line.${'abcdef'[no]}`), 'line_id'],
  ['สาขา', ['สยาม', 'สยาม', 'อารีย์', 'อารีย์', 'สยาม', 'อารีย์'], null],
  ['ยอดซื้อ', six((no) => `${1000 + no * 37}.50`), null],
  ['ว่าง', six(() => ''), null],
])('the column %s of %j holds %j', (name, cells, holds) => {
  const column = newColumn()
  for (const cell of cells) noteCell(column, cell)
  const facts = factsOf(column)
  expect(holdingOf(name, facts, columnLookOf(name, facts, { address: false }))).toBe(holds)
})
