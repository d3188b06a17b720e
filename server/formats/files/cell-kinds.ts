import type { ColumnFacts } from './column-facts.ts'

/**
 * Kinds of values that tell people apart, by cells alone. `name`: a given name, alone or with more of the name around it; `shaped_name`:
 * words in the shape of names, none of which is listed.
 */
export type CellKind = 'name' | 'shaped_name' | 'family_name' | 'phone' | 'email' | 'citizen_id' | 'birth_date'

/** Lists know at least half of the names that are common, and nearly none of other words. */
const SOME_KNOWN = 0.3
const MOST = 0.6
/** Fewer numbers than these are no evidence of how they begin. */
const FEW = 3

/** Returns what the cells of a column hold; several kinds if they are mixed, none if they hold something else. */
export function cellKindsOf(facts: ColumnFacts): CellKind[] {
  if (facts.filled === 0) return []
  const name = nameKindOf(facts)
  if (name) return [name]
  const kinds: CellKind[] = []
  const { filled, thaiPhones, foreignPhones, emails, citizenIds, days, aged } = facts
  const phones = thaiPhones + foreignPhones
  if (citizenIds * 2 >= filled) return ['citizen_id']
  if (days * 2 >= filled) return aged * 2 >= days ? ['birth_date'] : []
  // A column of contacts may mix phones and e-mails.
  if ((phones + emails) * 5 < filled * 3) return []
  if (phones * 5 >= filled && !isGivenOut(facts)) kinds.push('phone')
  if (emails * 5 >= filled) kinds.push('email')
  return kinds
}

function nameKindOf({ filled, names, words }: ColumnFacts): CellKind | undefined {
  const { looked, titled, given, family, nicknames, several, foreign, lost } = names
  if (looked === 0) return undefined
  const known = Math.max(titled, given)
  // Nicknames are given names of other people.
  if (nicknames * 2 >= looked && titled * 5 < looked && several * 5 < looked) return undefined
  if (family > given && family >= looked * SOME_KNOWN) return 'family_name'
  if (known >= looked * SOME_KNOWN) return 'name'
  const isShaped = several >= looked * MOST && words >= filled * MOST
  return isShaped || foreign + lost >= looked * MOST ? 'shaped_name' : undefined
}

/** True for numbers that follow each other, or begin alike as no phones do. */
function isGivenOut({ filled, run, groups }: ColumnFacts): boolean {
  const { cells, steps, rising, heads } = run
  if (cells < FEW) return false
  if (steps >= (cells - 1) * 0.8) return true
  if (filled >= 10 && rising >= (cells - 1) * 0.95) return true
  const values = Math.min(groups?.distinct ?? cells, cells)
  return values >= 20 && heads < 0.3 * 1000 * (1 - Math.exp(-values / 1000))
}

/** Keys whose values are fewer say little about how a column varies. */
const FEW_KEYS = 3
/** Different values from which a column is varied, whatever the number of people. */
const MANY = 100

/**
 * True if a column has about as many values as the file has people: a cashier's name, or one name on every row, tells nobody apart.
 * `people`: distinct values of the best match key.
 */
export function isVaried({ groups, filled }: ColumnFacts, kind: CellKind, people: number): boolean {
  if (!groups || people < FEW_KEYS) return filled > 0
  const share = kind === 'shaped_name' ? 0.7 : kind === 'birth_date' ? 0.2 : 0.34
  return groups.distinct > 1 && groups.distinct >= Math.min(people * share, kind === 'shaped_name' ? Infinity : MANY)
}
