import { importRun } from '@ruam/contract/imports/run.ts'
import { recordStatuses } from '@ruam/contract/imports/status.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore } from '../../testing/store.testing.ts'

const ROWS = 5500

test('every page of a run’s records shows the rows of the file as they are, each with what became of it', {
  timeout: 60_000,
}, async () => {
  const store = await newStore()
  // Companies: no name is to be told from another. Repeats, a broken phone now and then, quotes, and line ends inside of cells.
  const rows = Array.from({ length: ROWS }, (_, n) => [
    `ก "${n}"\nที่สอง`,
    n % 97 === 0 ? '0811' : `08${String(n % 5250).padStart(8, '0')}`,
  ])
  const csv = `บริษัท,เบอร์โทร\n${rows.map(([name, phone]) => `"${name!.replaceAll('"', '""')}",${phone}`).join('\n')}\n`
  const { id, dry, stats } = await importFile(store, csv)
  expect(stats).toMatchObject({ total: ROWS, failed: Math.ceil(ROWS / 97) })
  const seen = new Set<string>()
  const becameOf = rows.map(([, phone]) =>
    phone === '0811' ? 'failed' : seen.size < seen.add(phone!).size ? 'added' : 'updated',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom({}, { kind: 'dry' as const }),
      fc.constantFrom('all' as const, ...recordStatuses),
      fc.nat({ max: ROWS }),
      fc.integer({ min: 1, max: 60 }),
      async (which, status, offset, limit) => {
        const query = { ...which, status, offset: String(offset), limit: String(limit) }
        const page = await store.call(importRun.records, { params: { id: String(id), run_id: dry }, query })
        const numbers = rows.map((_, n) => n).filter((n) => status === 'all' || becameOf[n] === status)
        const wanted = numbers.slice(offset, offset + limit)
        expect(page.total).toBe(numbers.length)
        expect(page.data.map((record) => record.record_no)).toEqual(wanted.map((n) => n + 1))
        expect(page.data.map((record) => record.data.map(({ value }) => value))).toEqual(wanted.map((n) => rows[n]))
        expect(page.data.map((record) => record.status)).toEqual(wanted.map((n) => becameOf[n]))
      },
    ),
    { numRuns: 12 },
  )
})
