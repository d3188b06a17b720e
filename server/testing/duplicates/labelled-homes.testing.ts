import { randomOf } from '../../app/sample/random.ts'
import { type Address, addressesOf } from './labelled-addresses.testing.ts'
import { type LabelledRow, type Letters, writerOf } from './labelled-sets.testing.ts'
import { typo, wrongDay } from './typing-errors.testing.ts'

/** Frequencies: of so many people, one lives with another, has a namesake anywhere, or in the same quarter. */
const HOUSEHOLD = 0.15
const NAMESAKES = 0.08
const NEAR_NAMESAKES = 0.02

/**
 * People with little more than an address. Two in five are recorded two or three times, each time with a different spelling of the
 * address: omitted parts, misspelled words and wrong numbers. Some have moved. Households, namesakes in one quarter and people in one
 * block of flats are included.
 */
export function peopleWithAddresses(seed: number, letters: Letters, count: number): LabelledRow[] {
  const random = randomOf(seed)
  const { some, person, phoneOf } = writerOf(random, letters)
  const { newHome, written } = addressesOf(random, letters)
  const rows: LabelledRow[] = []
  const write = (row: LabelledRow, home: Address) =>
    rows.push({
      ...row,
      gender: '',
      born: some(0.75, row.born),
      phone: some(0.3, row.phone),
      address: some(0.95, written(home)),
      district: '',
    })
  const again = (row: LabelledRow, home: Address) => {
    const misspelled = (name: string) => (random.chance(0.35) ? typo(random, name) : name)
    const [first, last] = random.chance(0.03) ? [row.last, row.first] : [row.first, row.last]
    const other = person()
    const changed = {
      ...row,
      first: random.chance(0.02) ? other.first : misspelled(first),
      last: random.chance(0.04) ? other.last : misspelled(last),
      born: random.chance(0.25) ? wrongDay(random, row.born) : row.born,
      phone: random.chance(0.4) ? phoneOf() : row.phone,
    }
    write(changed, random.chance(0.07) ? newHome() : home)
  }
  for (let made = 0; made < count; made++) {
    const [one, home] = [person(), newHome()]
    write(one, home)
    if (random.chance(0.4)) again(one, home)
    if (random.chance(0.06)) again(one, home)
    const other = person()
    if (random.chance(HOUSEHOLD)) write({ ...other, last: one.last, phone: one.phone }, home)
    const namesake = { ...other, first: one.first, last: one.last }
    if (random.chance(NAMESAKES)) write(namesake, newHome())
    if (random.chance(NEAR_NAMESAKES)) write(namesake, { ...newHome(), ...quarterOf(home) })
  }
  return rows
}

const quarterOf = ({ quarter, town, province, postcode }: Address) => ({ quarter, town, province, postcode })
