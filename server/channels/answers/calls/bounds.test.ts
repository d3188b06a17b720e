import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { answers } from '@ruam/contract/channels/answers.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { follow, textMessage } from '../../../../tools/line/webhooks.ts'
import { type AnswerScene, answerScene, text } from '../../../testing/channels/answers.testing.ts'
import { erase } from '../../../testing/customers/profile-erasure.testing.ts'
import { rowsOf } from '../../../testing/customers/profiles.testing.ts'
import { testServer } from '../../../testing/store.testing.ts'
import { customField } from '../../../testing/things/fields.ts'

let made: AnswerScene
beforeEach(async () => {
  made = await answerScene()
})
const say = (userId: string, words: string) => textMessage(made.state, userId, words)
const kinds = async () => (await made.outcomes()).map(({ outcome }) => outcome)
const always = Array.from({ length: 7 }, () => [{ from: '00:00', to: '00:00' }])
const never = Array.from({ length: 7 }, () => [])

describe('an answer', () => {
  test('without a keyword comes once a day for each person, within the opening times and outside of them', async () => {
    const { store, id } = made
    await made.create({ kind: 'fallback', name: 'อื่น ๆ', messages: [text('ขอตรวจสอบสักครู่')] })
    await made.create({ kind: 'outside_hours', name: 'ปิด', messages: [text('ร้านปิดแล้ว')] })
    const [one, other] = [made.friend(), made.friend()]
    const { hours_updated_at } = await store.call(answers.hours, {
      params: { id },
      body: { hours: always, origin_time: null },
    })
    await made.post(say(one, 'มีใครอยู่ไหม'), say(one, 'ฮัลโหล'), say(other, 'ฮัลโหล'))
    expect(await kinds()).toEqual(['given', 'none', 'given'])
    await store.call(answers.hours, { params: { id }, body: { hours: never, origin_time: hours_updated_at } })
    await made.post(say(one, 'ฮัลโหล'), say(one, 'ฮัลโหล'))
    expect(await kinds()).toEqual(['given', 'none', 'given', 'given', 'none'])
    expect(made.texts()).toEqual(['ขอตรวจสอบสักครู่', 'ขอตรวจสอบสักครู่', 'ร้านปิดแล้ว'])
  })

  test('pauses all others for an hour if it hands the chat over, and makes a follow-up of today for staff', async () => {
    await made.keyword('คุยกับร้าน', ['คุยกับร้าน'], { hands_over: true })
    await made.keyword('ราคา', ['ราคา'])
    const userId = made.friend()
    await made.post(say(userId, 'คุยกับร้าน'), say(userId, 'ราคา'))
    expect(await kinds()).toEqual(['given', 'paused'])
    const { data } = await made.store.call(profileActivities.followUps, { query: {} })
    expect(data).toMatchObject([{ text: 'ลูกค้าขอคุยกับร้านทาง LINE' }])
    const { admin } = await testServer()
    await admin.query("update answer_chat set paused_until = now() - interval '1 minute' where store_id = $1", [
      made.store.storeId,
    ])
    await made.post(say(userId, 'ราคา'))
    expect(await kinds()).toEqual(['given', 'paused', 'given'])
  })

  test('comes five times a minute for one person who writes its keyword 100 times', async () => {
    await made.keyword('ราคา', ['ราคา'])
    const userId = made.friend()
    const timestamp = Date.now()
    await made.post(...Array.from({ length: 100 }, () => ({ ...say(userId, 'ราคา'), timestamp })))
    const found = await kinds()
    expect(found).toHaveLength(100)
    // On a slow machine, tokens may end before.
    expect(found.every((outcome) => ['given', 'many', 'late'].includes(outcome))).toBe(true)
    expect(made.replies().length).toBeLessThanOrEqual(5)
  })

  test('is tried once more by the same token if its call has no answer, and reaches the customer once', async () => {
    await made.keyword('ราคา', ['ราคา'])
    made.state.faults.push({ path: 'accept:/v2/bot/message/reply', kind: 'timeout_after_accept', times: 1 })
    await made.post(say(made.friend(), 'ราคา'))
    expect(await kinds()).toEqual(['given'])
    expect(made.replies()).toHaveLength(1)
    made.state.faults.push({ path: '/v2/bot/message/reply', kind: 'error', times: 1 })
    await made.post(say(made.friend(), 'ราคา'))
    expect(await kinds()).toEqual(['given', 'given'])
    made.state.faults.push({ path: '/v2/bot/message/reply', kind: 'too_many', times: 3 })
    await made.post(say(made.friend(), 'ราคา'))
    expect(await kinds()).toEqual(['given', 'given', 'given'])
    expect(made.replies()).toHaveLength(3)
    made.state.faults.push({ path: '/v2/bot/message/reply', kind: 'error', times: 2 })
    await made.post(say(made.friend(), 'ราคา'))
    expect(await kinds()).toEqual(['given', 'given', 'given', 'unknown'])
    expect(made.replies()).toHaveLength(3)
  })

  test('shows its fallback once a field is sensitive, names the fault, and notifies staff once', async () => {
    const { store, id } = made
    const fieldId = await customField(store)
    const words = [{ field_id: fieldId, fallback: 'แต้มของคุณ' }]
    await made.keyword('แต้ม', ['แต้ม'], { messages: [{ ...text(`มี${WORD_MARK}`), words }] })
    const { admin } = await testServer()
    await admin.query('update profile_field set sensitive = true where store_id = $1 and id = $2', [
      store.storeId,
      fieldId,
    ])
    await made.post(say(made.friend(), 'แต้ม'), say(made.friend(), 'แต้ม'))
    await made.outcomes()
    expect(made.texts()).toEqual(['มีแต้มของคุณ', 'มีแต้มของคุณ'])
    const { results } = await store.call(answers.list, { params: { id } })
    expect(results).toMatchObject([{ fault: 'word' }])
    const { data } = await store.call(notifications.list, { query: {} })
    expect(data.filter(({ kind }) => kind === 'answer_words')).toHaveLength(1)
  })

  test('leaves nothing of an erased person, and comes no more until they follow the account again', async () => {
    const { store } = made
    await made.keyword('ราคา', ['ราคา'])
    const userId = made.friend()
    await made.post(say(userId, 'ราคา'))
    expect(await kinds()).toEqual(['given'])
    const held = 'select from answer_chat where store_id = $1 and external_id = $2'
    expect(await rowsOf(store, held, userId)).toHaveLength(1)
    const [profile] = await rowsOf<{ id: number }>(
      store,
      'select id from profile where store_id = $1 and line_user_id = $2',
      userId,
    )
    await erase(store, profile!.id)
    expect(await rowsOf(store, held, userId)).toEqual([])
    await made.post(say(userId, 'ราคา'))
    expect(await kinds()).toEqual(['given'])
    await made.post(follow(made.state, userId), say(userId, 'ราคา'))
    expect(await kinds()).toEqual(['given', 'given'])
  })
})
