import { districtsByProvince } from '../../app/sample/places.ts'
import type { Random } from '../../app/sample/random.ts'
import { typo } from './typing-errors.testing.ts'

/** Parts of an address; empty if the place lacks one. */
export interface Address {
  house: string
  /** หมู่, or the number of a flat. */
  inside: string
  building: string
  lane: string
  road: string
  quarter: string
  town: string
  province: string
  postcode: string
}

const both = (firsts: string, seconds: string, between = '') =>
  firsts.split(' ').flatMap((first) => seconds.split(' ').map((second) => first + between + second))

const thai = {
  quarters: both(
    'บ้าน หนอง บาง ท่า โคก คลอง วัง โพธิ์ ห้วย ดอน ทุ่ง เขา',
    'แก้ว ใหญ่ ทอง ไผ่ งาม สว่าง ยาง แขม สูง ไทร หวาย ขาม เหนือ ใต้',
  ),
  roads: both('ประชา ราษฎร์ เทศ สุข ราช พัฒนา มิตร', 'อุทิศ บำรุง สามัคคี ประสงค์ นิยม ดำเนิน พัฒนา ร่วมใจ'),
  buildings: both('เดอะ บ้าน ลุมพินี ศุภาลัย พฤกษา', 'พาร์ค วิลล์ เพลส การ์เด้น ริเวอร์ วิว', ' '),
}
const english = {
  streets: both(
    'ash oak mill park church queen victoria hazel thorn bridge west north kings',
    'field wood side gate more ton bury leigh',
  ),
  kinds: ['street', 'road', 'avenue', 'lane', 'drive', 'place', 'court', 'crescent'],
  quarters: both('black glen wood spring stone clear fair new red', 'burn ford dale haven brook water hurst wick'),
  towns: both('am bel car dun ex far gal hol kin lang mar nor', 'chester field mouth worth', ''),
  states: ['nsw', 'vic', 'qld', 'wa', 'sa', 'tas'],
  buildings: both('sunny rose royal harbour', 'court house gardens towers', ' '),
}

/** The homes of a place whose people mostly live near each other. */
export function addressesOf(random: Random, letters: 'th' | 'en') {
  const towns = english.towns.map((town, place) => ({
    town,
    province: english.states[place % english.states.length]!,
    postcode: String(2000 + place * 37),
  }))
  const newHome = (): Address => {
    const house = random.chance(0.5)
      ? `${random.between(1, 499)}/${random.between(1, 120)}`
      : `${random.between(1, 299)}`
    if (letters === 'en') {
      // Half of them live in one of a few towns.
      const town = towns[random.chance(0.5) ? random.between(0, 4) : random.between(0, towns.length - 1)]!
      const inBuilding = random.chance(0.1)
      return {
        ...town,
        house: inBuilding ? String(random.between(1, 9)) : `${random.between(1, 250)}`,
        inside: inBuilding ? `flat ${random.between(1, 80)}` : '',
        building: inBuilding ? random.pick(english.buildings) : '',
        lane: '',
        road: `${random.pick(english.streets)} ${random.pick(english.kinds)}`,
        quarter: random.chance(0.7) ? random.pick(english.quarters) : '',
      }
    }
    const { province, district, postcode } = random.pick(random.weighted(districtsByProvince))
    const inBuilding = random.chance(0.12)
    const inTown = random.chance(0.4)
    return {
      house,
      inside: inTown ? '' : String(random.between(1, 14)),
      building: inBuilding ? random.pick(thai.buildings) : '',
      lane: inTown && random.chance(0.6) ? `${random.pick(thai.roads)} ${random.between(1, 80)}` : '',
      road: inTown ? random.pick(thai.roads) : '',
      quarter: random.pick(thai.quarters),
      town: district,
      province,
      postcode,
    }
  }
  return { newHome, written: (home: Address) => (letters === 'th' ? inThai(random, home) : inEnglish(random, home)) }
}

const short = { inside: 'ม.', lane: 'ซ.', road: 'ถ.', quarter: 'ต.', town: 'อ.', province: 'จ.' }
const long = { inside: 'หมู่ที่ ', lane: 'ซอย', road: 'ถนน', quarter: 'ตำบล', town: 'อำเภอ', province: 'จังหวัด' }
const bare = { inside: 'หมู่ ', lane: 'ซอย ', road: '', quarter: '', town: '', province: '' }

function inThai(random: Random, home: Address): string {
  const words = random.pick([short, short, long, bare])
  const kinds = Object.keys(words) as (keyof typeof words)[]
  const named = Object.fromEntries(kinds.map((kind) => [kind, home[kind] && words[kind] + home[kind]]))
  return joined(random, { ...home, ...named })
}

const shortKinds: Record<string, string> = { street: 'st', road: 'rd', avenue: 'ave', crescent: 'cres', lane: 'ln' }

function inEnglish(random: Random, home: Address): string {
  const [name, kind] = home.road.split(' ') as [string, string]
  const road = random.chance(0.25) ? `${name} ${shortKinds[kind] ?? kind}` : home.road
  return joined(random, { ...home, road })
}

/** Writes an address with some parts omitted and some misspelled. */
function joined(random: Random, home: Address): string {
  const { house, inside, building, lane, road, quarter, town, province, postcode } = home
  const usual = (probability: number, part: string) => (random.chance(probability) ? part : '')
  const word = (part: string) => (random.chance(0.07) ? typo(random, part) : part)
  const number = (part: string, probability: number) =>
    random.chance(probability) && part !== '' ? mistyped(random, part) : part
  const parts = [
    number(house, 0.05),
    ...[usual(0.9, inside), word(usual(0.85, building)), word(usual(0.85, lane)), word(usual(0.9, road))],
    ...[word(usual(0.9, quarter)), word(usual(0.95, town)), word(usual(0.9, province))],
    number(usual(0.85, postcode), 0.07),
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** Two neighbouring digits are swapped, or one is another. */
function mistyped(random: Random, number: string): string {
  const at = random.between(0, Math.max(0, number.length - 2))
  return random.chance(0.5)
    ? number.slice(0, at) + (number[at + 1] ?? '') + number[at] + number.slice(at + 2)
    : number.slice(0, at) + random.between(0, 9) + number.slice(at + 1)
}
