import type { duplicateReasons } from '@ruam/contract/customers/duplicates.ts'
import { hasCheckDigit } from '../../formats/values/citizen-ids.ts'
import { type ComparedPerson, type NamesAlike, namesAlike } from './compare.ts'
import { type EvidenceContext, evidenceOf, isAlike, isMisspelled, type PairEvidence } from './evidence.ts'
import { START, weights } from './weights.ts'

export type Reason = (typeof duplicateReasons)[number]

/** Minimum score of a listed pair: more likely one person than two. */
export const LISTED = 0.5
/** Two citizen ids are two people. */
const OTHER_CITIZEN = 0.01
/** Bits of ids, which never agree by chance. Set by hand, because no labelled data set has enough of them. */
const ids = { citizen_id: { same: 14, different: -6 }, line_user_id: { same: 14, different: -1 } } as const

interface Likely {
  /** 0 to 1: of the pairs with this score, so many are one person. */
  score: number
  reasons: Reason[]
  listed: boolean
}

const unlikely: Likely = { score: 0, reasons: [], listed: false }

/**
 * Probability that two profiles are one person, with reasons; 0 if the first names alone keep it below LISTED, as for most compared pairs.
 * Pure and symmetric.
 */
export function likelihoodOf(a: ComparedPerson, b: ComparedPerson, context: EvidenceContext): Likely {
  const names = namesAlike(a, b)
  const known = isShared(a.citizen_id, b.citizen_id) || isShared(a.line_user_id, b.line_user_id)
  if (!known && areTwo(names)) return unlikely
  const evidence = evidenceOf(a, b, names, context)
  let bits = START
  for (const [mark, amount] of evidence.marks) bits += weights[mark] * amount
  for (const id of ['citizen_id', 'line_user_id'] as const)
    if (a[id] !== null && b[id] !== null) bits += ids[id][a[id] === b[id] ? 'same' : 'different']
  let score = 1 / (1 + 2 ** -bits)
  if (haveTwoCitizenIds(a, b)) score = Math.min(score, OTHER_CITIZEN)
  // One LINE account belongs to one profile, also if two people have it in their fields: staff decide whose it is.
  if (isShared(a.line_user_id, b.line_user_id)) score = Math.max(score, LISTED)
  return { score, reasons: reasonsOf(evidence), listed: score >= LISTED }
}

/** True if names alone keep a pair from being listed. */
export const areTwo = ({ first, last }: NamesAlike) => first === 'different' && !isMisspelled(last)

const isShared = (a: string | null, b: string | null) => a !== null && a === b

const haveTwoCitizenIds = (a: ComparedPerson, b: ComparedPerson) =>
  a.citizen_id !== null &&
  b.citizen_id !== null &&
  a.citizen_id !== b.citizen_id &&
  hasCheckDigit(a.citizen_id) &&
  hasCheckDigit(b.citizen_id)

function reasonsOf({ shared, names, born, address }: PairEvidence): Reason[] {
  const reasons: Reason[] = []
  if (shared.has('citizen_id')) reasons.push('same_citizen_id')
  if (shared.has('line_user_id')) reasons.push('same_line')
  if (shared.has('phone')) reasons.push('same_phone')
  if (shared.has('email')) reasons.push('same_email')
  if ((isAlike(names.first) || names.first === 'akin') && names.last !== 'different') reasons.push('similar_name')
  if (born !== null && born !== 'different') reasons.push('same_birth_date')
  if (address) reasons.push('same_address')
  return reasons
}
