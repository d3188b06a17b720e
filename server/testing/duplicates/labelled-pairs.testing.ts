import { addressWordsOf } from '../../customers/duplicates/addresses.ts'
import { type ComparedPerson, namesAlike } from '../../customers/duplicates/compare.ts'
import { distinguishingValues } from '../../customers/duplicates/distinguishing-values.ts'
import { type EvidenceContext, evidenceOf, type PairEvidence } from '../../customers/duplicates/evidence.ts'
import { duplicateKeysOf, sharedHash } from '../../customers/duplicates/keys.ts'
import type { LabelledRow } from './labelled-sets.testing.ts'

const nothing = { citizen_id: null, line_user_id: null, first_name_en: null, last_name_en: null, address_en: null }
/** As in a scan: a key of more profiles yields no pairs. */
const MOST_HOLDERS = 20

const personOf = (row: LabelledRow, place: number): ComparedPerson => ({
  ...nothing,
  id: place + 1,
  first_name: row.first || null,
  last_name: row.last || null,
  birth_date: row.born || null,
  phone: row.phone || null,
  email: row.email || null,
  gender: row.gender || null,
  address: row.address || null,
  custom: row.district ? { '1000': row.district } : {},
})

export interface LabelledPair {
  a: ComparedPerson
  b: ComparedPerson
  one: boolean
  evidence: PairEvidence
}

/** The pairs that a scan of these rows would compare, what speaks for each, and whether they are one person. */
export function pairsOf(rows: readonly LabelledRow[]): { pairs: LabelledPair[]; context: EvidenceContext } {
  const people = rows.map(personOf)
  const telling = distinguishingValues(people.slice(0, 2000), new Set())
  const held = new Map<number, number[]>()
  for (const [place, person] of people.entries())
    for (const hash of duplicateKeysOf(person, telling)) {
      const holders = held.get(hash)
      if (holders) holders.push(place)
      else held.set(hash, [place])
    }
  const context: EvidenceContext = {
    telling,
    addressWords: addressWordsOf(people.slice(0, 2000)),
    live: people.length,
    holders: (kind, a, b) => held.get(sharedHash(kind, a, b) ?? 0)?.length ?? 0,
  }
  const pairs: LabelledPair[] = []
  const seen = new Set<number>()
  for (const holders of held.values()) {
    if (holders.length > MOST_HOLDERS) continue
    for (const [at, low] of holders.entries())
      for (const high of holders.slice(at + 1)) {
        const id = low * rows.length + high
        if (seen.has(id) || low === high) continue
        seen.add(id)
        const [a, b] = [people[low]!, people[high]!]
        pairs.push({
          a,
          b,
          one: rows[low]!.person === rows[high]!.person,
          evidence: evidenceOf(a, b, namesAlike(a, b), context),
        })
      }
  }
  return { pairs, context }
}

/** Number of pairs of rows that are one person. */
export const truePairs = (rows: readonly LabelledRow[]): number =>
  [...Map.groupBy(rows, ({ person }) => person).values()].reduce(
    (sum, { length }) => sum + (length * (length - 1)) / 2,
    0,
  )
