import {
  type MatchAgreement,
  type MatchDoubt,
  matchAgreements,
  matchDoubts,
} from '@ruam/contract/imports/match-doubts.ts'
import type { Comparisons } from './comparisons.ts'

/** `agrees`: something else speaks for the person. `silent`: nothing speaks, for or against. */
type IdentityVerdict = 'agrees' | 'silent' | 'against'

type Kinds = Omit<Comparisons, 'key' | 'reversed'>
type Condition = { readonly [Kind in keyof Kinds]?: readonly Kinds[Kind][] }

interface Rule {
  /** All of these kinds compare at one of these levels. */
  when: Condition
  is: IdentityVerdict
  because: string
}

const DIFFER = ['differ'] as const
const AGREE = ['agree'] as const
const ALIKE = ['agree', 'close'] as const
const MISSING = ['missing'] as const
const SAME_SEX = ['agree', 'missing'] as const
const NOT_ALIKE = ['differ', 'missing'] as const

/** Rules for a key that most rows contradict. */
const distrusted: readonly Rule[] = [
  {
    when: { trust: ['distrusted'], given: ALIKE, family: ALIKE, birth: AGREE },
    is: 'agrees',
    because: 'both names and the birth date outweigh a key that most rows contradict',
  },
  {
    when: { trust: ['distrusted'], given: ALIKE, family: ALIKE, contact: AGREE },
    is: 'agrees',
    because: 'both names and another contact outweigh a key that most rows contradict',
  },
  { when: { trust: ['distrusted'] }, is: 'against', because: 'most rows of the file contradict whom the key finds' },
]

const first: readonly Rule[] = [
  { when: { given: DIFFER }, is: 'against', because: 'two given names are two people, whatever else agrees' },
  {
    when: { given: ['near'], nameSex: DIFFER },
    is: 'against',
    because: 'two names one letter apart, one of a man and one of a woman',
  },
  { when: { trust: ['divided'] }, is: 'against', because: 'the file itself has several people under the value' },
]

/** Rules by key, the weightiest first: the first whose conditions all hold decides. */
const evidenceTable: Readonly<Record<Comparisons['key'], readonly Rule[]>> = {
  shared: [
    { when: { ownId: DIFFER }, is: 'against', because: 'a person has one citizen id and one member number' },
    ...first,
    { when: { citizenId: AGREE }, is: 'agrees', because: 'the state issues an id once' },
    { when: { birth: DIFFER }, is: 'against', because: 'a birth date beyond a slip is another person of the family' },
    ...distrusted,
    { when: { id: AGREE }, is: 'agrees', because: 'an id of one person agrees' },
    {
      when: { unreadable: ['scripts'], birth: AGREE, contact: AGREE },
      is: 'agrees',
      because: 'birth date and two contacts agree, and the names cannot be compared',
    },
    { when: { unreadable: ['scripts'] }, is: 'against', because: 'two scripts hide if the names differ' },
    { when: { given: ['near'], birth: AGREE, sex: SAME_SEX }, is: 'agrees', because: 'a slip that makes another name' },
    { when: { given: ['near'], email: AGREE, sex: SAME_SEX }, is: 'agrees', because: 'a slip that makes another name' },
    { when: { given: ['near'] }, is: 'against', because: 'two known names one letter apart are two people' },
    {
      when: { trust: ['common'], given: AGREE, family: AGREE },
      is: 'agrees',
      because: 'a phone of a shop with both names is that person',
    },
    { when: { trust: ['common'], given: ALIKE, birth: AGREE }, is: 'agrees', because: 'name and birth date agree' },
    { when: { trust: ['common'], given: ALIKE, contact: AGREE }, is: 'agrees', because: 'name and contact agree' },
    { when: { trust: ['common'] }, is: 'against', because: 'a contact of many people finds nobody by itself' },
    { when: { family: DIFFER, birth: AGREE }, is: 'agrees', because: 'the same birth date explains another surname' },
    { when: { family: DIFFER, contact: AGREE }, is: 'agrees', because: 'two contacts explain another surname' },
    {
      when: { family: DIFFER, woman: AGREE, contact: ['missing'] },
      is: 'agrees',
      because: 'a woman may have married; her e-mail would stay',
    },
    { when: { family: DIFFER }, is: 'against', because: 'a namesake of another family' },
    {
      when: { given: ['close'], family: MISSING, sex: DIFFER },
      is: 'against',
      because: 'a name that is only close, and a title of the other sex',
    },
    { when: { given: ALIKE }, is: 'agrees', because: 'the names agree' },
    { when: { firm: AGREE }, is: 'agrees', because: 'a firm of that name at its phone' },
    { when: { birth: AGREE }, is: 'agrees', because: 'the birth date agrees' },
    { when: { contact: AGREE }, is: 'silent', because: 'two contacts of a household' },
    { when: { told: ['nothing'] }, is: 'against', because: 'the file could tell people apart, and this row does not' },
    { when: { unreadable: ['row', 'person'] }, is: 'against', because: 'a word or a sign in place of a name' },
    { when: { contact: DIFFER }, is: 'against', because: 'nothing agrees, and another contact differs' },
    { when: {}, is: 'silent', because: 'nothing speaks for or against' },
  ],
  code: [
    ...first,
    { when: { citizenId: AGREE }, is: 'agrees', because: 'the state issues an id once' },
    ...distrusted,
    { when: { given: ['near'], birth: DIFFER }, is: 'against', because: 'two known names, and another birth date' },
    { when: { given: ['near'], family: DIFFER }, is: 'against', because: 'two known names of two families' },
    { when: { birth: ALIKE }, is: 'agrees', because: 'code and birth date agree' },
    { when: { contact: AGREE }, is: 'agrees', because: 'code and contact agree' },
    { when: { family: DIFFER }, is: 'against', because: 'branches give out codes twice, also to namesakes' },
    { when: { birth: DIFFER, given: MISSING }, is: 'against', because: 'the birth date differs, and no name agrees' },
    {
      when: { birth: DIFFER, family: MISSING },
      is: 'against',
      because: 'the birth date differs, and one name alone agrees',
    },
    {
      when: { unreadable: ['row', 'scripts'], given: MISSING, family: MISSING },
      is: 'against',
      because: 'a word or a sign in place of a name',
    },
    { when: {}, is: 'agrees', because: 'a code is given to one person' },
  ],
  citizen: [
    ...first,
    { when: { birth: ALIKE }, is: 'agrees', because: 'citizen id and birth date agree' },
    { when: { given: [...ALIKE, 'near'] }, is: 'agrees', because: 'citizen id and name agree' },
    { when: { contact: AGREE }, is: 'agrees', because: 'citizen id and contact agree' },
    {
      when: { birth: DIFFER, family: NOT_ALIKE },
      is: 'against',
      because: 'the birth date differs, and neither a name nor a contact agrees: a relative’s id',
    },
    { when: {}, is: 'agrees', because: 'the state issues an id once' },
  ],
}

type Parts = readonly (readonly [kind: keyof Kinds, anyOf: readonly string[]])[]

/** Conditions as lists, which are quicker to walk for each row. */
const parts = new Map<Condition, Parts>()

function partsOf(condition: Condition): Parts {
  let found = parts.get(condition)
  if (!found) {
    found = Object.entries(condition) as unknown as Parts
    parts.set(condition, found)
  }
  return found
}

function holds(condition: Condition, found: Comparisons): boolean {
  for (const [kind, anyOf] of partsOf(condition)) if (!anyOf.includes(found[kind])) return false
  return true
}

/** Returns the rule that decides if a row is about the person whom its key found (decision 20). */
const ruleOf = (found: Comparisons): Rule => evidenceTable[found.key].find((rule) => holds(rule.when, found))!

export const verdictOf = (found: Comparisons): IdentityVerdict => ruleOf(found).is

/** True if the evidence speaks against the person; a row without any contradicts nobody. */
export const contradicts = (found: Comparisons): boolean => verdictOf(found) === 'against' && found.told !== 'nothing'

/** True for a code whose only evidence are contacts, all of another person. */
export const differsByContacts = ({ key, given, family, birth, contact }: Comparisons): boolean =>
  key === 'code' && given === 'missing' && family === 'missing' && birth === 'missing' && contact === 'differ'

/** Conditions of each doubt, in words that staff are asked. */
const doubts: Readonly<Record<Exclude<MatchDoubt, 'several' | 'nickname' | 'surname_first'>, readonly Condition[]>> = {
  whole_file: [{ trust: ['distrusted'] }],
  shared_contact: [{ trust: ['common', 'divided'] }],
  no_name: [{ given: MISSING, unreadable: ['row', 'person', 'scripts'] }, { told: ['nothing'] }],
  changed_name: [{ given: DIFFER, citizenId: AGREE, birth: AGREE, sex: SAME_SEX }],
  own_id: [{ ownId: DIFFER }],
  birth_date: [{ birth: DIFFER }],
  title: [{ sex: DIFFER }],
  given_name: [{ given: [...DIFFER, 'near'] }],
  surname: [{ family: DIFFER }],
  email: [{ email: DIFFER }],
  phone: [{ phone: DIFFER }],
}

/** Returns what differs, in the order of `matchDoubts`. `more`: doubts that texts of the names show. */
export const doubtsOf = (found: Comparisons, more: readonly MatchDoubt[] = []): MatchDoubt[] =>
  matchDoubts.filter(
    (doubt) =>
      more.includes(doubt) ||
      (doubt in doubts && doubts[doubt as keyof typeof doubts].some((condition) => holds(condition, found))),
  )

const agreements: Readonly<Record<MatchAgreement, Condition>> = {
  given_name: { given: ALIKE },
  surname: { family: ALIKE },
  birth_date: { birth: ALIKE },
  own_id: { id: AGREE },
  email: { email: AGREE },
  phone: { phone: AGREE },
}

/** Returns what agrees apart from the key, in the order of `matchAgreements`. */
export const agreementsOf = (found: Comparisons): MatchAgreement[] =>
  matchAgreements.filter((agreement) => holds(agreements[agreement], found))
