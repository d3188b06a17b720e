import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { media } from '@ruam/contract/broadcasts/media.ts'
import { expect, test } from 'vitest'
import { addCoupon } from '../../../tools/line/coupon-calls.ts'
import {
  type draft,
  draft as drafted,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { paintedPicture } from '../../testing/broadcasts/picture.testing.ts'

const textOf = (text: string) => ({
  type: 'bubble',
  body: { type: 'box', layout: 'vertical', contents: [{ type: 'text', text }] },
})
const bubble = textOf('ลดฤดูหนาว 15%')
const picture = { type: 'image', url: 'https://shop.example/a.jpg' }
const action = (label: string, type: 'uri' | 'message' | 'postback', value: string) => ({ label, type, value })

/** Sends messages and returns what LINE accepted for one friend. */
async function sent(made: Scene, more: Parameters<typeof draft>[1]) {
  const { id } = await drafted(made, more)
  await schedule(made, id)
  expect((await settled(made, id)).status).toBe('published')
  return made.state.accepted.filter(({ channelId }) => channelId === made.line.id).map(({ message }) => message)
}

test('every kind of message is accepted by LINE as its description has it', async () => {
  const made = await scene({ friends: 1, channel: { quota: null } })
  const picture = (await made.store.upload(media.upload, 'a.png', await paintedPicture(9, 9))).body
  const buttons = [
    action('ดูสินค้า', 'uri', 'https://shop.example'),
    action('จอง', 'message', 'จอง'),
    action('ถาม', 'postback', 'a=1'),
  ]
  const messages = [
    { type: 'text', text: 'สวัสดี 😀' },
    { type: 'image', ...picture },
    { type: 'sticker', package_id: '446', sticker_id: '1988' },
    { type: 'location', title: 'ร้าน', address: 'เชียงใหม่', latitude: 18.79, longitude: 98.98 },
    { type: 'coupon', coupon_code: addCoupon(made.state, made.line.id).couponId },
  ]
  const first = await sent(made, { messages, quick_replies: buttons })
  expect(first.map((one) => (one as { type: string }).type)).toEqual(messages.map(({ type }) => type))
  expect(first.at(-1)).toMatchObject({ quickReply: { items: { length: 4 } } })
  const others = [
    { type: 'template', alt_text: 'โปร', title: 'ลดราคา', text: 'ถึงสิ้นเดือน', actions: buttons },
    { type: 'template', alt_text: 'โปร', title: '', text: 'ก'.repeat(160), actions: buttons.slice(0, 1) },
    { type: 'flex', alt_text: 'โปร', contents: JSON.stringify(bubble) },
    { type: 'flex', alt_text: 'โปร', contents: JSON.stringify({ type: 'carousel', contents: [bubble, bubble] }) },
  ]
  const second = (await sent(made, { messages: others, stop_reply: false })).slice(first.length)
  expect(second).toMatchObject([
    {
      template: {
        type: 'buttons',
        title: 'ลดราคา',
        actions: [{ uri: expect.stringMatching(/^https:\/\/media\.example\/l\//) }, { text: 'จอง' }, { data: 'a=1' }],
      },
    },
    { template: { actions: { length: 1 } } },
    { contents: bubble },
    { contents: { type: 'carousel' } },
  ])
  expect(JSON.stringify(second)).not.toContain('quickReply')
})

test('a picture of the store in a flex message is kept, and sent with its public address', async () => {
  const made = await scene({ friends: 1, channel: { quota: null } })
  const { preview_name } = (await made.store.upload(media.upload, 'a.png', await paintedPicture(9, 9))).body
  const messageWith = (name: string) => ({
    ...{ type: 'flex', alt_text: 'โปร' },
    contents: JSON.stringify({ ...bubble, hero: { type: 'image', url: `/media/${name}`, size: 'full' } }),
  })
  const [flex] = await sent(made, { messages: [messageWith(preview_name)], stop_reply: false })
  expect(flex).toMatchObject({ contents: { hero: { url: `https://media.example/media/${preview_name}` } } })
  await expect(drafted(made, { messages: [messageWith('a'.repeat(43))] })).rejects.toThrow('not_found')
})

test.each([
  [
    'a flex message of 50 kB',
    { type: 'flex', alt_text: 'x', contents: JSON.stringify(textOf('x'.repeat(50_000))) },
    'contents',
  ],
  [
    'a wrong colour in a flex message',
    {
      type: 'flex',
      alt_text: 'x',
      contents: JSON.stringify({ ...bubble, hero: { ...picture, backgroundColor: 'red' } }),
    },
    'contents.hero.backgroundColor',
  ],
  ['a card without a button', { type: 'template', alt_text: 'x', title: '', text: 'x', actions: [] }, 'actions'],
  ['a picture that was never uploaded', { type: 'image', name: null, preview_name: null }, 'name'],
  [
    'a link without https',
    { type: 'template', alt_text: 'x', title: '', text: 'x', actions: [action('ก', 'uri', 'http://a.example')] },
    'actions.0.value',
  ],
])('%s is refused at its field', async (_, message, field) => {
  const made = await scene({ friends: 1 })
  const { id, updated_at: origin_time } = await drafted(made, { messages: [message] })
  const refused = await made.store.try(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
  expect(refused).toMatchObject({ status: 400, body: { details: { fields: [`body.messages.0.${field}`] } } })
})
