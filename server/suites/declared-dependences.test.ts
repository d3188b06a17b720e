import { expect, test } from 'vitest'
import { calls } from './calls.ts'
import { declaredDependences } from './declared-dependences.ts'

test('every declared dependence names calls that exist, each once, and older ones apart', () => {
  const named = declaredDependences.flatMap(({ calls: names }) => names)
  expect(named.length).toBe(new Set(named).size)
  for (const { calls: names, kind } of declaredDependences)
    for (const name of names) {
      const call = calls.find((one) => one.name === name)
      expect([name, call !== undefined, call?.endpoint.older !== undefined]).toEqual([
        name,
        true,
        kind === 'older call',
      ])
    }
})
