import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { paintedPicture } from '../testing/broadcasts/picture.testing.ts'

type Picture = Pick<Extract<Message, { type: 'image' }>, 'name' | 'preview_name'>

const button = { label: 'ดูสินค้า', type: 'uri', value: 'https://shop.example/b' } as const
const bubble = {
  type: 'bubble',
  body: { type: 'box', layout: 'vertical', contents: [{ type: 'text', text: 'ลดฤดูหนาว 15%' }] },
}

/** A message of each kind. */
export const messageOfEachKind = (picture: Picture): Message[] =>
  Object.values({
    text: { type: 'text', text: 'ลดราคา https://shop.example/a' },
    image: { type: 'image', ...picture },
    sticker: { type: 'sticker', package_id: '446', sticker_id: '1988' },
    location: { type: 'location', title: 'ร้าน', address: 'เชียงใหม่', latitude: 18.79, longitude: 98.98 },
    coupon: { type: 'coupon', coupon_code: '01JYNW8JMQVFBNWF1APF8Z3FS7' },
    template: { type: 'template', alt_text: 'โปร', title: 'ลดราคา', text: 'ถึงสิ้นเดือน', actions: [button] },
    flex: { type: 'flex', alt_text: 'โปร', contents: JSON.stringify(bubble) },
  } satisfies { [Kind in Message['type']]: Extract<Message, { type: Kind }> })

const words = [{ field_id: 1, fallback: 'ลูกค้า' }]

/** The messages of a round: a text with a link, and others. Texts of personal ones hold the name. */
export function messagesOf(text: string, extra: readonly Message[], personal: boolean): Message[] {
  const link = 'https://shop.example/a'
  if (!personal) return [{ type: 'text', text: `${text} ${link}` }, ...extra]
  return [
    { type: 'text', text: `${text} ${WORD_MARK} ${link}`, words },
    ...extra.map((one) => (one.type === 'template' ? { ...one, text: `${one.text} ${WORD_MARK}`, words } : one)),
  ]
}

/** Uploads a picture for messages. */
export async function uploadPicture(address: string, token: string): Promise<Picture> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await paintedPicture(64, 64))]), 'a.png')
  const reply = await fetch(`${address}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (!reply.ok) throw new Error(`The picture was answered with ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Picture
}
