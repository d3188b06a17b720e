import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import type { WatchFigures } from './figures.ts'
import type { TermName } from './limits.ts'
import { type DatedFigures, proposeTerms } from './propose-terms.ts'
import { brokenTerms, TERMS_FILES } from './terms.ts'

const columns = ['วันที่ขาย', 'สาขา', 'เบอร์โทร', 'ยอดสุทธิ']
const today = '2026-11-26'

const usual: WatchFigures = {
  ...{ columns, form: 'csv utf-8 , 1', rows: 100, unreadable: 0, repaired: 0, failed: 0, unnamed: 0 },
  ...{ equal: 0, repeated: 0, crowd: 0.03, held: 0, changed: 10, renamed: 0, added: 20 },
  ...{ newest: '2026-11-25', oldest: [{ column: 'วันที่ขาย', day: '2026-11-25' }], hours: { from: 480, to: 1200 } },
  ...{ sum: 20_000, low: 45, totals: 0, unpaid: 0, negative: 0 },
  values: [
    { column: 'สาขา', value: 'สยาม', rows: 60 },
    { column: 'สาขา', value: 'อารีย์', rows: 40 },
  ],
  kinds: [
    { column: 'เบอร์โทร', kind: 'digits', rows: 98 },
    { column: 'เบอร์โทร', kind: 'empty', rows: 2 },
  ],
}
const terms = proposeTerms(Array(TERMS_FILES).fill({ figures: usual, today }))
const broken = (figures: Partial<WatchFigures>, of = terms) =>
  brokenTerms(of, { ...usual, ...figures }, today).map(({ term }) => term)

const cases: [TermName, Partial<WatchFigures>][] = [
  ['columns', { columns: columns.with(3, 'ยอดเงิน') }],
  ['forms', { form: 'csv windows-874 ; 1' }],
  ['rows', { rows: 60, sum: 20_000 }],
  ['unreadable', { unreadable: 0.02 }],
  ['repaired', { repaired: 0.05 }],
  ['failed', { failed: 0.05 }],
  ['unnamed', { unnamed: 0.05 }],
  ['equal', { equal: 0.1 }],
  ['repeated', { repeated: 0.5 }],
  ['crowd', { crowd: 0.3 }],
  ['held', { held: 5 }],
  ['changed', { changed: 40 }],
  ['renamed', { renamed: 5 }],
  ['added', { added: 90 }],
  ['fresh', { added: 70 }],
  ['days', { newest: '2026-11-24' }],
  ['days', { newest: '2027-11-25' }],
  ['oldest', { oldest: [{ column: 'วันที่ขาย', day: '2025-11-25' }] }],
  ['hours', { hours: { from: 480, to: 900 } }],
  ['sum', { sum: 2_000_000 }],
  ['average', { sum: 26_000 }],
  ['low', { low: 0.45 }],
  ['totals', { totals: 1 }],
  ['unpaid', { unpaid: 0.05 }],
  ['negative', { negative: 0.05 }],
  ['values', { values: usual.values.slice(0, 1) }],
  ['kinds', { kinds: [{ column: 'เบอร์โทร', kind: 'empty', rows: 30 }] }],
  ['kinds', { kinds: [{ column: 'เบอร์โทร', kind: 'letters', rows: 5 }] }],
]

test.each(cases)('a file outside of its %s waits', (term, figures) => {
  expect(broken(figures)).toContain(term)
  expect(broken({})).toEqual([])
})

test('one faulty row of a small file, a new branch and columns in another order are no reason to wait', () => {
  expect(broken({ rows: 85, failed: 1 / 85, sum: 17_000 })).toEqual([])
  expect(broken({ values: [...usual.values, { column: 'สาขา', value: 'บางนา', rows: 20 }] })).toEqual([])
  expect(broken({ columns: columns.toReversed() })).toEqual([])
})

test('a list that is sent whole waits when a tenth of it is missing', () => {
  const list = { ...usual, repeated: 0.9 }
  const ofList = proposeTerms(Array(TERMS_FILES).fill({ figures: list, today }))
  expect(broken({ repeated: 0.9, rows: 90 }, ofList)).toEqual(['rows'])
  expect(broken({ rows: 90 })).toEqual([])
})

test('further columns wait unless the terms let them in', () => {
  expect(broken({ columns: [...columns, 'หมายเหตุ'] })).toEqual(['columns'])
  expect(broken({ columns: [...columns, 'หมายเหตุ'] }, { ...terms, columns: 'more' })).toEqual([])
})

test('limits follow the last files, and a limit that staff set does not', () => {
  const grown = { ...usual, rows: 300, sum: 60_000, added: 60 }
  const before = { ...terms, fixed: ['rows'] as TermName[] }
  const followed = proposeTerms(Array(TERMS_FILES).fill({ figures: grown, today }), before)
  expect(followed.rows).toEqual(terms.rows)
  expect(followed.sum!.to).toBeGreaterThan(terms.sum!.to)
  expect(followed.fixed).toEqual(['rows'])
})

const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)
const file: fc.Arbitrary<DatedFigures> = fc
  .record({
    rows: fc.integer({ min: 1, max: 5000 }),
    ...{
      unreadable: share,
      repaired: share,
      failed: share,
      unnamed: share,
      equal: share,
      repeated: share,
      crowd: share,
    },
    ...{ held: fc.nat(50), changed: fc.nat(500), renamed: fc.nat(50), sum: fc.integer({ min: -1000, max: 1_000_000 }) },
    ...{ low: fc.integer({ min: 1, max: 100 }), totals: fc.nat(1) },
    ...{
      unpaid: share,
      negative: share,
      age: fc.integer({ min: 0, max: 30 }),
      opens: fc.nat(700),
      closes: fc.nat(700),
    },
    branches: fc.uniqueArray(fc.constantFrom('ก', 'ข', 'ค', 'ง'), { minLength: 1 }),
  })
  .map(({ age, opens, closes, branches, ...figures }) => {
    const day = new Date(Date.parse(today) - age * 86_400_000).toISOString().slice(0, 10)
    return {
      today,
      figures: {
        ...usual,
        ...figures,
        added: 0,
        newest: day,
        oldest: [{ column: 'วันที่ขาย', day }],
        hours: { from: opens, to: 1439 - closes },
        values: branches.map((value) => ({ column: 'สาขา', value, rows: 5 })),
      },
    }
  })
const files = fc.array(file, { minLength: TERMS_FILES, maxLength: TERMS_FILES })

property.prop([files])('none of ten files breaks the terms that are proposed from them', (last) => {
  const proposed = proposeTerms(last)
  for (const one of last) expect(brokenTerms(proposed, one.figures, one.today)).toEqual([])
})

property.prop([files, file])('a wider limit never breaks more', (last, { figures }) => {
  const narrow = proposeTerms(last)
  const wider = (name: TermName) => {
    const limit = narrow[name]
    if (typeof limit === 'number') return { ...narrow, [name]: name === 'low' ? limit / 2 : limit * 2 }
    if (name === 'hours') return { ...narrow, hours: { from: narrow.hours!.from + 60, to: narrow.hours!.to - 60 } }
    if (limit !== null && typeof limit === 'object' && 'from' in limit)
      return { ...narrow, [name]: { from: limit.from - Math.abs(limit.from), to: limit.to + Math.abs(limit.to) } }
    return { ...narrow, columns: 'more' as const }
  }
  const before = brokenTerms(narrow, figures, today).map(({ term }) => term)
  for (const name of Object.keys(narrow) as TermName[])
    for (const { term } of brokenTerms(wider(name), figures, today)) expect(before).toContain(term)
})
