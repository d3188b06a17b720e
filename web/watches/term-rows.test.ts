import { cellKinds, type WatchFigures } from '@ruam/contract/watches/figures.ts'
import { proposeTerms } from '@ruam/contract/watches/propose-terms.ts'
import { brokenTerms, TERMS_FILES } from '@ruam/contract/watches/terms.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenBy, changedTerms, countOf, dayOfFile, furtherTerms, mainTerms, widen } from './term-rows.ts'

const share = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 10_000)
const count = fc.integer({ min: 0, max: 5000 })
const amount = fc.option(fc.integer({ min: -1000, max: 1_000_000 }))
const name = fc.constantFrom('ชื่อ', 'เบอร์โทร', 'สาขา', 'ยอดเงิน', 'วันที่')
const day = fc.integer({ min: 0, max: 400 }).map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
const minutes = fc.integer({ min: 0, max: 1439 })

const figures: fc.Arbitrary<WatchFigures> = fc.record({
  columns: fc.uniqueArray(name),
  form: fc.constantFrom('csv utf-8 , 1', 'csv tis-620 ; 1'),
  rows: count,
  ...{ unreadable: share, repaired: share, failed: share, unnamed: share, equal: share, repeated: share, crowd: share },
  ...{ held: count, changed: count, renamed: count, added: count },
  newest: fc.option(day),
  oldest: fc.uniqueArray(fc.record({ column: name, day }), { selector: ({ column }) => column }),
  hours: fc.option(fc.record({ from: minutes, to: minutes })),
  ...{ sum: amount, low: fc.option(fc.integer({ min: 1, max: 1000 })) },
  totals: count,
  ...{ unpaid: fc.option(share), negative: fc.option(share) },
  values: fc.uniqueArray(fc.record({ column: name, value: fc.constantFrom('1', '2', '3'), rows: count }), {
    selector: ({ column, value }) => `${column} ${value}`,
  }),
  kinds: fc.uniqueArray(fc.record({ column: name, kind: fc.constantFrom(...cellKinds), rows: count }), {
    selector: ({ column, kind }) => `${column} ${kind}`,
  }),
})
const today = '2026-11-29'
const last = fc.array(figures, { minLength: TERMS_FILES, maxLength: TERMS_FILES })

test('widened terms let the file pass, and leave the limits that it does not break', () => {
  fc.assert(
    fc.property(last, figures, (files, file) => {
      const terms = proposeTerms(files.map((one) => ({ figures: one, today })))
      const broken = new Set(brokenTerms(terms, file, today).map(({ term }) => term))
      const wider = widen(terms, file, today)
      expect(brokenTerms(wider, file, today)).toEqual([])
      for (const term of [...mainTerms, ...furtherTerms])
        if (!broken.has(term)) expect(wider[term]).toEqual(terms[term])
      expect(new Set(wider.fixed)).toEqual(broken)
    }),
  )
})

test('files before a branch opened pass under terms that expect it, and a later one without it waits', () => {
  fc.assert(
    fc.property(figures, fc.integer({ min: 0, max: TERMS_FILES - 1 }), (file, opened) => {
      const values = [{ column: 'สาขา', value: 'สยาม', rows: 20 }]
      const usual = { ...file, rows: 100, values, newest: today, oldest: [] }
      const branch = { column: 'สาขา', value: 'บางนา', rows: 20 }
      const files = Array.from({ length: TERMS_FILES }, (_, no) => ({
        figures: { ...usual, values: no <= opened ? [...values, branch] : values },
        today,
      }))
      const terms = { ...proposeTerms(files), values: [...values, branch] }
      expect(brokenBy(terms, files)).toEqual(files.map(() => new Set()))
      expect(brokenBy(terms, [{ figures: usual, today }, ...files])[0]).toEqual(new Set(['values']))
    }),
  )
})

test('a share is widened to a whole percent', () => {
  fc.assert(
    fc.property(last, figures, (files, file) => {
      const terms = { ...proposeTerms(files.map((one) => ({ figures: one, today }))), failed: 0 }
      const { failed } = widen(terms, file, today)
      expect(Math.abs(failed * 100 - Math.round(failed * 100))).toBeLessThan(1e-6)
    }),
  )
})

test('a file is about its newest date, unless that is old or still to come', () => {
  fc.assert(
    fc.property(figures, (file) => {
      const newest = (day: string | null) => dayOfFile({ ...file, newest: day }, today)
      expect(newest('2026-11-28')).toBe('2026-11-28')
      for (const other of [null, '2026-11-30', '2025-11-28']) expect(newest(other)).toBe(today)
    }),
  )
})

test('a share is counted in what it is a share of', () => {
  const [file] = fc.sample(figures, 1)
  const sized = { ...file!, rows: 1231, columns: Array(9).fill('x'), failed: 38 / 1231, unreadable: 38 / (1231 * 9) }
  expect(countOf('failed', sized)).toEqual({ unit: 'rows', count: 38 })
  expect(countOf('unreadable', sized)).toEqual({ unit: 'cells', count: 38 })
  for (const term of ['rows', 'changed', 'fresh', 'sum'] as const) expect(countOf(term, sized)).toBeNull()
})

test('changed limits are those that staff set', () => {
  fc.assert(
    fc.property(last, figures, (files, file) => {
      const terms = proposeTerms(files.map((one) => ({ figures: one, today })))
      const wider = widen(terms, file, today)
      expect(changedTerms(terms, terms)).toEqual([])
      for (const term of changedTerms(terms, wider)) expect(wider.fixed).toContain(term)
    }),
  )
})
