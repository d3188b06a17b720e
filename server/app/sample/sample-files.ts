import type { SampleFile } from './file.ts'
import { membersFile, SPOILED } from './members.ts'
import { ordersFile } from './orders.ts'
import { peopleOf } from './people.ts'
import { randomOf } from './random.ts'

const SEED = 2569
/** People per file; together 5,000. */
export const MEMBERS = 3780
export const ONLINE_ONLY = 1220
const MEMBERS_ONLINE = 1180
export const ORDERS = 4500
/** Members who bought under another phone and e-mail than the shop has: two profiles of one person. */
const DOUBLES = 24

export interface SampleFiles {
  members: SampleFile
  orders: SampleFile
}

/**
 * The two files of the sample store: the members of a shop, and a year of what it sold online, nearly half of it to members.
 * The same on each run of one day. `today`: YYYY-MM-DD; nothing in them is later than the day before.
 */
export function sampleFiles(today: string): SampleFiles {
  const random = randomOf(SEED)
  const next = peopleOf(random, today)
  const some = (count: number) => Array.from({ length: count }, next)
  const { file, reachable } = membersFile(random, { people: some(MEMBERS), spoiled: some(SPOILED), today })
  const step = Math.floor(reachable.length / MEMBERS_ONLINE)
  const known = Array.from({ length: MEMBERS_ONLINE }, (_, place) => reachable[place * step]!)
  // Side by side, so that those who buy often are some of both.
  const online = some(ONLINE_ONLY).map((person, place) => {
    const member = place < DOUBLES ? reachable[place * step + 2] : undefined
    return member ? { ...member, phone: person.phone, email: person.email } : person
  })
  const buyers = online.flatMap((person, place) => [person, ...known.slice(place, place + 1)])
  return { members: file, orders: ordersFile(random, { buyers, orders: ORDERS, today }) }
}
