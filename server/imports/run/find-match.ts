import type { MatchAgreement, MatchDoubt } from '@ruam/contract/imports/match-doubts.ts'
import { compareWith } from './comparisons.ts'
import { type MatchReasons, matchReasonsOf } from './doubts.ts'
import { carries, type FurtherKeys, type RowEntry } from './entry.ts'
import { verdictOf } from './evidence-table.ts'
import type { KeyIndex } from './key-index.ts'
import { keyText, type Plan } from './plan.ts'
import type { Values } from './planned-field.ts'

/** Identity of a row pending review among the answers: hashes of its shared key and of the named person (in hex). */
export interface RowName {
  key: string
  who: string
}

/** Answer to a row: same person, or another. */
export interface MatchAnswer {
  same: boolean
  /** The person that was meant; null while only a preview has made them. */
  profileId: number | null
  /** The same person as a row about them would name them. */
  personHash: string | null
  /** Given for the row itself, or for a question about names: a given name that differs is the new one. */
  renames: boolean
}

export interface Answers {
  nameOf(key: number, values: Values): RowName
  /** Undefined if there is no answer. */
  of(name: RowName): MatchAnswer | undefined
}

/** A person whom a row's value of a key points to. */
export interface Pointed {
  entry: RowEntry
  key: number
}

/** An answer that decided a row, and whom it was about. */
export interface Decisive {
  name: RowName
  same: boolean
  renames: boolean
  people: RowEntry[]
}

type Match =
  | { entry: RowEntry | null; matched: number | null; answer: Decisive | null }
  | {
      problem: 'match_conflict' | 'match_contradiction' | 'match_key_missing' | 'maybe_somebody_else'
      /** The key that the row is not taken for. */
      key: number
      people: Pointed[]
      name?: RowName
      /** Reasons why the row waits, the weightiest first. */
      doubts?: MatchDoubt[]
      agrees?: MatchAgreement[]
    }

/** What a row is found by. `further`: its contacts after the first, by their field. */
interface FoundBy {
  values: Values
  further?: FurtherKeys
  waited?: boolean
  number?: number
}

interface Doubt {
  key: number
  holders: readonly RowEntry[]
}

/**
 * Finds the profile of a row by its first matching key; null for a new one. A customer number overrides all keys. A personal key decides
 * unless the evidence contradicts; then the row waits, also if a shared key finds somebody else. A phone or e-mail matches its only holder without contradiction, or the only one of several with
 * another agreement; otherwise the row is pending review ('maybe_somebody_else'), since people share them. A later key of another person
 * makes a conflict, unless it is shared and that person clearly differs. Keys of the matched profile need no check. Rows in `waited` of an
 * earlier run of the file stay pending, whatever other rows added since.
 */
export function findMatch(
  plan: Plan,
  { values, further, waited, number }: FoundBy,
  index: KeyIndex,
  answers?: Answers,
): Match {
  const owner = number === undefined ? undefined : index.withNumber(number)
  if (owner) return { entry: owner, matched: null, answer: null }
  let entry: RowEntry | null = null
  let matched: number | null = null
  let doubt: Doubt | null = null
  let asked = false
  for (const key of plan.keys) {
    const text = keyText(values[key]!)
    if (text === null) continue
    asked = true
    if (entry && carries(entry, key, text)) continue
    const holders = index.holders(key, text)
    if (holders.length === 0) continue
    if (entry) {
      const rivals = rivalsOf(plan, values, { key, holders })
      if (rivals.length > 0) return conflict(key, [{ entry, key: matched! }, ...rivals])
      continue
    }
    const found = isPersonal(plan, key)
      ? ownerOf(plan, values, { key, holders })
      : memberOf(plan, values, { key, holders })
    if (found === 'several') return conflict(key, pointed({ key, holders }))
    if (found !== 'doubt') {
      entry = found
      matched = key
    } else doubt ??= { key, holders }
  }
  if (!entry && !doubt && further) {
    const other = byFurther(plan, values, further, index)
    if (other) return { ...other, answer: null }
  }
  // A changed row of a person without any key would add them again.
  if (!asked && number === undefined && !plan.addsKeyless)
    return { problem: 'match_key_missing', key: plan.keys[0] ?? -1, people: [] }
  if (entry && matched !== null) {
    const beside = doubt && !doubt.holders.includes(entry) ? doubt : null
    const rivals = beside ? rivalsOf(plan, values, beside) : []
    if (rivals.length > 0) return conflict(beside!.key, [{ entry, key: matched }, ...rivals])
    // Written to the person found, the id of somebody else would stand twice. What a program sells is not asked about.
    if (beside && isPersonal(plan, beside.key) && !plan.isStream)
      return settle(plan, values, beside, answers, { entry, matched })
    const other = isPersonal(plan, matched) ? plan.personal.find((key) => isOther(values, entry, key)) : undefined
    if (other !== undefined) {
      // The holder of that value is named too, so that the row can be compared with both.
      const holders = index.holders(other, keyText(values[other]!)!)
      const people = [{ entry, key: matched }, ...pointed({ key: other, holders })]
      return { problem: 'match_contradiction', key: other, people }
    }
    if (waited && !isPersonal(plan, matched)) return settle(plan, values, { key: matched, holders: [entry] }, answers)
    return { entry, matched, answer: null }
  }
  return doubt ? settle(plan, values, doubt, answers) : { entry: null, matched: null, answer: null }
}

/** Returns the person who has a further contact of the row. It only finds people: whoever differs is left alone, without a question. */
function byFurther(plan: Plan, values: Values, further: FurtherKeys, index: KeyIndex) {
  for (const key of plan.keys) {
    for (const text of further.get(key) ?? []) {
      const found = memberOf(plan, values.with(key, text), { key, holders: index.holders(key, text) })
      if (found !== 'doubt') return { entry: found, matched: key }
    }
  }
  return undefined
}

const isPersonal = (plan: Plan, key: number) => plan.personal.includes(key)

/** In the order in which they came to the store, those of the batch by their rows. */
const pointed = ({ key, holders }: Doubt): Pointed[] =>
  holders.map((entry) => ({ entry, key })).sort((a, b) => age(a.entry) - age(b.entry))

const AFTER_ALL = 2 ** 52
const age = ({ id, row }: RowEntry) => (id !== null && id > 0 ? id : AFTER_ALL + (id === null ? row : -id))

const conflict = (key: number, people: Pointed[]): Match => ({ problem: 'match_conflict', key, people })

function isOther(values: Values, entry: RowEntry, key: number): boolean {
  const [ours, theirs] = [keyText(values[key]!), keyText(entry.values[key]!)]
  return ours !== null && theirs !== null && !carries(entry, key, ours)
}

const verdict = ({ traits }: Plan, key: number, values: Values, person: RowEntry) =>
  verdictOf(compareWith(traits, key, values, person))

/** Returns the holder of a personal key. */
function ownerOf(plan: Plan, values: Values, { key, holders }: Doubt): RowEntry | 'several' | 'doubt' {
  if (holders.length > 1) return 'several'
  const [holder] = holders as [RowEntry]
  return verdict(plan, key, values, holder) === 'against' ? 'doubt' : holder
}

/** Selects the person among the holders of a shared key. */
function memberOf(plan: Plan, values: Values, { key, holders }: Doubt): RowEntry | 'doubt' {
  if (holders.length === 1) return verdict(plan, key, values, holders[0]!) === 'against' ? 'doubt' : holders[0]!
  const agreeing = holders.filter((holder) => verdict(plan, key, values, holder) === 'agrees')
  return agreeing.length === 1 ? agreeing[0]! : 'doubt'
}

/** Holders of another key of a row whose person is found, who may be the same person. */
const rivalsOf = (plan: Plan, values: Values, { key, holders }: Doubt): Pointed[] =>
  pointed({ key, holders }).filter(({ entry }) => verdict(plan, key, values, entry) !== 'against')

/** Applies the user's answer to a doubtful row. `found`: who it is about if it is not about a holder of the doubtful key. */
function settle(
  plan: Plan,
  values: Values,
  doubt: Doubt,
  answers: Answers | undefined,
  found?: { entry: RowEntry; matched: number },
): Match {
  const people = pointed(doubt)
  const name = answers?.nameOf(doubt.key, values)
  const answer = name && answers!.of(name)
  const waits: Match = {
    problem: 'maybe_somebody_else',
    key: doubt.key,
    people,
    ...reasonsOf(plan, doubt.key, values, people),
    ...(name && { name }),
  }
  if (!answer) return waits
  const { same, renames } = answer
  if (same) {
    const named = doubt.holders.find((holder) => isMeant(answer, holder, doubt.key, answers!))
    // A row of the file made the person, and another row has changed their names since.
    const only = answer.profileId === null && doubt.holders.length === 1 ? doubt.holders[0] : undefined
    const entry = named ?? only
    return entry ? { entry, matched: doubt.key, answer: { name, same, renames, people: [entry] } } : waits
  }
  const settled = { name, same, renames, people: [...doubt.holders] }
  if (found) return { ...found, answer: settled }
  const agreeing = people.filter(
    ({ entry, key }) => !isMeant(answer, entry, key, answers!) && verdict(plan, key, values, entry) === 'agrees',
  )
  if (agreeing.length > 0) return conflict(doubt.key, agreeing)
  return { entry: null, matched: null, answer: settled }
}

/** Returns what differs and what agrees about the person with the fewest doubts, who is the likeliest to be meant. */
function reasonsOf({ traits }: Plan, key: number, values: Values, people: readonly Pointed[]): MatchReasons {
  const all = people.map(({ entry }) => matchReasonsOf(traits, key, values, entry))
  const [{ doubts, agrees } = { doubts: [], agrees: [] }] = all.toSorted((a, b) => a.doubts.length - b.doubts.length)
  return { doubts: doubts.length === 0 && people.length > 1 ? ['several'] : doubts, agrees }
}

function isMeant(answer: MatchAnswer, { id, values }: RowEntry, key: number, answers: Answers): boolean {
  if (answer.profileId !== null) return answer.profileId === id
  return answers.nameOf(key, values).who === answer.personHash
}
