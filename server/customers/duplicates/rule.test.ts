import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { typosBetween } from '../../formats/values/likeness.ts'
import { type AddressWords, addressesAlike, addressWordsOf } from './addresses.ts'
import { type ComparedPerson, textsAlike } from './compare.ts'
import { type DistinguishingValues, distinguishingValues } from './distinguishing-values.ts'
import type { EvidenceContext } from './evidence.ts'
import { duplicateKeysOf, initialOf, isContact, soundOf } from './keys.ts'
import { LISTED, likelihoodOf } from './rule.ts'

const nobody: ComparedPerson = {
  id: 0,
  first_name: null,
  last_name: null,
  first_name_en: null,
  last_name_en: null,
  birth_date: null,
  phone: null,
  email: null,
  citizen_id: null,
  line_user_id: null,
  gender: null,
  address: null,
  address_en: null,
  custom: {},
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const person: fc.Arbitrary<ComparedPerson> = fc.record({
  id: fc.nat(),
  first_name: maybe(fc.constantFrom('ญาดา', 'นางญาดา', 'มานะ', 'ศรีสุข', 'Maria')),
  last_name: maybe(fc.constantFrom('ศรีสุข', 'ศรีสุก', 'ใจดี', 'ญาดา')),
  first_name_en: maybe(fc.constantFrom('Yada', 'Mana')),
  last_name_en: maybe(fc.constantFrom('Srisuk', 'Jaidee')),
  birth_date: maybe(fc.constantFrom('1990-01-02', '1990-02-01', '1955-12-31')),
  phone: maybe(fc.constantFrom('+66811111111', '+66822222222')),
  email: maybe(fc.constantFrom('a@example.com', 'b@example.com', 'a@example.org')),
  citizen_id: maybe(fc.constantFrom('1101700230708', '3101700230704', '5101700230701')),
  line_user_id: maybe(fc.constantFrom('U1', 'U2')),
  gender: maybe(fc.constantFrom('male', 'female')),
  address: maybe(
    fc.constantFrom(
      '12 หมู่ 3',
      '12 ม.3 ต.บางรัก 10500',
      '12 บางรัค 10050',
      '99 ซอย 8',
      'park view road 5',
      'parkview road 6',
    ),
  ),
  address_en: fc.constant(null),
  custom: fc.record({ '1000': fc.constantFrom('x', 'y', 12) }),
})

const telling: DistinguishingValues = new Map([['1000', { gives: 5, takes: 1.7 }]])
const addressWords: AddressWords = { common: new Map(), rare: 8 }

const held = (count: number): EvidenceContext => ({ telling, addressWords, live: 1000, holders: () => count })
const context = held(2)

describe('the rule', () => {
  test.prop([person, person])('is symmetric, with a score between 0 and 1', (a, b) => {
    const [one, other] = [likelihoodOf(a, b, context), likelihoodOf(b, a, context)]
    expect(one).toEqual(other)
    expect(one.score >= 0 && one.score <= 1).toBe(true)
  })

  test.prop([person, person])('lists exactly the pairs that are more likely one person than two', (a, b) => {
    const { listed, score } = likelihoodOf(a, b, context)
    expect(listed).toBe(score >= LISTED)
  })

  test.prop([person, person, fc.integer({ min: 2, max: 20 })])(
    'is never surer of a phone for more that share it',
    (a, b, count) => {
      fc.pre(a.phone !== null)
      const score = (holders: number) => likelihoodOf(a, { ...b, phone: a.phone }, held(holders)).score
      expect(score(count + 1)).toBeLessThanOrEqual(score(count))
    },
  )

  test.prop([person, person])('never finds two citizen ids without a shared LINE account likely', (a, b) => {
    fc.pre(a.line_user_id === null || a.line_user_id !== b.line_user_id)
    fc.pre(a.citizen_id !== null && b.citizen_id !== null && a.citizen_id !== b.citizen_id)
    expect(likelihoodOf(a, b, context).score).toBeLessThanOrEqual(0.01)
  })

  test.prop([person, fc.constantFrom('phone', 'email', 'line_user_id', 'birth_date')])(
    'is never less sure for one more thing that two have in common',
    (a, field) => {
      fc.pre(a[field] !== null)
      const without = { ...a, [field]: null }
      expect(likelihoodOf(a, a, context).score).toBeGreaterThanOrEqual(likelihoodOf(a, without, context).score)
    },
  )

  test.prop([person])('yields equal keys for equal profiles', (a) => {
    fc.pre([a.phone, a.email, a.citizen_id, a.line_user_id].some((value) => value !== null))
    expect(duplicateKeysOf(a, telling)).toEqual(duplicateKeysOf({ ...a, id: a.id + 1 }, telling))
    expect(duplicateKeysOf(a, telling).some(isContact)).toBe(true)
  })
})

test.prop([fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 })])(
  'typos are counted the same from both ends',
  (a, b) => {
    expect(typosBetween(a, b)).toBe(typosBetween(b, a))
    expect(typosBetween(a, b) === 0).toBe(a === b)
  },
)

describe('names', () => {
  test.each([
    ['สมศักดิ์', 'สมศักดื์', 'close'],
    ['สุภาพร', 'สุภาภรณ์', 'different'],
    ['mitchell', 'mitchel', 'close'],
    ['สาขาบางนา', 'สาขาบางแค', 'different'],
    ['branch2', 'branch3', 'different'],
    ['มานะ', 'ญาดา', 'different'],
    ['', 'ญาดา', null],
  ])('%s and %s are %s', (a, b, likeness) => {
    expect(textsAlike(a, b)).toBe(likeness)
  })

  test.each([
    ['ณัฐพงษ์', 'นัฐพงศ์'],
    ['พรพรรณ', 'ภรภรรณ'],
    ['catherine', 'katherine'],
  ])('that sound alike are looked up together: %s, %s', (a, b) => {
    const [one, other] = [soundOf(a), soundOf(b)]
    expect(one.slice(1)).toBe(other.slice(1))
  })
})

test.each([
  ['มาลี', 'malee'],
  ['พรหมมา', 'promma'],
  ['หนึ่ง', 'nueng'],
  ['ทราย', 'sai'],
  ['อนงค์', 'anong'],
  ['แจ่มใส', 'jamsai'],
  ['เชิดชัย', 'cherdchai'],
  ['ธนพล', 'thanapon'],
  ['ภูมิ', 'phum'],
  ['วิชัย', 'vichai'],
  ['ฤทธิ์', 'rit'],
])('a name begins with one initial in both alphabets: %s, %s', (thai, latin) => {
  expect(initialOf(thai)).toBe(initialOf(latin))
})

test.each([
  ['another digit', '+66611934567'],
  ['swapped digits', '+66611324567'],
  ['swapped digits in the middle', '+66612134567'],
])('a phone with %s shares a key with the right one', (_, phone) => {
  const one = { ...nobody, first_name: 'มาลี', last_name: 'พรหมมา', phone: '+66611234567' }
  const hashes = (person: ComparedPerson) =>
    duplicateKeysOf({ ...person, first_name: 'MALEE', last_name: 'PROMMA' }, new Map())
  const theirs = new Set(hashes({ ...one, phone }))
  expect(duplicateKeysOf(one, new Map()).some((hash) => theirs.has(hash))).toBe(true)
})

describe('a field of the store', () => {
  const sample = Array.from({ length: 100 }, (_, n) => ({
    ...nobody,
    custom: { '1000': `member ${n}`, '1001': n % 2 ? 'yes' : 'no', '1002': n < 5 ? 'rare' : '', '1003': true },
  }))

  test('counts more the rarer its values are; a rarely filled or boolean one counts nothing', () => {
    const told = distinguishingValues(sample, new Set())
    expect([...told.keys()]).toEqual(['1000', '1001'])
    expect(told.get('1000')!.gives).toBeGreaterThan(3 * told.get('1001')!.gives)
  })

  test('costs nothing when two profiles differ in it and it is a match key', () => {
    expect(distinguishingValues(sample, new Set(['1000'])).get('1000')!.takes).toBe(0)
  })
})

describe('two addresses', () => {
  const words: AddressWords = { common: new Map(), rare: 8 }
  const alike = (a: string, b: string) => addressesAlike({ ...nobody, address: a }, { ...nobody, address: b }, words)!
  const home = '949/3 หมู่ 7 ต.หนองไม้ซุง อ.อุทัย จ.พระนครศรีอยุธยา 13210'

  test('agree by their parts, in whatever order and spelling they are written', () => {
    const { agree, differ } = alike(home, 'หนองไม้ซุ่ง อุทัย พระนครศรีอยุธยา 12310 บ้านเลขที่ 949/3 ม.7')
    expect(differ).toEqual({ door: 0, place: 0 })
    expect(agree.door).toBe(alike(home, home).agree.door)
    expect(agree.place).toBeGreaterThan(0.7 * alike(home, home).agree.place)
  })

  test('do not differ in what one of them leaves out', () => {
    expect(alike(home, '949/3 อุทัย').differ).toEqual({ door: 0, place: 0 })
  })

  test('addresses of neighbours differ in the house number, and a typing error in a long number does not', () => {
    expect(alike(home, home.replace('949/3', '12')).differ.door).toBeGreaterThan(0)
    expect(alike(home, home.replace('949/3', '994/3')).differ.door).toBe(0)
  })

  test('agree in a name that one of them writes as two words', () => {
    expect(alike('5 park view', '5 parkview').agree.place).toBeGreaterThan(0)
  })

  test('count less the more people share the common part', () => {
    const people = Array.from({ length: 100 }, (_, n) => ({
      ...nobody,
      address: `${n + 1} อุทัย ${n < 2 ? 'หนองแค' : 'บางรัก'}`,
    }))
    const counted = addressWordsOf(people)
    const said = (a: string, b: string) =>
      addressesAlike({ ...nobody, address: a }, { ...nobody, address: b }, counted)!.agree.place
    expect(said('หนองแค', 'หนองแค')).toBeGreaterThan(said('บางรัก', 'บางรัก'))
    expect(said('อุทัย', 'อุทัย')).toBe(0)
  })

  test('addresses in two alphabets are not compared', () => {
    expect(alike(home, '949/3 Moo 7 Uthai 13210')).toBeNull()
  })

  test('count nothing in a store with few addresses', () => {
    const counted = addressWordsOf([{ ...nobody, address: home }])
    expect(addressesAlike({ ...nobody, address: home }, { ...nobody, address: home }, counted)!.agree).toEqual({
      door: 0,
      place: 0,
    })
  })
})
