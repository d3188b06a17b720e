import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/store.testing.ts'
import { copyLines, copyValue } from './copy.ts'

/** Any text that a decoded file can hold: whole letters, and no U+0000, which `canonicalText` takes out. */
const text = fc.string({ unit: 'binary', maxLength: 20 }).map((any) => any.replaceAll('\u0000', '').toWellFormed())
const awkward = fc.constantFrom('\\.', '\\N', '\\', '\t', '\n', '\r\n', '\\t', '', ' ', '\u007f', '😀', 'น้ำ')

test('any text and any number survive COPY', async () => {
  const { core } = await testServer()
  const client = await core.pool.connect()
  try {
    await client.query('create temp table copied (place int, word text, number double precision, flag boolean)')
    const cell = fc.record({
      word: fc.oneof(text, awkward, fc.constant(null)),
      number: fc
        .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null))
        .map((n) => (n === 0 ? 0 : n)),
      flag: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { maxLength: 30 }), async (cells) => {
        await client.query('truncate copied')
        await copyLines(
          client,
          'copied',
          cells.map(({ word, number, flag }, place) => [place, word, number, flag].map(copyValue).join('\t')),
        )
        const { rows } = await client.query('select word, number, flag from copied order by place')
        expect(rows).toEqual(cells)
      }),
      { numRuns: 200 },
    )
  } finally {
    client.release(true)
  }
})
