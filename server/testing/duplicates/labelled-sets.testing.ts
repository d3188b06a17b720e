import { districtsByProvince } from '../../app/sample/places.ts'
import { type Random, randomOf } from '../../app/sample/random.ts'
import { familyNames, firstNames } from '../../formats/made-up/names.ts'
import { typo, wrongDay } from './typing-errors.testing.ts'

/** A row of a file, and who it really is. */
export interface LabelledRow {
  person: number
  first: string
  last: string
  gender: string
  born: string
  phone: string
  email: string
  address: string
  district: string
}

export type Letters = 'th' | 'en'

const heads: Record<Exclude<keyof LabelledRow, 'person'>, string> = {
  first: 'ชื่อ',
  last: 'นามสกุล',
  gender: 'เพศ',
  born: 'วันเกิด',
  phone: 'เบอร์โทร',
  email: 'อีเมล',
  address: 'ที่อยู่',
  district: 'สาขาที่สมัคร',
}
const columns = Object.keys(heads) as (keyof typeof heads)[]

/** The rows as a file, and who each of them really is. */
export function fileOf(rows: readonly LabelledRow[]): { csv: string; people: number[] } {
  const filled = columns.filter((column) => rows.some((row) => row[column] !== ''))
  const lines = rows.map((row) => filled.map((column) => row[column]).join())
  return {
    csv: [filled.map((column) => heads[column]).join(), ...lines].join('\n'),
    people: rows.map(({ person }) => person),
  }
}

const englishGiven = {
  male: `James John Robert Michael William David Richard Joseph Thomas Charles Daniel Matthew Anthony Mark Donald Steven Paul Andrew Joshua
    Kenneth Kevin Brian George Timothy Ronald Edward Jason Jeffrey Ryan Jacob Gary Nicholas Eric Jonathan Stephen Larry Justin Scott Brandon
    Benjamin Samuel Gregory Alexander Patrick Frank Raymond Jack Dennis Jerry Tyler Aaron Adam Nathan Henry Zachary Peter Kyle Noah Ethan`,
  female: `Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Lisa Nancy Betty Sandra Margaret Ashley Kimberly Emily Donna
    Michelle Carol Amanda Melissa Deborah Stephanie Rebecca Sharon Laura Cynthia Dorothy Amy Kathleen Angela Shirley Emma Brenda Pamela Nicole
    Anna Samantha Katherine Christine Helen Debra Rachel Carolyn Janet Maria Catherine Heather Diane Olivia Julie Joyce Victoria Ruth Lauren`,
}
const englishFamilies = `Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Taylor
  Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen
  Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards
  Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward
  Richardson Watson Brooks Chavez Wood Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez`

const given = {
  th: { male: names('male'), female: names('female') },
  en: { male: englishGiven.male.split(/\s+/), female: englishGiven.female.split(/\s+/) },
}
const families = { th: familyNames.map(({ th }) => th), en: englishFamilies.split(/\s+/) }
function names(sex: 'male' | 'female'): string[] {
  return [...firstNames[sex].older, ...firstNames[sex].younger].map(({ th }) => th)
}

const streets = {
  th: ['สุขุมวิท', 'พหลโยธิน', 'เพชรเกษม', 'รามคำแหง', 'ลาดพร้าว', 'มิตรภาพ', 'เจริญกรุง', 'ประชาอุทิศ', 'แจ้งวัฒนะ', 'ศรีนครินทร์'],
  en: [
    'High Street',
    'Station Road',
    'Park Avenue',
    'Church Lane',
    'Victoria Road',
    'Mill Hill',
    'King Street',
    'Green Lane',
    'Elm Drive',
    'Queensway',
  ],
}

export function writerOf(random: Random, letters: Letters) {
  let people = 0
  const some = (probability: number, value: string) => (random.chance(probability) ? value : '')
  const placeOf = () => random.pick(random.weighted(districtsByProvince))
  const addressOf = () =>
    `${random.between(1, 999)}/${random.between(1, 90)} ${random.pick(streets[letters])} ${placeOf().district}`
  const phoneOf = () => `06${random.between(10_000_000, 99_999_999)}`
  const person = (): LabelledRow => {
    const sex = random.chance(0.5) ? 'male' : 'female'
    return {
      person: people++,
      first: random.pick(given[letters][sex]),
      last: random.pick(families[letters]),
      gender: letters === 'th' ? (sex === 'male' ? 'ชาย' : 'หญิง') : sex,
      born: `${random.between(1945, 2006)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`,
      phone: phoneOf(),
      email: '',
      address: addressOf(),
      district: placeOf().district,
    }
  }
  return { some, placeOf, addressOf, phoneOf, person }
}

const genders: Record<string, string> = { male: 'female', female: 'male', ชาย: 'หญิง', หญิง: 'ชาย' }
const otherGender = (gender: string) => genders[gender] ?? gender

/** Twins, parents and namesakes there are, of each kind one of so many people. */
const TWINS = 0.01
const FAMILY = 0.12
const NAMESAKES = 0.05

/**
 * People without an e-mail address, two in five of them written down twice or thrice: with wrong birth dates, typing errors in both
 * names, another phone or none. Twins, families with one phone and one address, and namesakes are among them.
 */
export function peopleWithoutMail(seed: number, letters: Letters, count: number): LabelledRow[] {
  const random = randomOf(seed)
  const { some, person, phoneOf, addressOf, placeOf } = writerOf(random, letters)
  const written = (row: LabelledRow): LabelledRow => ({
    ...row,
    gender: some(0.7, row.gender),
    born: some(0.93, row.born),
    phone: some(0.35, row.phone),
    address: some(0.4, row.address),
    district: some(0.8, row.district),
  })
  const again = (row: LabelledRow): LabelledRow => {
    const misspelled = (name: string) => {
      const once = random.chance(0.5) ? typo(random, name) : name
      return random.chance(0.12) ? typo(random, once) : once
    }
    const [first, last] = random.chance(0.04) ? [row.last, row.first] : [row.first, row.last]
    const other = person()
    return written({
      ...row,
      first: random.chance(0.02) ? other.first : misspelled(first),
      last: random.chance(0.04) ? other.last : misspelled(last),
      gender: random.chance(0.02) ? '' : random.chance(0.02) ? otherGender(row.gender) : row.gender,
      born: random.chance(0.45) ? wrongDay(random, row.born) : row.born,
      phone: random.chance(0.4) ? phoneOf() : row.phone,
      address: random.chance(0.2) ? addressOf() : random.chance(0.3) ? typo(random, row.address) : row.address,
      district: random.chance(0.3) ? '' : random.chance(0.25) ? placeOf().district : row.district,
    })
  }
  const rows: LabelledRow[] = []
  for (let made = 0; made < count; made++) {
    const one = person()
    rows.push(written(one))
    if (random.chance(0.4)) rows.push(again(one))
    if (random.chance(0.06)) rows.push(again(one))
    const other = person()
    if (random.chance(FAMILY)) rows.push(written({ ...other, last: one.last, phone: one.phone, address: one.address }))
    if (random.chance(TWINS))
      rows.push(written({ ...other, last: one.last, phone: one.phone, address: one.address, born: one.born }))
    if (random.chance(NAMESAKES)) rows.push(written({ ...other, first: one.first, last: one.last }))
  }
  return rows
}

const agencyWords = {
  th: ['ร้านทอง', 'คลินิก', 'ประกันภัย', 'ทัวร์', 'นายหน้า', 'ร้านยา', 'ศูนย์บริการ', 'อสังหา'],
  en: ['Travel', 'Insurance', 'Pharmacy', 'Realty', 'Dental', 'Motors', 'Optics', 'Logistics'],
}

/**
 * Branches of agencies, each agency with one phone for all of them: told apart by the branch's name or by its address alone. One in four
 * is written down twice, with typing errors. Their staff give the agency's phone as their own; customers with a phone of their own, of
 * whom one in three is there twice, are among them.
 */
export function branchesOfAgencies(seed: number, letters: Letters, count: number): LabelledRow[] {
  const random = randomOf(seed)
  const { some, person, phoneOf, addressOf, placeOf } = writerOf(random, letters)
  const rows: LabelledRow[] = []
  const again = (row: LabelledRow): LabelledRow => ({
    ...row,
    first: random.chance(0.3) ? typo(random, row.first) : row.first,
    last: row.last && random.chance(0.3) ? typo(random, row.last) : row.last,
    email: some(0.6, random.chance(0.25) ? `other${random.between(1, 1_000_000)}@example.com` : row.email),
    address: some(0.8, random.chance(0.4) ? typo(random, row.address) : row.address),
    born: row.born && random.chance(0.2) ? wrongDay(random, row.born) : row.born,
  })
  for (let agency = 0; agency < count; agency++) {
    const word = random.pick(agencyWords[letters])
    const owner = random.pick(families[letters])
    const name = letters === 'th' ? word + owner : `${owner} ${word}`
    const [phone, mail] = [phoneOf(), `office${seed}x${agency}@example.com`]
    const style = random.between(0, 2)
    const oneMail = random.chance(0.5)
    const branchWord = letters === 'th' ? 'สาขา' : 'Branch'
    const districts = new Set(Array.from({ length: random.between(2, 9) }, () => placeOf().district))
    for (const [place, district] of [...districts].entries()) {
      const branch = random.chance(0.2)
        ? `${branchWord} ${place + 1}`
        : `${branchWord}${letters === 'th' ? '' : ' '}${district}`
      const row: LabelledRow = {
        ...person(),
        first: style === 0 ? `${name} ${branch}` : name,
        last: style === 1 ? branch : '',
        gender: '',
        born: '',
        phone,
        email: some(0.6, oneMail ? mail : `branch${place}.${mail}`),
        address: `${random.between(1, 999)} ${random.pick(streets[letters])} ${district}`,
        district: some(0.8, district),
      }
      rows.push(row)
      if (random.chance(0.25)) rows.push(again(row))
    }
    for (let staff = random.between(0, 3); staff > 0; staff--) rows.push({ ...person(), phone, address: '' })
    for (let customers = 4; customers > 0; customers--) {
      const one = {
        ...person(),
        email: some(0.5, `customer${rows.length}.${seed}@example.com`),
        address: some(0.5, addressOf()),
      }
      const row = { ...one, born: some(0.6, one.born), phone: some(0.85, one.phone) }
      rows.push(row)
      if (random.chance(0.33)) rows.push(again({ ...row, phone: random.chance(0.15) ? phoneOf() : row.phone }))
    }
  }
  return rows
}
