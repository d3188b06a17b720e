import { expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import { countBits, invertBits, lastBits } from './bits.ts'
import { unpackRows } from './read-rows.ts'
import { StoreColumns } from './store-columns.ts'

type Row = [state: number, changed: number, name: string, points: string]

test('columns hold the last row of each id, whatever the order in which rows are written', () => {
  const random = randomOf(7)
  for (let round = 0; round < 50; round++) {
    const columns = new StoreColumns(
      new Map([
        [1, ''],
        [1000, 'x'],
      ]),
      't',
    )
    const model = new Map<number, Row>()
    for (let step = 0; step < 12; step++) {
      const ids = new Set(Array.from({ length: random.below(60) }, () => 100 + random.below(step % 3 ? 300 : 100_000)))
      const rows = [...ids]
        .sort((a, b) => a - b)
        .map((id): [number, Row] => {
          const name = random.chance(0.6) ? `"v${random.below(9)}"` : ''
          return [id, [random.below(4), 1.7e15 + random.below(1e9), name, random.pick(['', '1', '2'])]]
        })
      const texts = (place: number, by: string) => rows.map(([, row]) => row[place]).join(by)
      const none = { ids: null, states: null, changed: null, values: null }
      const packed = {
        ...{ ids: rows.map(([id]) => id).join(','), states: texts(0, ''), changed: texts(1, ',') },
        values: [texts(2, '\n'), texts(3, '\n')],
      }
      columns.write(unpackRows(rows.length > 0 ? packed : none, [1, 1000]))
      for (const [id, row] of rows) model.set(id, row)
      const kept = [...model].sort(([one], [other]) => one - other)
      const [names, points] = [columns.columns.get(1)!, columns.columns.get(1000)!]
      const found = Array.from({ length: columns.size }, (_, at) => [
        columns.ids[at],
        [columns.states[at], columns.changed[at], names.values[names.codes[at]!], points.values[points.codes[at]!]],
      ])
      expect(found).toEqual(kept)
      const live = columns.live(true)
      const bits = names.bitsOf(
        Uint8Array.from(names.values, (value) => (value === '"v3"' ? 1 : 0)),
        columns.size,
      )
      const matches = kept.filter(([, [state, , name]]) => state === 1 && name === '"v3"').map(([id]) => id)
      const last: number[] = []
      lastBits(bits, live, (at) => last.push(columns.ids[at]!) > 0)
      expect(last.reverse()).toEqual(matches)
      expect(countBits(invertBits(bits), live)).toBe(kept.filter(([, [state]]) => state === 1).length - matches.length)
    }
  }
})
