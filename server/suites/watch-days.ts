// Files of six shops as their tills write them, day after day: weekends, holidays, sale days, new branches, growth, closures.
// Written before the terms of watches, and not changed for their sake.
import { csvLine } from '../formats/files/csv-line.ts'
import { familyNames, firstNames } from '../formats/made-up/names.ts'
import { Chance } from './secret-pairs/chance.ts'

export const shopKinds = ['coffee', 'pharmacy', 'online', 'clinic', 'members', 'buffet'] as const
export type ShopKind = (typeof shopKinds)[number]

/** Meaning of a column, which the breaks go by. */
export type Part = 'receipt' | 'time' | 'branch' | 'name' | 'phone' | 'item' | 'amount' | 'code' | 'joined' | 'seen'

export interface ShopColumn {
  name: string
  part: Part
}

interface ShopDay {
  /** Day of the sales, YYYY-MM-DD. The file arrives on the day after. */
  day: string
  /** Null if the shop is closed and its till writes no file; no rows if it writes the header alone. */
  rows: string[][] | null
}

export interface Shop {
  kind: ShopKind
  columns: readonly ShopColumn[]
  days: ShopDay[]
}

interface Person {
  name: string
  phone: string
}

/** Habits of a shop and its till. */
interface Habits {
  columns: readonly ShopColumn[]
  /** Rows of an ordinary day at first, and how much busier the shop is after 500 days. */
  rows: number
  growth: number
  /** Busyness by day of the week, Sunday first; 0: closed. */
  week: readonly number[]
  /** Busyness in the days of Songkran; 0: closed. */
  songkran: number
  monthEnd: number
  sales: number
  /** Hours of the first and the last sale. */
  open: readonly [from: number, to: number]
  branches: readonly (readonly [share: number, name: string])[]
  /** Opens on this day, without a word. */
  newBranch?: readonly [day: number, share: number, name: string]
  /** Share of rows by new customers, and by walk-ins without any phone. */
  fresh: number
  walkIns: number
  items: readonly (readonly [price: number, name: string])[]
  writes: (day: string, minutes: number) => string
  /** Newest first. */
  descends?: true
  /** Writes the header alone on a closed day. */
  writesEmpty?: true
}

const column = (part: Part, name: string): ShopColumn => ({ part, name })
const two = (number: number) => String(number).padStart(2, '0')
const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** 25/11/2569 14:05 */
const buddhist = (day: string, minutes: number) => {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${Number(year) + 543} ${clock(minutes)}`
}
/** 25/11/2026 14:05 */
const slashed = (day: string, minutes: number) => {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year} ${clock(minutes)}`
}
const iso = (day: string, minutes: number) => `${day} ${clock(minutes)}`

const habits: Record<Exclude<ShopKind, 'members'>, Habits> = {
  coffee: {
    columns: [
      column('receipt', 'เลขที่ใบเสร็จ'),
      column('time', 'วันที่ขาย'),
      column('branch', 'สาขา'),
      column('name', 'ชื่อลูกค้า'),
      column('phone', 'เบอร์โทร'),
      column('item', 'สินค้า'),
      column('amount', 'ยอดสุทธิ'),
    ],
    ...{ rows: 90, growth: 1.9, week: [1.5, 0.9, 0.9, 1, 1, 1.2, 1.6], songkran: 1.4, monthEnd: 1.15, sales: 1.5 },
    ...{ open: [7, 20.5], fresh: 0.15, walkIns: 0.12, writes: buddhist },
    branches: [
      [5, 'สยาม'],
      [3, 'อารีย์'],
      [2, 'ทองหล่อ'],
    ],
    newBranch: [210, 2, 'บางนา'],
    items: [
      [45, 'เอสเปรสโซ'],
      [55, 'อเมริกาโน่'],
      [65, 'ลาเต้'],
      [70, 'มัทฉะ'],
      [85, 'ครัวซองต์'],
      [420, 'เมล็ดกาแฟ 250 ก.'],
    ],
  },
  pharmacy: {
    columns: [
      column('time', 'วันเวลา'),
      column('receipt', 'เลขที่บิล'),
      column('branch', 'ร้าน'),
      column('name', 'ลูกค้า'),
      column('phone', 'โทรศัพท์'),
      column('item', 'รายการ'),
      column('amount', 'จำนวนเงิน'),
    ],
    ...{ rows: 80, growth: 1.2, week: [0.9, 1.1, 1, 1, 1, 1, 1.1], songkran: 0.55, monthEnd: 1.25, sales: 1 },
    ...{ open: [8, 21], fresh: 0.2, walkIns: 0, writes: iso },
    branches: [
      [6, 'สาขาใหญ่'],
      [4, 'สาขาตลาด'],
    ],
    items: [
      [35, 'ยาแก้ปวด'],
      [60, 'ยาแก้แพ้'],
      [120, 'วิตามินซี'],
      [350, 'ยาความดัน'],
      [890, 'อาหารเสริม'],
    ],
  },
  online: {
    columns: [
      column('receipt', 'Order ID'),
      column('time', 'Created at'),
      column('branch', 'Channel'),
      column('name', 'Buyer'),
      column('phone', 'Phone'),
      column('item', 'Item'),
      column('amount', 'Total'),
    ],
    ...{ rows: 75, growth: 1.7, week: [1.1, 1.1, 1, 0.95, 0.95, 1, 1.05], songkran: 0.6, monthEnd: 1.3, sales: 2.6 },
    ...{ open: [0.2, 23.8], fresh: 0.45, walkIns: 0, writes: iso, descends: true },
    branches: [
      [5, 'Shopee'],
      [3, 'Lazada'],
      [2, 'Web'],
    ],
    items: [
      [159, 'Shampoo'],
      [259, 'Serum'],
      [199, 'Soap set'],
      [790, 'Gift box'],
    ],
  },
  clinic: {
    columns: [
      column('time', 'วันที่รับบริการ'),
      column('name', 'ชื่อ-นามสกุล'),
      column('phone', 'มือถือ'),
      column('branch', 'แพทย์'),
      column('item', 'บริการ'),
      column('amount', 'ค่าบริการ'),
    ],
    ...{ rows: 65, growth: 1.3, week: [0, 1, 0.9, 0.9, 1, 1.1, 1.5], songkran: 0, monthEnd: 1.2, sales: 1 },
    ...{ open: [9, 19.5], fresh: 0.3, walkIns: 0, writes: slashed, writesEmpty: true },
    branches: [
      [4, 'พญ.อรุณี'],
      [3, 'นพ.ธีรเดช'],
      [3, 'พญ.ศศิธร'],
    ],
    items: [
      [500, 'ทรีตเมนต์'],
      [1500, 'เลเซอร์'],
      [2900, 'โบท็อกซ์'],
      [300, 'ปรึกษาแพทย์'],
    ],
  },
  buffet: {
    columns: [
      column('receipt', 'บิล'),
      column('branch', 'สาขา'),
      column('time', 'เวลา'),
      column('name', 'ชื่อผู้จอง'),
      column('phone', 'เบอร์มือถือ'),
      column('item', 'แพ็กเกจ'),
      column('amount', 'รวมเงิน'),
    ],
    ...{
      rows: 130,
      growth: 1.25,
      week: [1.7, 0.8, 0.8, 0.85, 0.9, 1.3, 1.8],
      songkran: 1.5,
      monthEnd: 1.25,
      sales: 1.3,
    },
    ...{ open: [11, 21.5], fresh: 0.6, walkIns: 0, writes: slashed },
    branches: [
      [4, 'เซ็นทรัล'],
      [3, 'เมกา'],
      [2, 'รังสิต'],
    ],
    newBranch: [330, 2, 'เชียงใหม่'],
    items: [
      [299, 'บุฟเฟต์ 299'],
      [399, 'บุฟเฟต์ 399'],
      [599, 'พรีเมียม'],
    ],
  },
}

/** First day of every shop; a Tuesday. */
const FIRST_DAY = Date.UTC(2025, 6, 1)
const DAY_MS = 86_400_000

/** Day of a place, YYYY-MM-DD. */
export const dayAt = (place: number): string => new Date(FIRST_DAY + place * DAY_MS).toISOString().slice(0, 10)

/** The same files for the same seed. */
export function shopDays(kind: ShopKind, seed: number, days: number): Shop {
  const chance = new Chance(seed * 31 + shopKinds.indexOf(kind))
  return kind === 'members' ? memberList(chance, days) : tillShop(kind, habits[kind], chance, days)
}

/** A file as the till writes it. */
export const csvOf = (columns: readonly ShopColumn[], rows: readonly (readonly string[])[]): string =>
  csvLine(columns.map(({ name }) => name)) + rows.map((row) => csvLine(row)).join('')

/** Rows of about this many, most within a tenth. */
function about(chance: Chance, mean: number): number {
  const bell = chance.next() + chance.next() + chance.next() + chance.next() - 2
  return Math.max(1, Math.round(mean * (1 + 0.16 * bell) + Math.sqrt(mean) * 0.8 * bell))
}

const given = [
  ...firstNames.female.younger,
  ...firstNames.male.younger,
  ...firstNames.female.older,
  ...firstNames.male.older,
]

function newPerson(chance: Chance, known: { length: number }): Person {
  const name = `${chance.pick(given).th} ${chance.pick(familyNames).th}`
  // The number of the person is in the phone, so that no two people share one.
  return {
    name,
    phone: `0${chance.pick(['6', '8', '9'])}${String(known.length).padStart(5, '0')}${two(chance.int(100))}${chance.int(10)}`,
  }
}

/** New Year's Eve and Day. */
const isNewYear = (day: string) => day.endsWith('-12-31') || day.endsWith('-01-01')
const isSongkran = (day: string) => /-04-1[345]$/.test(day)
/** 9.9, 10.10, 11.11, 12.12 and the like, and the days of pay. */
const isSale = (day: string) => day.slice(5, 7) === day.slice(8) && Number(day.slice(8)) >= 6
const isMonthEnd = (day: string) => Number(day.slice(8)) >= 28 || day.endsWith('-01')

function busyness(shop: Habits, place: number, days: number): number {
  const day = dayAt(place)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  let busy = shop.week[weekday]! * (1 + ((shop.growth - 1) * place) / Math.max(days, 500))
  if (isSongkran(day)) busy *= shop.songkran
  if (isNewYear(day)) busy *= shop.songkran
  if (isMonthEnd(day)) busy *= shop.monthEnd
  if (isSale(day)) busy *= shop.sales
  return busy
}

function tillShop(kind: ShopKind, shop: Habits, chance: Chance, days: number): Shop {
  const people: Person[] = []
  const regulars = 60 + chance.int(60)
  let receipt = 10_000 + chance.int(50_000)
  const out: ShopDay[] = []
  for (let place = 0; place < days; place++) {
    const day = dayAt(place)
    const busy = busyness(shop, place, days)
    // Now and then a till is broken or the staff is ill: no file at all.
    if (busy === 0 || chance.is(0.004)) {
      out.push({ day, rows: busy === 0 && !shop.writesEmpty ? null : busy === 0 ? [] : null })
      continue
    }
    const isOpen = shop.newBranch !== undefined && place >= shop.newBranch[0]
    const branches = isOpen ? [...shop.branches, [shop.newBranch![1], shop.newBranch![2]] as const] : shop.branches
    // A new product is sold from day 150, and another from day 380.
    const items = [
      ...shop.items,
      ...(place >= 150 ? [[shop.items[1]![0] + 20, 'เมนูใหม่'] as const] : []),
      ...(place >= 380 ? [[shop.items[2]![0] + 30, 'ชุดพิเศษ'] as const] : []),
    ]
    // On a sale day half of what is sold is a fifth cheaper.
    const cheaper = isSale(day) && shop.sales > 1
    const rows: { at: number; cells: string[] }[] = []
    const total = about(chance, shop.rows * busy)
    for (let no = 0; no < total; no++) {
      const at = saleTime(chance, shop.open)
      const isWalkIn = chance.is(shop.walkIns)
      const isFresh = people.length < regulars ? chance.is(0.8) : chance.is(shop.fresh)
      if (isFresh && !isWalkIn) people.push(newPerson(chance, people))
      const person = isFresh ? people.at(-1)! : regularOf(chance, people)
      const [price, item] = chance.pick(items)
      const count = chance.weighed([
        [70, 1],
        [22, 2],
        [6, 3],
        [2, 6],
      ])
      const amount = price * count * (cheaper && chance.is(0.5) ? 0.8 : 1)
      const cells: Record<Part, string> = {
        receipt: '',
        time: shop.writes(day, at),
        branch: chance.weighed(branches),
        name: isWalkIn ? '' : nameOf(chance, person ?? newPerson(chance, people)),
        phone: isWalkIn ? '' : typedPhone(chance, (person ?? newPerson(chance, people)).phone),
        item,
        // A till's own faults.
        amount: chance.is(0.001) ? '#VALUE!' : chance.is(0.003) ? (-amount).toFixed(2) : amount.toFixed(2),
        ...{ code: '', joined: '', seen: '' },
      }
      rows.push({ at, cells: shop.columns.map(({ part }) => cells[part]) })
    }
    rows.sort((a, b) => a.at - b.at)
    const receiptAt = shop.columns.findIndex(({ part }) => part === 'receipt')
    if (receiptAt >= 0) for (const { cells } of rows) cells[receiptAt] = `R${receipt++}`
    if (shop.descends) rows.reverse()
    out.push({ day, rows: rows.map(({ cells }) => cells) })
  }
  return { kind, columns: shop.columns, days: out }
}

/** Minutes of the day: busiest around noon and in the evening, from the first minutes to the last. */
function saleTime(chance: Chance, [from, to]: readonly [number, number]): number {
  const share = chance.is(0.5) ? chance.next() : (chance.next() + chance.next()) / 2
  return Math.min(1439, Math.floor((from + share * (to - from)) * 60))
}

/** Recent customers come more often. */
const regularOf = (chance: Chance, people: readonly Person[]) =>
  people[Math.min(people.length - 1, Math.floor(people.length * Math.sqrt(chance.next())))]

/** Now and then another member of the family gives the phone. */
const nameOf = (chance: Chance, { name }: Person) =>
  chance.is(0.004) ? `${chance.pick(given).th} ${name.split(' ')[1]}` : name

/** Now and then a digit is left out. */
const typedPhone = (chance: Chance, phone: string) =>
  chance.is(0.004) ? `${phone.slice(0, 5)} ${phone.slice(6)}` : phone

const memberColumns = [
  column('code', 'รหัสสมาชิก'),
  column('name', 'ชื่อ-นามสกุล'),
  column('phone', 'เบอร์โทรศัพท์'),
  column('joined', 'วันที่สมัคร'),
  column('seen', 'มาล่าสุด'),
  column('amount', 'แต้มสะสม'),
]

/** The whole list each day: new members at its end, points and last visits of those who came. */
function memberList(chance: Chance, days: number): Shop {
  const list: { person: Person; joined: string; seen: string; points: number }[] = []
  const out: ShopDay[] = []
  const join = (day: string) =>
    list.push({ person: newPerson(chance, list), joined: day, seen: day, points: chance.int(50) })
  for (let no = 0; no < 110; no++) join(dayAt(-1 - chance.int(300)))
  list.sort((a, b) => a.joined.localeCompare(b.joined))
  for (let place = 0; place < days; place++) {
    const day = dayAt(place)
    const isClosed = isNewYear(day) || isSongkran(day)
    if (!isClosed) {
      const joining = chance.weighed([
        [3, 0],
        [4, 1],
        [2, 2],
        [isSale(day) ? 4 : 0, 5],
      ])
      for (const one of chance.some(list, isSale(day) ? 0.2 : 0.12)) {
        one.seen = day
        one.points += 1 + chance.int(40)
      }
      for (let no = 0; no < joining; no++) join(day)
    }
    const rows = list.map(({ person, joined, seen, points }, no) => [
      `M${String(no + 1).padStart(5, '0')}`,
      person.name,
      person.phone,
      slashed(joined, 0).slice(0, 10),
      slashed(seen, 0).slice(0, 10),
      String(points),
    ])
    out.push({ day, rows: isClosed && chance.is(0.5) ? null : rows })
  }
  return { kind: 'members', columns: memberColumns, days: out }
}
