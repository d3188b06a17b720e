import { daysLikeness } from '../../formats/values/days-likeness.ts'
import { typosBetween } from '../../formats/values/likeness.ts'
import { type AddressWords, addressesAlike } from './addresses.ts'
import type { Alike, ComparedPerson, NamesAlike } from './compare.ts'
import { type DistinguishingValues, othersOf } from './distinguishing-values.ts'

/** Facts about a store, and about other profiles with the shared keys. */
export interface EvidenceContext {
  telling: DistinguishingValues
  addressWords: AddressWords
  /** Number of profiles. */
  live: number
  /** Number of profiles with this shared key (see keys.ts); 0 if not shared. */
  holders(key: 'phone' | 'email' | 'name', a: ComparedPerson, b: ComparedPerson): number
}

/** Features for or against a pair being one person: 1, or an amount. */
export interface PairEvidence {
  marks: [mark: Mark, amount: number][]
  names: NamesAlike
  born: Born
  shared: Set<'phone' | 'email' | 'citizen_id' | 'line_user_id'>
  address: boolean
}

export const comparisonMarks = [
  'first same',
  'first close',
  'first akin',
  'first different',
  'last same',
  'last close',
  'last akin',
  'last different',
  'first different, last misspelled',
  'names held by others',
  'names alone',
  'birth date same',
  'birth date close',
  'birth date in parts',
  'birth date different',
  'phone of two',
  'phone of few',
  'phone of many',
  'phone a slip off',
  'phone different',
  'email of two',
  'email of few',
  'email close',
  'email different',
  'gender different',
  'place agrees',
  'place differs',
  'door agrees',
  'address differs, phone shared',
  'others agree',
  'others differ',
  'others differ, phone shared',
  'first not the same, phone shared',
  'store doubled',
] as const
export type Mark = (typeof comparisonMarks)[number]

type Born = 'same' | 'close' | 'parts' | 'different' | null

/** Two of year, month and day are the same: it is a year or a month off. */
function bornAlike(a: string | null, b: string | null): Born {
  const found = daysLikeness(a, b)
  if (found !== 'different') return found
  const year = a!.startsWith(b!.slice(0, 4))
  const [month, day] = [a!.slice(5, 7) === b!.slice(5, 7), a!.slice(8) === b!.slice(8)]
  return Number(year) + Number(month) + Number(day) === 2 ? 'parts' : 'different'
}

/** From so many holders on a phone is that of a shop. */
const MANY = 5

/** A store of this size is what the size is measured against. */
const USUAL_STORE = 1000

export function evidenceOf(
  a: ComparedPerson,
  b: ComparedPerson,
  names: NamesAlike,
  context: EvidenceContext,
): PairEvidence {
  const { telling, live, holders } = context
  const found: PairEvidence['marks'] = []
  const mark = (name: Mark, amount = 1) => amount !== 0 && found.push([name, amount])
  if (names.first) mark(`first ${names.first}`)
  if (names.last) mark(`last ${names.last}`)
  // Relatives spell their name in one way: who misspells the last name misspells the first.
  if (names.first === 'different' && isMisspelled(names.last)) mark('first different, last misspelled')
  const namesakes = holders('name', a, b)
  if (namesakes > 2) mark('names held by others', Math.log2(namesakes - 1))
  const born = bornAlike(a.birth_date, b.birth_date)
  if (born) mark(born === 'parts' ? 'birth date in parts' : `birth date ${born}`)
  const shared: PairEvidence['shared'] = new Set()
  for (const key of ['phone', 'email', 'citizen_id', 'line_user_id'] as const)
    if (a[key] !== null && a[key] === b[key]) shared.add(key)
  const others = othersOf(a, b, telling)
  const address = addressesAlike(a, b, context.addressWords)
  const isOnePlace = address !== null && address.agree.place > address.differ.place
  // A number says something within one place, and neighbours have the place in common.
  const isOneHome = isOnePlace && (address.agree.door > 0 || address.differ.door === 0)
  const agree = isOneHome ? address.agree.door + address.agree.place : 0
  if (isOneHome) mark('place agrees', address.agree.place)
  if (isOneHome) mark('door agrees', address.agree.door)
  if (address) mark('place differs', address.differ.place)
  const differ = address ? address.differ.door + address.differ.place : 0
  // Relatives buy phones together: their numbers may be a digit apart.
  const isPhoneSlip = !shared.has('phone') && isAlike(names.first) && isOneSlipOff(a.phone, b.phone)
  if (shared.has('phone')) {
    const many = holders('phone', a, b)
    mark(many > MANY ? 'phone of many' : many > 2 ? 'phone of few' : 'phone of two')
    mark('others differ, phone shared', Math.min(MOST_OF_OTHERS, others.takes))
    // Branches of a shop: people move and keep their phone.
    if (names.last === null) mark('address differs, phone shared', differ)
    if (names.first !== 'same' || names.last === 'different') mark('first not the same, phone shared')
  } else if (a.phone !== null && b.phone !== null) mark(isPhoneSlip ? 'phone a slip off' : 'phone different')
  if (shared.has('email')) {
    // People who share a shop's phone share its address too.
    const few = holders('email', a, b) > 2
    if (!few || !shared.has('phone')) mark(few ? 'email of few' : 'email of two')
  } else if (a.email !== null && b.email !== null)
    mark(mailsAreClose(a.email, b.email) ? 'email close' : 'email different')
  if (a.gender !== null && b.gender !== null && a.gender !== b.gender) mark('gender different')
  const isNamesAlone = shared.size === 0 && !isPhoneSlip && (born === null || born === 'different')
  if (isNamesAlone && others.gives + agree < SOME) mark('names alone')
  mark('others agree', Math.min(MOST_OF_OTHERS, others.gives))
  mark('others differ', Math.min(MOST_OF_OTHERS, others.takes))
  mark('store doubled', Math.log2(Math.max(live, 100) / USUAL_STORE))
  return { marks: found, names, born, shared, address: agree > 0 && differ <= agree * SAME_ADDRESS }
}

/** The store's own fields together say no more than this: they often go with each other. */
const MOST_OF_OTHERS = 12
/** An address is called the same when no more than this share of what agrees differs. */
const SAME_ADDRESS = 0.2

/** Minimum bits of addresses and custom fields that count. */
const SOME = 4

const isOneSlipOff = (a: string | null, b: string | null) => a !== null && b !== null && typosBetween(a, b) === 1

const LONGEST_MAIL = 60

/** The same before @, or one letter mistyped; another digit is another address. */
function mailsAreClose(a: string, b: string): boolean {
  if (a.slice(0, a.indexOf('@')) === b.slice(0, b.indexOf('@'))) return true
  if (Math.abs(a.length - b.length) > 1 || Math.max(a.length, b.length) > LONGEST_MAIL) return false
  return typosBetween(a, b) === 1 && a.replace(/\D/g, '') === b.replace(/\D/g, '')
}

export const isMisspelled = (one: Alike) => one === 'close' || one === 'akin'
export const isAlike = (one: Alike) => one === 'same' || one === 'close'
