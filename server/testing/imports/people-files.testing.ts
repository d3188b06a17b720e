// A file of a shop in which people come again, and share phones and e-mails, with who each row is about.
import { type Random, randomOf } from '../../../tools/random.ts'
import { csvLine } from '../../formats/files/csv-line.ts'
import { familyNames, firstNames, type MadeUpName } from '../../formats/made-up/names.ts'
import { readName } from '../../formats/values/names.ts'

interface Person {
  given: MadeUpName
  family: string
  /** YYYY-MM-DD. */
  birth: string
  phone: string
  email: string
  /** Has another surname than before, which a row alone does not explain. */
  married?: true
}

/** Person of a row, and its values that distinguish them from people with the same phone or e-mail; '' for fillers. */
interface RowTruth {
  person: number
  shows: { name?: string; birth?: string }
  married: boolean
}

const peopleHeader = ['ชื่อ', 'นามสกุล', 'วันเกิด', 'เบอร์โทร', 'อีเมล', 'จังหวัด', 'รหัสจริง']

const given = Object.values(firstNames).flatMap((byAge) => Object.values(byAge).flat())
const provinces = ['เชียงใหม่', 'ขอนแก่น', 'ภูเก็ต', 'นนทบุรี', 'สงขลา']

/** `names`: further given names, as they are written. */
export function peopleFile(seed: number, size: number, names: readonly string[] = []) {
  const random = randomOf(seed)
  const pool = [...given, ...names.map((th) => ({ th: readName(th).first_name ?? th, en: '' }))]
  const people: Person[] = []
  const truth: RowTruth[] = []
  const lines: string[] = [csvLine(peopleHeader)]
  while (truth.length < size) {
    const known = people.length > 50 && random.chance(0.45)
    const number = known ? random.below(people.length) : people.push(newPerson(random, pool, people)) - 1
    const cells = rowOf(random, people[number]!)
    const [name, , birth] = cells
    const person = people[number]!
    truth.push({
      person: number,
      married: person.married === true,
      shows: {
        ...(name && { name: person.given.th }),
        ...(birth && { birth: birth.startsWith('01/01') ? '' : person.birth }),
      },
    })
    lines.push(csvLine([...cells, String(number)]))
  }
  return { csv: lines.join(''), truth, people: people.length }
}

/** Makes a new person, who may share the phone or the e-mail of a family or a workplace. */
function newPerson(random: Random, pool: readonly MadeUpName[], people: readonly Person[]): Person {
  const name = random.pick(pool)
  const number = people.length
  const person: Person = {
    given: name,
    family: random.pick(familyNames).th,
    birth: dayOf(random),
    phone: `08${String(10_000_000 + ((number * 7919) % 89_999_999)).padStart(8, '0')}`,
    email: `${name.en || 'k'}${number}@example.com`,
  }
  if (people.length === 0 || !random.chance(0.12)) return person
  const other = random.pick(people)
  // No family has two people of the same name; a reassigned number may go to a namesake.
  if (random.chance(0.8) && other.given.th === name.th) return person
  if (random.chance(0.7)) return { ...person, phone: other.phone, ...(random.chance(0.7) && { family: other.family }) }
  return { ...person, phone: other.phone, email: other.email }
}

function dayOf(random: Random): string {
  const day = new Date(Date.UTC(1950, 0, 1) + random.below(55 * 365) * 86_400_000)
  return day.toISOString().slice(0, 10)
}

/** Writes a person as staff would type them. */
function rowOf(random: Random, person: Person) {
  // People marry, and have another surname from then on.
  if (random.chance(0.02)) {
    person.family = random.pick(familyNames).th
    person.married = true
  }
  const { given: name, family, birth, phone, email } = person
  // A till that asks for a phone alone.
  const nameless = random.chance(0.02)
  return [
    nameless ? '' : typedName(random, name),
    nameless ? '' : family,
    random.chance(0.35) ? '' : typedDay(random, birth),
    phone,
    random.chance(0.5) ? email : '',
    random.chance(0.9) ? random.pick(provinces) : '',
  ]
}

function typedName(random: Random, { th, en }: MadeUpName): string {
  const way = random.next()
  if (way < 0.03 && en) return en.charAt(0).toUpperCase() + en.slice(1)
  if (way < 0.05) return `คุณ${th}`
  if (way < 0.07 && th.length > 5) return slipped(random, th)
  return th
}

/** With two neighbouring letters in each other's place. */
function slipped(random: Random, text: string): string {
  const at = 1 + random.below(text.length - 3)
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)
}

/** A Buddhist date, now and then with day and month swapped, a day off, or the first of January for want of a better. */
function typedDay(random: Random, birth: string): string {
  const [year, month, day] = birth.split('-').map(Number) as [number, number, number]
  const way = random.next()
  if (way < 0.01 && day <= 12) return thai(day, month, year)
  if (way < 0.02) return thai(month, day > 27 ? day - 1 : day + 1, year)
  if (way < 0.04) return thai(1, 1, year)
  return thai(month, day, year)
}

const thai = (month: number, day: number, year: number) =>
  `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/${year + 543}`
