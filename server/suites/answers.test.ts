import { expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { connectLine, inboxEmpty, postEvents, testLine } from '../testing/channels/line.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'
import { type AnswerStage, conversations, faultsOf, playConversations, setUpAnswers } from './answers-play.ts'

test('conversations get answers by reply alone: none in a group, none after a stop, none with another person’s value', async () => {
  const { state } = await testLine()
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const { admin } = await testServer()
  const random = randomOf(61)
  const stage: AnswerStage = {
    ...{ client: store, state, channel: line, account: account.id },
    ask: async (text, values) => (await admin.query(text, values as unknown[])).rows,
    async deliver(events) {
      expect(await postEvents(line, account.webhook.url, events)).toBe(200)
    },
    async settled() {
      await inboxEmpty(store.storeId)
      await until(async () => {
        const waiting = "select from answer_given where store_id = $1 and outcome = 'waiting' limit 1"
        return (await admin.query(waiting, [store.storeId])).rows.length === 0
      })
    },
  }
  await setUpAnswers(stage)
  const all = await conversations(stage, random, 24)
  await playConversations(stage, random, all, 4)
  const { replies, valued, faults } = await faultsOf(stage, all)
  expect(faults).toEqual([])
  expect(replies).toBeGreaterThan(20)
  expect(valued).toBeGreaterThan(0)
})
