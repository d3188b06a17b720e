// `npm run verify changes`: CHANGES_TOTAL events, of which none may be lost or out of order.
import { changeTypeNames } from '@ruam/contract/open-api/changes.ts'
import { expect, test } from 'vitest'
import { playChanges } from './change-play.ts'

const number = (name: string, usual: number) => Number(process.env[name] ?? usual)
const seed = number('CHANGES_SEED', Date.now() % 1_000_000)
const changes = number('CHANGES_TOTAL', 1500)
const isWhole = process.env.CHANGES_TOTAL !== undefined

test(`webhooks deliver each change in the order of its customer when sender and receiver are killed beside ten writers (CHANGES_SEED=${seed})`, {
  tags: ['verify'],
  timeout: 300_000 + changes * 30,
}, async () => {
  const tell = isWhole ? console.log : () => {}
  const { faults, types, events, deliveries, waits } = await playChanges({
    ...{ seed, changes, tell },
    kills: number('CHANGES_KILLS', 2),
    files: number('CHANGES_FILES', 2),
    ...(process.env.CHANGES_OPEN_MS && { openMs: Number(process.env.CHANGES_OPEN_MS) }),
  })
  tell(`${events} events, ${deliveries} deliveries: ${JSON.stringify(types)}`)
  for (const [what, all] of Object.entries(waits)) {
    const part = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))]
    tell(`${what}: ${all.length} events, p50 ${part(0.5)} ms, p95 ${part(0.95)} ms, most ${part(1)} ms`)
  }
  expect(faults.slice(0, 20)).toEqual([])
  // A small run may end before a segment loses a member.
  const seldom = isWhole ? ['broadcast.ended'] : ['broadcast.ended', 'segment.left']
  expect(changeTypeNames.filter((type) => !types[type] && !seldom.includes(type))).toEqual([])
})
