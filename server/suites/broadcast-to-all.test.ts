import { expect, test } from 'vitest'
import { playToAll } from './broadcast-to-all.ts'

test('a call for everyone is accepted once when server and database are killed eight times under it', {
  tags: ['verify'],
  timeout: 360_000,
}, async () => {
  expect(await playToAll(300)).toEqual({ faults: [], kills: 8 })
})
