import { expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { playMenus } from './menus-play.ts'

const seed = Number(process.env.MENU_SEED ?? Date.now() % 1_000_000)

test(`each friend has the right menu at the end when a sender is killed and LINE fails (MENU_SEED=${seed})`, {
  tags: ['verify'],
  timeout: 360_000,
}, async () => {
  const { wrong, violations } = await playMenus({
    random: randomOf(seed),
    ...{ friends: 3000, changes: 300, seconds: 5, workers: 0 },
    kills: ['server'],
    faults: ['error', 'timeout_after_accept'],
  })
  expect([wrong, violations]).toEqual([0, []])
})
