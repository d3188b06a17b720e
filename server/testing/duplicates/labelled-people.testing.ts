import { peopleOf, type StoredPerson } from '../../app/sample/people.ts'
import { type Random, randomOf } from '../../app/sample/random.ts'

interface Row {
  /** True identity. */
  person: number
  prefix: string
  first: string
  last: string
  born: string
  phone: string
  email: string
  citizenId: string
  street: string
}

const columns = ['คำนำหน้า', 'ชื่อ', 'นามสกุล', 'วันเกิด', 'เบอร์โทร', 'อีเมล', 'เลขบัตรประชาชน', 'ที่อยู่'] as const

const PEOPLE = 400
const TWICE = 160
const FAMILIES = 60
const NAMESAKES = 40

/**
 * A file of customers of whom many are in it twice, as two tills write down one person: with typing errors, swapped names, another
 * phone, and much left out. Families that share a phone and an address, and namesakes, are in it too. `people` tells who each row
 * really is.
 */
export function labelledPeople(seed: number): { csv: string; people: number[] } {
  const random = randomOf(seed)
  const next = peopleOf(random, '2026-01-31')
  const rows: Row[] = []
  const known = Array.from({ length: PEOPLE }, next)
  for (const [place, person] of known.entries()) rows.push(rowOf(random, place, person))
  for (let place = 0; place < TWICE; place++) rows.push(mistyped(random, rowOf(random, place, known[place]!)))
  for (let place = 0; place < FAMILIES; place++) {
    const relative = rowOf(random, rows.length + PEOPLE, next())
    const { last, phone, street } = rows[place]!
    rows.push({ ...relative, last, street, phone: phone || relative.phone })
  }
  for (let place = 0; place < NAMESAKES; place++) {
    const { first, last } = rows[TWICE + place]!
    rows.push({ ...rowOf(random, rows.length + PEOPLE, next()), first, last })
  }
  const lines = rows.map(({ person: _, ...row }) => Object.values(row).join())
  return { csv: [columns.join(), ...lines].join('\n'), people: rows.map(({ person }) => person) }
}

/** Fields that a till records, never all at once. */
function rowOf(random: Random, person: number, known: StoredPerson): Row {
  const some = (probability: number, value: string) => (random.chance(probability) ? value : '')
  return {
    person,
    prefix: some(0.7, known.prefix),
    first: known.given.th,
    last: known.family.th,
    born: some(0.8, known.born),
    phone: some(0.75, known.phone),
    email: some(0.5, known.email),
    citizenId: some(0.3, known.citizenId),
    street: some(0.6, `${known.street} ${known.home.district}`),
  }
}

function mistyped(random: Random, row: Row): Row {
  const [first, last] = random.chance(0.1) ? [row.last, row.first] : [row.first, row.last]
  return {
    ...row,
    first: random.chance(0.3) ? typo(random, first) : first,
    last: random.chance(0.25) ? typo(random, last) : last,
    born: row.born && random.chance(0.12) ? swapped(row.born) : row.born,
    // They have got another phone.
    phone: random.chance(0.2) ? '' : row.phone,
    street: row.street && random.chance(0.2) ? typo(random, row.street) : row.street,
  }
}

/** A letter is missing, typed twice, or has changed places with the next. */
function typo(random: Random, text: string): string {
  const at = random.between(1, Math.max(1, text.length - 2))
  return random.pick([
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + text[at] + text.slice(at),
    text.slice(0, at) + (text[at + 1] ?? '') + text[at] + text.slice(at + 2),
  ])
}

/** Day and month in each other's place, or a year that is one off. */
const swapped = (day: string) => {
  const [year, month, date] = day.split('-')
  return Number(date) <= 12 ? `${year}-${date}-${month}` : `${Number(year) + 1}-${month}-${date}`
}
