import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/store.testing.ts'
import { linesFrom, rowLinesOf } from './lines.ts'

const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\u0000', '').replace(/\p{Cc}/gu, ' '))

test('rows arrive as they are sent, an empty text as null', async () => {
  const { admin } = await testServer()
  const row = fc.tuple(fc.oneof(text, fc.constant(null)), text, fc.oneof(fc.constant(null), fc.constant('\\N "{},')))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1 }), async (rows) => {
      const { rows: found } = await admin.query(`select c from ${linesFrom('$1')}`, [rowLinesOf(rows)])
      expect(found.map(({ c }) => c)).toEqual(rows.map((cells) => cells.map((cell) => cell || null)))
    }),
    { numRuns: 200 },
  )
})
