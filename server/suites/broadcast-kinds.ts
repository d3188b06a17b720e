import type { Imagemap } from '@ruam/contract/broadcasts/imagemap.ts'
import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { paintedPicture } from '../testing/broadcasts/picture.testing.ts'

interface Pictures {
  image: Pick<Extract<Message, { type: 'image' }>, 'name' | 'preview_name'>
  imagemap: Pick<Imagemap, 'name' | 'height'>
}

const button = { label: 'ดูสินค้า', type: 'uri', value: 'https://shop.example/b' } as const
const area = { x: 0, y: 0, width: 1040, height: 520, ...button, value: 'https://shop.example/c' }
const bubble = {
  type: 'bubble',
  body: { type: 'box', layout: 'vertical', contents: [{ type: 'text', text: 'ลดฤดูหนาว 15%' }] },
}

/** A message of each kind. */
export const messageOfEachKind = ({ image, imagemap }: Pictures): Message[] =>
  Object.values({
    text: { type: 'text', text: 'ลดราคา https://shop.example/a' },
    image: { type: 'image', ...image },
    imagemap: { type: 'imagemap', ...imagemap, alt_text: 'โปร', template: null, areas: [area] },
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

/** Uploads a picture in the sizes of each kind of message. */
export async function uploadPictures(address: string, token: string): Promise<Pictures> {
  const upload = async (path: string): Promise<unknown> => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await paintedPicture(64, 64))]), 'a.png')
    const reply = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    if (!reply.ok) throw new Error(`The picture was answered with ${reply.status}: ${await reply.text()}`)
    return reply.json()
  }
  return { image: await upload('/media'), imagemap: await upload('/media/rich') } as Pictures
}
