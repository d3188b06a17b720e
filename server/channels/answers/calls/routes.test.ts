import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { answers, answerWords } from '@ruam/contract/channels/answers.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type AnswerScene, answerScene, text } from '../../../testing/channels/answers.testing.ts'
import { field, madeProfile } from '../../../testing/customers/profiles.testing.ts'

let made: AnswerScene
beforeEach(async () => {
  made = await answerScene()
})
const list = async () => (await made.store.call(answers.list, { params: { id: made.id } })).results
const create = (body: object) =>
  made.store.try(answers.create, { params: { id: made.id }, body: { messages: [text('สวัสดี')], ...body } as never })

describe('answers of an account', () => {
  test('are listed with greetings first, keywords in their order and the fallback last, and are ordered as a whole', async () => {
    await made.create({ kind: 'fallback', name: 'อื่น ๆ' })
    const [first, second] = [await made.keyword('ราคา', ['ราคา']), await made.keyword('สาขา', ['สาขา'])]
    await made.create({ kind: 'greeting', name: 'เพื่อนใหม่' })
    expect((await list()).map(({ name }) => name)).toEqual(['เพื่อนใหม่', 'ราคา', 'สาขา', 'อื่น ๆ'])
    const order = (ids: number[]) => made.store.try(answers.order, { params: { id: made.id }, body: { ids } })
    expect((await order([second.id, first.id])).status).toBe(204)
    expect((await list()).map(({ name, place }) => [name, place])).toEqual([
      ...[
        ['เพื่อนใหม่', null],
        ['สาขา', 1],
        ['ราคา', 2],
        ['อื่น ๆ', null],
      ],
    ])
    expect((await order([second.id])).body).toMatchObject({ error: 'answer_order' })
  })

  test('are there once for each kind and name, and are refused with each part that LINE would refuse', async () => {
    await made.create({ kind: 'greeting', name: 'เพื่อนใหม่' })
    expect((await create({ kind: 'greeting', name: 'อีกคำ' })).body).toMatchObject({ error: 'answer_kind_taken' })
    expect((await create({ kind: 'fallback', name: 'เพื่อนใหม่' })).body).toMatchObject({ error: 'name_taken' })
    expect((await create({ kind: 'keyword', name: 'ไม่มีคำ' })).body).toMatchObject({
      error: 'answer_invalid',
      details: { fields: ['body.variants'] },
    })
    expect(
      (await create({ kind: 'fallback', name: 'ว่าง', messages: [text(' ')], hands_over: true })).body,
    ).toMatchObject({
      error: 'answer_invalid',
      details: { fields: ['body.messages.0.text', 'body.hands_over'] },
    })
  })

  test('are changed over the version that was read, and deleted', async () => {
    const { id: answer, updated_at: origin_time } = await made.keyword('ราคา', ['ราคา'])
    const params = { id: made.id, answer_id: String(answer) }
    const body = { name: 'ราคาใหม่', variants: ['ราคา', 'บาท'], messages: [text('100 บาท')], origin_time }
    expect((await made.store.call(answers.update, { params, body })).variants).toEqual(['ราคา', 'บาท'])
    expect((await made.store.try(answers.update, { params, body })).body).toMatchObject({ error: 'stale_edit' })
    await made.store.call(answers.delete, { params })
    expect(await list()).toEqual([])
  })

  test('are tried by the code that answers: the keyword, what else matches, the hour, and a customer’s own values', async () => {
    const words = [{ field_id: field.firstName, fallback: 'ลูกค้า' }]
    await made.keyword('แต้ม', ['แต้ม'], { messages: [{ ...text(`คุณ${WORD_MARK}`), words }], quick_replies: ['สาขา'] })
    await made.keyword('สาขา', ['สาขา'])
    const { id: profile_id } = await madeProfile(made.store, { [field.firstName]: 'ญาดา' })
    const attempt = (body: object, who: { try: typeof made.store.try } = made.store) =>
      who.try(answers.test, { params: { id: made.id }, body: { text: 'แลกแต้มที่สาขาไหน', ...body } })
    expect((await attempt({ profile_id })).body).toMatchObject({
      reason: 'keyword',
      answer: { name: 'แต้ม', place: 1 },
      variant: 'แต้ม',
      others: [{ name: 'สาขา', place: 2, variant: 'สาขา' }],
      open: null,
      messages: [{ text: 'คุณญาดา' }],
      values: [{ field_id: field.firstName, value: 'ญาดา' }],
      quick_replies: ['สาขา'],
      quota: 0,
    })
    expect((await attempt({})).body).toMatchObject({ messages: [{ text: 'คุณลูกค้า' }] })
    expect((await attempt({ text: 'ยกเลิกรับข่าวสาร' })).body).toMatchObject({ reason: 'stop_word', answer: null })
    expect((await attempt({ text: 'อื่น ๆ' })).body).toMatchObject({ reason: 'nothing', answer: null, messages: [] })
    const reader = await made.store.member(permissions.filter((each) => each !== 'cdp-core.profile.read'))
    expect((await attempt({ profile_id }, reader as never)).status).toBe(403)
  })

  test('show the opening times to everybody, and the last visit to the customer alone', async () => {
    const words = [
      { field_id: answerWords.opening_hours, fallback: 'ปิด' },
      { field_id: answerWords.last_visit, fallback: 'นานแล้ว' },
    ]
    await made.keyword('เวลา', ['กี่โมง'], { messages: [{ ...text(`เปิด ${WORD_MARK} มาล่าสุด ${WORD_MARK}`), words }] })
    const hours = Array.from({ length: 7 }, (_, day) => (day === 6 ? [] : [{ from: '07:00', to: '20:00' }]))
    await made.store.call(answers.hours, { params: { id: made.id }, body: { hours, origin_time: null } })
    const { id: profile_id } = await madeProfile(made.store, { [field.firstName]: 'ญาดา' })
    await made.store.call(profileActivities.visit, { params: { id: String(profile_id) }, body: {} })
    const read = async (body: object) =>
      (await made.store.call(answers.test, { params: { id: made.id }, body: { text: 'เปิดกี่โมง', ...body } })).messages
    // A Friday and a Sunday at noon in Bangkok.
    expect(await read({ profile_id, at: '2026-11-27T05:00:00Z' })).toMatchObject([
      { text: expect.stringMatching(/^เปิด 07:00–20:00 มาล่าสุด \d+ \S+ 25\d\d$/) },
    ])
    expect(await read({ at: '2026-11-29T05:00:00Z' })).toMatchObject([{ text: 'เปิด ปิด มาล่าสุด นานแล้ว' }])
  })
})
