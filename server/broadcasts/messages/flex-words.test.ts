import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { broadcastTemplates } from '@ruam/contract/broadcasts/templates.ts'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { expect, test } from 'vitest'
import { change, draft, type Scene, scene, schedule, settled } from '../../testing/broadcasts/broadcasts.testing.ts'
import { field } from '../../testing/customers/profiles.testing.ts'
import { customField } from '../../testing/things/fields.ts'

const text = (said: string) => ({ type: 'text', text: said })
const bubble = (contents: object[]) => ({ type: 'bubble', body: { type: 'box', layout: 'vertical', contents } })
const flex = (whole: object, words: { field_id: number; fallback: string }[]) => ({
  messages: [{ type: 'flex', alt_text: 'โปร', contents: JSON.stringify(whole), words }],
})
const customer = { field_id: field.firstName, fallback: 'ลูกค้า' }
const hello = bubble([
  text(`สวัสดี${WORD_MARK}`),
  { type: 'text', contents: [{ type: 'span', text: `${WORD_MARK} ได้ลด 15%` }] },
])

const name = (made: Scene, place: number, value: string | null) =>
  change(made, 'update profile set first_name = $3 where store_id = $1 and id = $2', [made.people[place]!.id, value])

/** Sends a flex message. Returns the contents that each friend got. */
async function sent(made: Scene, parts: object) {
  const { id } = await draft(made, parts)
  await schedule(made, id)
  expect((await settled(made, id)).counts.accepted).toBe(made.people.length)
  const got = made.state.accepted.filter(({ channelId }) => channelId === made.line.id)
  const contents = new Map(got.map(({ userId, message }) => [userId, (message as { contents: object }).contents]))
  return made.people.map(({ userId }) => contents.get(userId))
}

test('each friend gets a flex message with their own words in its texts and spans, and the fallback without a value', async () => {
  const made = await scene({ friends: 3 })
  await name(made, 0, 'มานี "นก" \\ ดี')
  await name(made, 1, null)
  await name(made, 2, 'שלום 😀\u0007')
  const seen = (said: string) =>
    bubble([text(`สวัสดี${said}`), { type: 'text', contents: [{ type: 'span', text: `${said} ได้ลด 15%` }] }])
  expect(await sent(made, flex(hello, [customer, customer]))).toEqual(['มานี "นก" \\ ดี', 'ลูกค้า', 'שלום 😀'].map(seen))
})

test('values are cut until LINE takes the size of a flex message', async () => {
  const made = await scene({ friends: 2 })
  await name(made, 0, 'ก'.repeat(4000))
  await name(made, 1, 'ข')
  const long = bubble([text('a'.repeat(29_600)), text(WORD_MARK), text(WORD_MARK)])
  const [cut, whole] = await sent(made, flex(long, [customer, customer]))
  expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(30_000)
  expect(JSON.stringify(cut)).toMatch(/"ก{10,}"/)
  expect(JSON.stringify(whole)).toContain('"ข"')
})

test('a mark without a word is refused when a draft is saved, one outside of a text and a missing fallback when it is sent', async () => {
  const made = await scene({ friends: 1 })
  const create = (parts: object) => made.store.try(broadcasts.create, { body: parts as never })
  expect((await create(flex(hello, [customer]))).body).toMatchObject({
    error: 'invalid_input',
    details: { fields: ['body.messages.0.contents'] },
  })
  const action = { type: 'uri', label: 'ดู', uri: `https://shop.example/${WORD_MARK}` }
  const refusals = [
    [flex(bubble([{ type: 'button', action }]), [customer]), 'contents'],
    [flex(hello, [customer, { ...customer, fallback: ' ' }]), 'words.1'],
    // An escape is no mark, and LINE would show it.
    [flex({ ...hello, altText: 1 }, [customer, customer]), 'contents.altText'],
  ] as const
  for (const [parts, place] of refusals) {
    const { id, updated_at: origin_time } = await draft(made, parts)
    const refused = await made.store.try(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
    expect(refused).toMatchObject({ status: 400, body: { error: 'broadcast_invalid' } })
    expect(refused.body.details!.fields).toContain(`body.messages.0.${place}`)
  }
})

test('the words of a flex message are judged like those of a text, and become their fallback in a template', async () => {
  const made = await scene({ friends: 1 })
  const own = await customField(made.store)
  const words = [customer, { field_id: own, fallback: 'กาแฟ "หอม"' }]
  const { id, messages } = await draft(made, flex(hello, words))
  const template = await made.store.call(broadcastTemplates.create, { body: { name: 'การ์ด', messages } })
  await schedule(made, id, { schedule: { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString() } })
  await made.store.call(profileFields.delete, { params: { id: String(own) }, query: {} })
  await change(made, 'update broadcast set due_at = now() where store_id = $1')
  expect(await settled(made, id)).toMatchObject({ sub_status: 'paused', reason: 'word' })
  const shown = await made.store.call(broadcastTemplates.get, { params: { id: String(template.id) } })
  expect(shown).toMatchObject({ closed_words: 1, messages: [{ words: [customer] }] })
  const { contents } = shown.messages[0] as { contents: string }
  expect(JSON.parse(contents).body.contents[1].contents[0].text).toBe('กาแฟ "หอม" ได้ลด 15%')
  const foreign = await customField((await scene({ friends: 1 })).store)
  const refused = await made.store.try(broadcasts.create, {
    body: flex(hello, [customer, { field_id: foreign, fallback: 'ก' }]) as never,
  })
  expect(refused.status).toBe(404)
})
