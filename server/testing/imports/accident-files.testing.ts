import { type Random, randomOf } from '../../../tools/random.ts'
import { csvLine } from '../../formats/files/csv-line.ts'
import { familyNames, firstNames } from '../../formats/made-up/names.ts'
import {
  type Accident,
  accidents,
  type Cells,
  type Column,
  type Customer,
  cellsOf,
  dayOf,
  wholeOf,
} from './accidents.testing.ts'

interface Layout {
  header: readonly string[]
  columns: readonly (Column | 'amount')[]
  /** True if custom codes are the key. */
  byCode?: true
}

const layouts: readonly Layout[] = [
  {
    header: ['คำนำหน้า', 'ชื่อ', 'นามสกุล', 'วันเกิด', 'เบอร์โทร', 'อีเมล'],
    columns: ['title', 'given', 'family', 'birth', 'phone', 'email'],
  },
  { header: ['ชื่อ-นามสกุล', 'เบอร์โทร', 'ยอดซื้อ'], columns: ['whole', 'phone', 'amount'] },
  { header: ['ลูกค้า', 'โทรศัพท์', 'อีเมล'], columns: ['whole', 'phone', 'email'] },
  { header: ['ชื่อ - สกุล', 'วันเกิด', 'มือถือ'], columns: ['whole', 'birth', 'phone'] },
  { header: ['Name', 'Birthday', 'Phone', 'Email'], columns: ['whole', 'birth', 'phone', 'email'] },
  {
    header: ['รหัสสมาชิก', 'ชื่อ', 'นามสกุล', 'เบอร์โทร', 'อีเมล'],
    columns: ['code', 'given', 'family', 'phone', 'email'],
    byCode: true,
  },
  { header: ['ชื่อ', 'นามสกุล', 'อีเมล'], columns: ['given', 'family', 'email'] },
  { header: ['ชื่อ', 'เบอร์โทร'], columns: ['given', 'phone'] },
  { header: ['ชื่อลูกค้า', 'เบอร์โทรศัพท์', 'วันเกิด', 'อีเมล'], columns: ['whole', 'phone', 'birth', 'email'] },
  {
    header: ['เพศ', 'ชื่อ', 'นามสกุล', 'เบอร์โทร', 'อีเมล'],
    columns: ['gender', 'given', 'family', 'phone', 'email'],
  },
]

interface RowTruth {
  person: number
  accident: Accident
}

export interface AccidentFile {
  csv: string
  byCode: boolean
  truth: RowTruth[]
}

/** The customers of a store, and files about them and others, with who each row is about. */
export function accidentFiles(seed: number, people: number, rows: number) {
  const random = randomOf(seed)
  const customers: Customer[] = []
  const make = () => customers[customers.push(newCustomer(random, customers.length)) - 1]!
  while (customers.length < people) make()
  const store = storeFile(customers)
  const met = new Set<number>()
  const files = layouts.map((layout) => {
    const size = Math.ceil(rows / layouts.length)
    return accidentFile(layout, size, { random, customers, people, met, make })
  })
  return { store, files }
}

function newCustomer(random: Random, no: number): Customer {
  const male = random.chance(0.5)
  const given = random.pick(Object.values(firstNames[male ? 'male' : 'female']).flat())
  const married = random.chance(0.5)
  return {
    male,
    given,
    family: random.pick(familyNames),
    birth: random.chance(0.7) ? dayOf(random) : '',
    phone: `08${String(10_000_000 + ((no * 7919) % 89_999_999)).padStart(8, '0')}`,
    email: random.chance(0.7) ? `${given.en}${no}@example.com` : '',
    code: `M${String(no).padStart(5, '0')}`,
    title: random.chance(0.7) ? (male ? 'นาย' : married ? 'นาง' : 'นางสาว') : '',
  }
}

const storeHeader = ['คำนำหน้า', 'ชื่อ', 'นามสกุล', 'วันเกิด', 'เบอร์โทร', 'อีเมล', 'รหัสสมาชิก']

function storeFile(customers: readonly Customer[]): string {
  const rows = customers.map(({ title, given, family, birth, phone, email, code }) =>
    csvLine([title, given.th, family.th, typedDay(birth), phone, email, code]),
  )
  return csvLine(storeHeader) + rows.join('')
}

interface Making {
  random: Random
  customers: Customer[]
  people: number
  /** Customers about whom nothing more is made up. */
  met: Set<number>
  make: () => Customer
}

function accidentFile(layout: Layout, size: number, { random, customers, people, met, make }: Making): AccidentFile {
  const has = (column: Column) => (layout.columns as readonly string[]).includes(column)
  const names = has('whole') || has('given')
  const kinds = accidents.filter(({ needs = [], name }) => {
    if (name.includes('filler birthday') && !has('birth')) return false
    if (/filler 0|zeros|of the shop|phone/.test(name) && !has('phone')) return false
    return names && needs.every((column) => has(column) || (column === 'family' && has('whole')))
  })
  const truth: RowTruth[] = []
  const lines = [csvLine(layout.header)]
  // A filler fills one dated row in a hundred, also of a short file.
  const fillers = kinds.filter(({ name }) => name.includes('filler birthday'))
  while (truth.length < size) {
    const accident = fillers.length > 0 && random.chance(0.12) ? random.pick(fillers) : random.pick(kinds)
    const person = random.below(people)
    const customer = customers[person]!
    if (accident.needs?.some((column) => column in customer && customer[column as 'birth'] === '')) continue
    if (!fits(accident, customer, layout)) continue
    // Two strangers on one phone could be namesakes; a bride's next row may hold either surname, and a replaced phone can belong to any customer.
    if (met.has(person)) continue
    if (!accident.same || /^a (?:bride|new phone)/.test(accident.name)) met.add(person)
    const strangers = customers.length
    const cells = accident.make(cellsOf(customer), customer, random, make)
    // Different people have different codes.
    if (!accident.same && !accident.needs?.includes('code')) cells.code = `N${customers.length}-${truth.length}`
    const about = accident.same ? person : strangers
    // A stranger who was not made has a number nevertheless.
    if (!accident.same && customers.length === strangers) make()
    truth.push({ person: about, accident })
    lines.push(csvLine(layout.columns.map((column) => cellOf(cells, column, random))))
  }
  return { csv: lines.join(''), byCode: layout.byCode === true, truth }
}

/** True if the layout contains the evidence that decides the row. */
function fits({ name }: Accident, customer: Customer, { columns }: Layout): boolean {
  const shows = (column: Column) => columns.includes(column)
  if (/^a man/.test(name)) return customer.male && shows('phone')
  if (/^a woman|^a bride/.test(name)) return !customer.male
  if (/^a namesake of unknown/.test(name)) return customer.title === '' && shows('phone') && !shows('code')
  // Only an e-mail finds the row there.
  if (!shows('phone') && !shows('code') && customer.email === '') return false
  if (/surname first|comma|brackets|initial/.test(name)) return shows('whole') || shows('family')
  return true
}

function cellOf(cells: Cells, column: Column | 'amount', random: Random): string {
  if (column === 'amount') return String(100 + random.below(9000))
  if (column === 'birth') return typedDay(cells.birth)
  if (column === 'whole') return cells.whole ?? wholeOf(cells)
  return cells[column] ?? ''
}

const typedDay = (day: string) => {
  const [year, month, date] = day.split('-')
  return day === '' ? '' : `${date}/${month}/${Number(year) + 543}`
}
