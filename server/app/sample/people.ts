import { familyNames, firstNames, type MadeUpName, nicknames } from '../../formats/made-up/names.ts'
import { districtsByProvince, isBangkok, type SampleDistrict } from './places.ts'
import type { Random } from './random.ts'

/** A fictitious customer. */
export interface StoredPerson {
  sex: 'male' | 'female'
  prefix: 'นาย' | 'นาง' | 'นางสาว'
  given: MadeUpName
  family: MadeUpName
  nickname: string
  /** YYYY-MM-DD. */
  born: string
  /** Ten digits. */
  phone: string
  email: string
  citizenId: string
  street: string
  home: SampleDistrict
  occupation: string
  workplace: string
}

const DAY_MS = 24 * 3600 * 1000

/** Adds days to a day, both YYYY-MM-DD; subtracts them if negative. */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

const STUDENT = 'นักเรียน/นักศึกษา'
const OLDEST_STUDENT = 25
const OLDEST_OF_YOUNGER_NAMES = 41
const occupations: readonly (readonly [weight: number, occupation: string, workplaces: readonly string[]])[] = [
  [26, 'พนักงานบริษัท', ['บริษัท รุ่งเรืองการค้า จำกัด', 'บริษัท สยามบรรจุภัณฑ์ตัวอย่าง จำกัด', 'บริษัท ดีพร้อม โลจิสติกส์ จำกัด']],
  [14, 'ค้าขาย', ['ร้านของชำหน้าปากซอย', 'ตลาดสดเทศบาล', 'ร้านก๋วยเตี๋ยว']],
  [12, 'ธุรกิจส่วนตัว', ['ร้านกาแฟ', 'อู่ซ่อมรถ', 'ร้านเสริมสวย', 'ร้านรับตัดเสื้อ']],
  [10, 'รับราชการ', ['สำนักงานเทศบาล', 'ที่ว่าการอำเภอ', 'สำนักงานที่ดิน']],
  [9, 'รับจ้างทั่วไป', ['']],
  [7, 'ครู/อาจารย์', ['โรงเรียนประถม', 'โรงเรียนมัธยม', 'มหาวิทยาลัย']],
  [7, STUDENT, ['']],
  [6, 'เกษตรกร', ['']],
  [5, 'แม่บ้าน/พ่อบ้าน', ['']],
  [4, 'พยาบาล', ['โรงพยาบาลประจำจังหวัด', 'คลินิก', 'โรงพยาบาลชุมชน']],
  [3, 'ฟรีแลนซ์', ['']],
  [2, 'วิศวกร', ['บริษัท โครงสร้างไทยตัวอย่าง จำกัด']],
  [1, 'แพทย์', ['โรงพยาบาลประจำจังหวัด']],
]
const workOf = occupations.map(([weight, ...work]) => [weight, work] as const)
const workOfAdults = workOf.filter(([, [occupation]]) => occupation !== STUDENT)

/** Reserved for examples (RFC 2606): no real address exists there. */
const domains = ['example.com', 'example.com', 'mail.example.com', 'example.net', 'example.org']

/** Number of phone numbers, and a step that visits all before repeating one. */
const PHONES = 10_000_000
const PHONE_STEP = 3_919_333

/**
 * Makes people one after the other: no two of them share a phone, an e-mail address or a citizen id. `today` (YYYY-MM-DD) moves
 * their birth dates and nothing else.
 */
export function peopleOf(random: Random, today: string): () => StoredPerson {
  const mails = new Set<string>()
  const ids = new Set<string>()
  let count = 0
  return () => {
    count++
    const sex = random.chance(0.62) ? 'female' : 'male'
    const age = random.weighted([
      [20, random.between(18, 27)],
      [34, random.between(28, 39)],
      [28, random.between(40, 54)],
      [18, random.between(55, 78)],
    ] as const)
    const born = dayAfter(today, -Math.floor(age * 365.25) - random.between(0, 364))
    const given = random.pick(firstNames[sex][age > OLDEST_OF_YOUNGER_NAMES ? 'older' : 'younger'])
    const family = random.pick(familyNames)
    const nickname = random.pick(nicknames)
    const [occupation, workplaces] = random.weighted(age > OLDEST_STUDENT ? workOfAdults : workOf)
    const home = random.pick(random.weighted(districtsByProvince))
    return {
      sex,
      prefix: sex === 'male' ? 'นาย' : random.chance(age > 30 ? 0.55 : 0.1) ? 'นาง' : 'นางสาว',
      given,
      family,
      nickname,
      born,
      phone: phoneOf(count),
      email: fresh(mails, () => emailOf(random, given, family)),
      citizenId: fresh(ids, () => citizenIdOf(random)),
      street: streetOf(random, home),
      home,
      occupation,
      workplace: random.pick(workplaces),
    }
  }
}

function fresh(taken: Set<string>, make: () => string): string {
  for (;;) {
    const made = make()
    if (taken.has(made)) continue
    taken.add(made)
    return made
  }
}

/** 069 is a valid mobile prefix that no operator holds, so no real person is called or texted by mistake. */
const phoneOf = (count: number) => `069${String((count * PHONE_STEP) % PHONES).padStart(7, '0')}`

function emailOf(random: Random, given: MadeUpName, family: MadeUpName): string {
  const name = random.pick([
    `${given.en}.${family.en}`,
    `${given.en}${random.between(10, 49)}`,
    `${given.en}_${family.en.slice(0, 2)}`,
    `${given.en}.${family.en.slice(0, 1)}${random.between(1, 99)}`,
    `${family.en}.${given.en}`,
    `${given.en}${random.between(100, 999)}`,
  ])
  return `${name}@${random.pick(domains)}`
}

/** Begins with 9, which no citizen id does, and has the right check digit. */
function citizenIdOf(random: Random): string {
  const digits = [9, ...Array.from({ length: 11 }, () => random.between(0, 9))]
  const sum = digits.reduce((total, digit, place) => total + digit * (13 - place), 0)
  return [...digits, (11 - (sum % 11)) % 10].join('')
}

function streetOf(random: Random, home: SampleDistrict): string {
  const house = random.chance(0.6) ? `${random.between(1, 299)}/${random.between(1, 180)}` : `${random.between(1, 899)}`
  if (isBangkok(home)) return `${house} ซอย ${random.between(1, 60)}`
  return random.chance(0.75) ? `${house} หมู่ ${random.between(1, 14)}` : `${house} ถนนเทศบาล ${random.between(1, 9)}`
}
