import type { Imagemap } from '@ruam/contract/broadcasts/imagemap.ts'
import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { paintedPicture } from '../testing/broadcasts/picture.testing.ts'
import { newSound, newVideo } from '../testing/broadcasts/recording.testing.ts'

type OfKind<Kind extends Message['type']> = Extract<Message, { type: Kind }>

/** Things that messages show by reference: files of ours, and a coupon of LINE's. */
interface Shown {
  image: OfKind<'image'>
  imagemap: Imagemap
  video: OfKind<'video'>
  audio: OfKind<'audio'>
  coupon: OfKind<'coupon'>
}

const button = { label: 'ดูสินค้า', type: 'uri', value: 'https://shop.example/b' } as const
const area = { x: 0, y: 0, width: 1040, height: 520, ...button, value: 'https://shop.example/c' }
const bubble = {
  type: 'bubble',
  body: { type: 'box', layout: 'vertical', contents: [{ type: 'text', text: 'ลดฤดูหนาว 15%' }] },
}

/** A message of each kind. */
export const messageOfEachKind = (shown: Shown): Message[] =>
  Object.values({
    text: { type: 'text', text: 'ลดราคา https://shop.example/a' },
    sticker: { type: 'sticker', package_id: '446', sticker_id: '1988' },
    location: { type: 'location', title: 'ร้าน', address: 'เชียงใหม่', latitude: 18.79, longitude: 98.98 },
    ...shown,
    template: { type: 'template', alt_text: 'โปร', title: 'ลดราคา', text: 'ถึงสิ้นเดือน', actions: [button] },
    flex: { type: 'flex', alt_text: 'โปร', contents: JSON.stringify(bubble) },
  } satisfies { [Kind in Message['type']]: Extract<Message, { type: Kind }> })

/** Word for friends who are not customers. */
export const FALLBACK = 'ลูกค้า'
const words = [{ field_id: 1, fallback: FALLBACK }]

/** The messages of a round: a text with a link, and others. Texts of personal ones hold the name. */
export function messagesOf(text: string, extra: readonly Message[], personal: boolean): Message[] {
  const link = 'https://shop.example/a'
  if (!personal) return [{ type: 'text', text: `${text} ${link}` }, ...extra]
  return [
    { type: 'text', text: `${text} ${WORD_MARK} ${link}`, words },
    ...extra.map((one) => (one.type === 'template' ? { ...one, text: `${one.text} ${WORD_MARK}`, words } : one)),
  ]
}

interface Uploaded {
  name: string
  preview_name: string
  duration: number
  height: number
}

/** Uploads a file for messages. */
async function upload(address: string, token: string, path: string, content: Buffer): Promise<Uploaded> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), 'a')
  const reply = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (!reply.ok) throw new Error(`The file was answered with ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Uploaded
}

/** Uploads a file of each kind. `coupon_code`: a coupon that is running at LINE. */
export async function uploadFiles(address: string, token: string, coupon_code: string): Promise<Shown> {
  const { name, preview_name } = await upload(address, token, '/media', await paintedPicture(64, 64))
  const rich = await upload(address, token, '/media/rich', await paintedPicture(64, 64))
  const video = await upload(address, token, '/media/video', newVideo({ seconds: 5 }))
  const audio = await upload(address, token, '/media/audio', newSound(5))
  return {
    image: { type: 'image', name, preview_name },
    imagemap: {
      type: 'imagemap',
      name: rich.name,
      height: rich.height,
      alt_text: 'โปร',
      template: null,
      areas: [area],
    },
    video: { type: 'video', name: video.name, preview_name },
    audio: { type: 'audio', name: audio.name, duration: audio.duration },
    coupon: { type: 'coupon', coupon_code },
  }
}
