// A store, and files about its people and about strangers, whose columns are called whatever a shop calls them.
import { type Random, randomOf } from '../../../tools/random.ts'
import { csvLine } from '../../formats/files/csv-line.ts'
import { familyNames } from '../../formats/made-up/names.ts'
import { dayOf, wholeOf } from './accidents.testing.ts'
import { citizenId } from './colliding-files.testing.ts'
import {
  type Kind,
  kinds,
  type Person,
  type RowCells,
  type RowColumn,
  type Scene,
  type Waiting,
} from './identity-accidents.testing.ts'
import { type NamePool, namePool } from './name-pool.testing.ts'

type LayoutColumn = RowColumn | 'amount' | 'place' | 'day' | 'cashier'

interface Layout {
  header: readonly string[]
  columns: readonly LayoutColumn[]
  /** Field the clerk chooses as the key: by its contacts if absent. */
  key?: 'code'
  /** True if the first line holds a row. */
  headless?: true
}

/** Fifteen headers above the names, those without a word among them. */
const layouts: readonly Layout[] = [
  { header: ['ชื่อ-นามสกุล', 'เบอร์โทร', 'อีเมล', 'วันเกิด'], columns: ['whole', 'phone', 'email', 'birth'] },
  { header: ['ผู้สั่งซื้อ', 'เบอร์โทร', 'ยอดซื้อ'], columns: ['whole', 'phone', 'amount'] },
  { header: ['คนไข้', 'วันเกิด', 'เบอร์โทร', 'เลขบัตรประชาชน'], columns: ['whole', 'birth', 'phone', 'citizen'] },
  { header: ['Guest', 'Phone', 'Email'], columns: ['whole', 'phone', 'email'] },
  { header: ['Email', 'Phone', 'Client', 'DOB'], columns: ['email', 'phone', 'whole', 'birth'] },
  { header: ['Recipient', 'Tel', 'Province'], columns: ['whole', 'phone', 'place'] },
  { header: ['วันที่จอง', 'ผู้จอง', 'เบอร์โทรศัพท์'], columns: ['day', 'whole', 'phone'] },
  { header: ['ผู้เข้าพัก', 'วันเกิด', 'มือถือ'], columns: ['whole', 'birth', 'phone'] },
  { header: ['X1', 'X2', 'X3'], columns: ['whole', 'phone', 'email'] },
  { header: ['รหัสลูกค้า', 'ลูกหนี้', 'เบอร์โทร', 'อีเมล'], columns: ['code', 'whole', 'phone', 'email'], key: 'code' },
  { header: ['A', 'B', 'เบอร์โทร', 'อีเมล'], columns: ['given', 'family', 'phone', 'email'] },
  { header: ['', '', '', ''], columns: ['whole', 'phone', 'email', 'birth'], headless: true },
  { header: ['รายละเอียด', 'เบอร์โทร', 'วันเกิด'], columns: ['whole', 'phone', 'birth'] },
  { header: ['สมาชิก', 'โทร', 'อีเมล'], columns: ['given', 'phone', 'email'] },
  {
    header: ['ผู้ติดต่อ', 'พนักงานขาย', 'เบอร์โทร', 'อีเมล', 'ยอดซื้อ'],
    columns: ['whole', 'cashier', 'phone', 'email', 'amount'],
  },
]

interface IdentityTruth {
  kind: string
  /** Number of the person whom the row is about: strangers follow the customers; null if it names nobody. */
  person: number | null
  same: boolean
  waits: Waiting
}

export interface IdentityFile {
  name: string
  csv: string
  key?: 'code'
  headless?: true
  /** Role of each column, for a clerk who maps contacts and codes that were not suggested. */
  columns: readonly string[]
  /** False if no column of the file can tell people apart: its changes are counted by themselves. */
  apart: boolean
  truth: IdentityTruth[]
}

/** People of a store and a deck of those about whom no row has been made. */
export class IdentityStore implements Scene {
  readonly people: Person[] = []
  readonly random: Random
  readonly names: NamePool
  readonly size: number
  private readonly deck: number[]

  constructor(seed: number, size: number, names = namePool()) {
    this.random = randomOf(seed)
    this.names = names
    this.size = size
    while (this.people.length < size) this.add()
    this.deck = this.random.shuffle([...this.people.keys()])
  }

  stranger = () => this.people[this.add()]!
  partner = () => this.people[this.draw()]!

  /** Takes a customer about whom no row has been made; null if none suits. */
  drawOf(suits: (person: Person) => boolean): number | null {
    const at = this.deck.findLastIndex((no) => suits(this.people[no]!))
    return at < 0 ? null : this.deck.splice(at, 1)[0]!
  }

  draw(suits: (person: Person) => boolean = () => true): number {
    const no = this.drawOf(suits)
    if (no === null) throw new Error('Too few people for these files')
    return no
  }

  add(): number {
    const { random, names } = this
    const no = this.people.length
    const male = random.chance(0.5)
    const pool = names[male ? 'male' : 'female']
    const given = random.chance(0.15)
      ? { th: random.pick(pool.paired), en: '' }
      : random.pick(random.chance(0.6) ? pool.madeUp : pool.given)
    const title = male ? 'นาย' : random.pick(['นาง', 'นางสาว'])
    return (
      this.people.push({
        male,
        given,
        family: random.chance(0.6) ? random.pick(familyNames) : random.pick(names.families),
        birth: random.chance(0.7) ? dayOf(random) : '',
        phone: `08${String(10_000_000 + ((no * 7919) % 89_999_999)).padStart(8, '0')}`,
        email: random.chance(0.7) ? `${given.en || 'k'}${no}@example.com` : '',
        code: `M${String(no).padStart(5, '0')}`,
        title: random.chance(0.7) ? title : '',
        citizen: random.chance(0.6) ? citizenId(no) : '',
      }) - 1
    )
  }

  /** The customers as a file with plain headers. */
  get csv(): string {
    const header = ['คำนำหน้า', 'ชื่อ', 'นามสกุล', 'วันเกิด', 'เบอร์โทร', 'อีเมล', 'รหัสสมาชิก', 'เลขบัตรประชาชน']
    const rows = this.people
      .slice(0, this.size)
      .map(({ title, given, family, birth, phone, email, code, citizen }) =>
        csvLine([title, given.th, family.th, typedDay(birth), phone, email, code, citizen]),
      )
    return csvLine(header) + rows.join('')
  }
}

/** Files of all kinds of accident under fifteen headers, or the chosen ones of them. */
export function identityFiles(store: IdentityStore, rows: number, chosen = layouts.map((_, at) => at)): IdentityFile[] {
  return chosen.map((at) => {
    const layout = layouts[at]!
    const file = fileOf(`${at + 1} ${layout.header.join(' ')}`, layout)
    const possible = kinds.filter(({ needs, name }) => suits(layout, needs, name))
    const size = Math.ceil(rows / chosen.length)
    const lines: string[] = []
    while (lines.length < size) {
      const line = writeRow(store, layout, store.random.pick(possible), file.truth)
      if (line !== null) lines.push(line)
    }
    // Only in a long file is a filler met often enough to be told from a birthday.
    if (size < 500) for (const one of file.truth) if (one.kind.includes('filler birthday')) one.waits = 'may'
    return { ...file, csv: (layout.headless ? '' : csvLine(layout.header)) + lines.join('') }
  })
}

export const fileOf = (name: string, { columns, key, headless }: Layout): IdentityFile => ({
  name,
  csv: '',
  columns,
  apart: true,
  truth: [],
  ...(key && { key }),
  ...(headless && { headless }),
})

function suits({ columns, key }: Layout, needs: Kind['needs'], name: string): boolean {
  const has = (column: RowColumn) => columns.includes(column) || (column === 'family' && columns.includes('whole'))
  // Only a key by code meets a code of another branch.
  if (needs.includes('code') && key !== 'code') return false
  // The given name alone shows no surname, which is what these differ by.
  return needs.every(has) && (has('family') || !/namesake|a man with/.test(name))
}

/** Writes one row about somebody of whom no row speaks yet; null if the accident suits nobody. */
function writeRow(store: IdentityStore, { columns, key }: Layout, kind: Kind, truth: IdentityTruth[]): string | null {
  const { name, same, waits, needs } = kind
  const found = (p: Person) => columns.includes('phone') || key === 'code' || p.email !== ''
  const filled = (p: Person) => needs.every((column) => !(column in p) || p[column as 'birth'] !== '')
  const no = store.drawOf((p) => filled(p) && found(p) && kind.fits(p, store.names))
  if (no === null) return null
  const strangers = store.people.length
  const cells = kind.make(cellsOf(store.people[no]!), store.people[no]!, store)
  if (!same && !needs.includes('code')) cells.code = `N${strangers}`
  if (!same && store.people.length === strangers) store.add()
  // A new code names a new person where codes are the key.
  const named = key === 'code' && waits === 'must' && !same && !needs.includes('code')
  const kindName = `${same ? 'same' : 'other'}: ${name}`
  truth.push({ kind: kindName, person: same ? no : strangers, same, waits: named ? 'may' : waits })
  return csvLine(columns.map((column) => cellOf(cells, column, store.random)))
}

export function cellsOf({ male, given, family, ...rest }: Person): RowCells {
  return { ...rest, gender: male ? 'ชาย' : 'หญิง', given: given.th, family: family.th }
}

const cashiers = ['มาลี ใจดี', 'ประเสริฐ ทองคำ', 'น้องแนน']
const places = ['เชียงใหม่', 'ขอนแก่น', 'ภูเก็ต', 'นนทบุรี', 'สงขลา']

export function cellOf(cells: RowCells, column: LayoutColumn, random: Random): string {
  if (column === 'amount') return String(100 + random.below(9000))
  if (column === 'place') return random.pick(places)
  if (column === 'cashier') return random.pick(cashiers)
  if (column === 'day') return typedDay(`2025-0${1 + random.below(9)}-1${random.below(10)}`)
  if (column === 'birth') return typedDay(cells.birth)
  if (column === 'whole') return cells.whole ?? wholeOf(cells)
  return cells[column] ?? ''
}

export const typedDay = (day: string) => {
  const [year, month, date] = day.split('-')
  return day === '' ? '' : `${date}/${month}/${Number(year) + 543}`
}
