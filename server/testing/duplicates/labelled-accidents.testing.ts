import { type Random, randomOf } from '../../app/sample/random.ts'
import { familyNames, firstNames, type MadeUpName, nicknames } from '../../formats/made-up/names.ts'
import { type LabelledRow, writerOf } from './labelled-sets.testing.ts'
import { typo, wrongDay } from './typing-errors.testing.ts'

/** Share of people with a relative in the file: one phone, one address, one last name. */
const HOUSEHOLD = 0.2
/** Share of people with a relative whose phone was bought together with theirs. */
const PHONES_OF_ONE_SHOP = 0.05
const TWINS = 0.01
/** Share of people with a namesake, and with a namesake of the same year of birth. */
const NAMESAKES = 0.1
const NAMESAKES_OF_ONE_YEAR = 0.02
/** Share of people with a namesake in Latin letters. */
const NAMESAKES_IN_LATIN = 0.03

const allNames = new Map<string, MadeUpName>(
  [...familyNames, ...Object.values(firstNames.male).flat(), ...Object.values(firstNames.female).flat()].map((name) => [
    name.th,
    name,
  ]),
)

/** Spellings of one sound in Latin letters. */
const respellings: readonly (readonly [RegExp, string])[] = [
  [/oo/, 'u'],
  [/ee/, 'i'],
  [/ph/, 'p'],
  [/p(?!h)/, 'ph'],
  [/th/, 't'],
  [/t(?!h)/, 'th'],
  [/kh/, 'k'],
  [/ch/, 'j'],
  [/v|w/, 'v'],
  [/orn$/, 'on'],
  [/rat$/, 'rath'],
]

function inLatin(random: Random, thai: string): string {
  let { en } = allNames.get(thai)!
  if (random.chance(0.3)) en = en.replace(...random.pick(respellings))
  return random.chance(0.5) ? en.toUpperCase() : en.charAt(0).toUpperCase() + en.slice(1)
}

const titles = {
  ชาย: ['นาย', 'คุณ', 'นาย ', 'คุณ ', 'ดร.'],
  หญิง: ['นาง', 'นางสาว', 'น.ส.', 'คุณ', 'นาง ', 'น.ส. '],
}

/** Another digit, or two neighbours swapped; the first three digits stay. */
function mistypedPhone(random: Random, phone: string, isSwap: boolean): string {
  if (phone === '') return ''
  for (;;) {
    const at = random.between(3, phone.length - (isSwap ? 2 : 1))
    const made = isSwap
      ? phone.slice(0, at) + phone[at + 1] + phone[at] + phone.slice(at + 2)
      : phone.slice(0, at) + random.between(0, 9) + phone.slice(at + 1)
    if (made !== phone) return made
  }
}

type Accident = (
  random: Random,
  row: LabelledRow,
  fresh: { phone: string; address: string; last: string },
) => LabelledRow

const accidents: readonly (readonly [weight: number, accident: Accident])[] = [
  [15, (random, row) => ({ ...row, first: inLatin(random, row.first), last: inLatin(random, row.last) })],
  [15, (random, row) => ({ ...row, phone: mistypedPhone(random, row.phone, false) })],
  [8, (random, row) => ({ ...row, phone: mistypedPhone(random, row.phone, true) })],
  [9, (_, row) => ({ ...row, first: row.last, last: row.first })],
  [9, (random, row) => ({ ...row, first: random.pick(titles[row.gender as keyof typeof titles]) + row.first })],
  [4, (random, row) => ({ ...row, first: random.pick(nicknames) })],
  [7, (_, row, fresh) => ({ ...row, last: fresh.last })],
  [8, (_, row, fresh) => ({ ...row, address: fresh.address })],
  [7, (_, row, fresh) => ({ ...row, phone: fresh.phone })],
  [6, (_, row) => ({ ...row, phone: '', address: '' })],
  [6, (_, row) => ({ ...row, born: '', email: '' })],
  [6, (random, row) => ({ ...row, born: row.born && wrongDay(random, row.born) })],
  [10, (random, row) => ({ ...row, first: typo(random, row.first) })],
  [6, (random, row) => ({ ...row, last: typo(random, row.last) })],
]

/**
 * People as tills write them down, two in five twice, with an accident each time: Thai and Latin spellings, wrong digits of a phone, last
 * name first, titles, nicknames, a new last name, a removal, or missing values. Relatives and namesakes are other people.
 */
export function peopleWithAccidents(seed: number, count: number): LabelledRow[] {
  const random = randomOf(seed)
  const { some, person, phoneOf, addressOf } = writerOf(random, 'th')
  const newPerson = (): LabelledRow => {
    const one = person()
    const { th } = random.pick(familyNames)
    const email = `${allNames.get(one.first)!.en}.${random.between(1, 999_999)}@example.com`
    return { ...one, last: th, email, district: '' }
  }
  const written = (row: LabelledRow): LabelledRow => ({
    ...row,
    born: some(0.65, row.born),
    phone: some(0.85, row.phone),
    email: some(0.4, row.email),
    address: some(0.4, row.address),
  })
  const again = (row: LabelledRow): LabelledRow => {
    const fresh = { phone: phoneOf(), address: addressOf(), last: random.pick(familyNames).th }
    // A name that is already in Latin letters keeps its spelling.
    const [accident, second] = [random.weighted(accidents), random.weighted(accidents)]
    const once = accident(random, row, fresh)
    return random.chance(0.2) && allNames.has(once.first) && allNames.has(once.last)
      ? second(random, once, fresh)
      : once
  }
  const rows: LabelledRow[] = []
  const write = (row: LabelledRow) => rows.push({ ...row, gender: '' })
  for (let made = 0; made < count; made++) {
    const whole = newPerson()
    const one = written(whole)
    write(one)
    if (random.chance(0.4)) write(again(random.chance(0.5) ? one : written(whole)))
    const home = { last: whole.last, phone: whole.phone, address: whole.address }
    if (random.chance(HOUSEHOLD)) write(written({ ...newPerson(), ...home }))
    if (random.chance(PHONES_OF_ONE_SHOP))
      write(written({ ...newPerson(), ...home, phone: mistypedPhone(random, home.phone, false) }))
    if (random.chance(TWINS)) write(written({ ...newPerson(), ...home, born: whole.born }))
    const names = { first: whole.first, last: whole.last }
    if (random.chance(NAMESAKES)) write(written({ ...newPerson(), ...names }))
    if (random.chance(NAMESAKES_OF_ONE_YEAR)) {
      const namesake = newPerson()
      write(written({ ...namesake, ...names, born: whole.born.slice(0, 4) + namesake.born.slice(4) }))
    }
    if (random.chance(NAMESAKES_IN_LATIN))
      write(written({ ...newPerson(), first: inLatin(random, names.first), last: inLatin(random, names.last) }))
  }
  return rows
}
