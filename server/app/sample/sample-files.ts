import type { SampleFile } from './file.ts'
import { membersFile, SPOILED } from './members.ts'
import { ordersFile } from './orders.ts'
import { peopleOf } from './people.ts'
import { randomOf } from './random.ts'

const SEED = 2569
/** Rows of the sample's files. */
export interface SampleSize {
  members: number
  /** People of the orders alone, and members who also buy online. */
  onlineOnly: number
  membersOnline: number
  orders: number
  /** Members who bought under another phone and e-mail than the shop has: two profiles of one person. */
  doubles: number
}

/** 5,000 customers. */
export const sampleSize: SampleSize = {
  members: 3780,
  onlineOnly: 1220,
  membersOnline: 1180,
  orders: 4500,
  doubles: 24,
}

export interface SampleFiles {
  members: SampleFile
  orders: SampleFile
}

/**
 * The two files of the sample store: the members of a shop, and a year of what it sold online, nearly half of it to members.
 * The same on each run of one day. `today`: YYYY-MM-DD; nothing in them is later than the day before.
 */
export function sampleFiles(today: string, size = sampleSize): SampleFiles {
  const random = randomOf(SEED)
  const next = peopleOf(random, today)
  const some = (count: number) => Array.from({ length: count }, next)
  const { file, reachable } = membersFile(random, { people: some(size.members), spoiled: some(SPOILED), today })
  const step = Math.floor(reachable.length / size.membersOnline)
  const known = Array.from({ length: size.membersOnline }, (_, place) => reachable[place * step]!)
  // Side by side, so that those who buy often are some of both.
  const online = some(size.onlineOnly).map((person, place) => {
    const member = place < size.doubles ? reachable[place * step + 2] : undefined
    return member ? { ...member, phone: person.phone, email: person.email } : person
  })
  const buyers = online.flatMap((person, place) => [person, ...known.slice(place, place + 1)])
  return { members: file, orders: ordersFile(random, { buyers, orders: size.orders, today }) }
}
