import { expect, test } from 'vitest'
import { unsavedDraft } from './broadcast.ts'
import { costOf, holdoutSize, type Usage } from './cost.ts'

const usage: Usage = { limit: 3000, usage: 2000, schedule: 400, at: null, perObject: false, price: null }
const draft = (upToRemainingQuota: boolean, messages = 1) =>
  ({
    target: { limit: { max: null, upToRemainingQuota } },
    messages: Array.from({ length: messages }, () => ({ type: 'text', text: '' })),
  }) as unknown as Parameters<typeof costOf>[1]

test('a quota that is too small lacks a number of messages', () => {
  expect(costOf(usage, draft(false), 2000)).toEqual({ messages: 2000, short: 1400, left: 0 })
  expect(costOf(usage, draft(false), 600)).toEqual({ messages: 600, short: 0, left: 0 })
  expect(costOf({ ...usage, limit: null }, draft(false), 9000)).toEqual({ messages: 9000, short: 0, left: null })
})

test('a broadcast that takes what is left sends whole customers, and still names what is lacking', () => {
  expect(costOf(usage, draft(true), 2000)).toEqual({ messages: 600, short: 1400, left: 0 })
  expect(costOf({ ...usage, perObject: true }, draft(true, 5), 201)).toEqual({ messages: 600, short: 405, left: 0 })
})

test('a share of the people who are reached is held out from 500 on', () => {
  const heldOut = (share: number, people: number, notClicked = false) => {
    const target = { ...unsavedDraft().target, notClicked }
    return holdoutSize({ holdout: { share, offReason: null, repeatsId: null }, target }, people)
  }
  expect([heldOut(10, 499), heldOut(10, 500), heldOut(20, 3246), heldOut(0, 9000)]).toEqual([0, 50, 649, 0])
  // They all got the message before.
  expect(heldOut(10, 500, true)).toBe(0)
})
