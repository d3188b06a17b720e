import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { media, pictureWidths } from '@ruam/contract/broadcasts/media.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { purge } from '../../jobs/purge.ts'
import {
  change,
  draft,
  read,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { paintedPicture } from '../../testing/broadcasts/picture.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { publicFile } from '../../testing/things/broadcasts.ts'

const uploaded = async (store: TestStore, width: number, height: number) =>
  store.upload(media.uploadRich, 'ดริปแบ็ก.png', await paintedPicture(width, height))

async function open(name: string, width: number | string) {
  const { app } = await testServer()
  return app.inject({ method: 'GET', url: `/media/${name}/${width}` })
}

const link = { label: 'ดูรสชาติ', type: 'uri', value: 'https://shop.example/drip' }
const two = [
  { x: 0, y: 0, width: 1040, height: 520, ...link },
  { x: 0, y: 520, width: 520, height: 520, label: '', type: 'message', value: 'จองดริปแบ็ก' },
  { x: 520, y: 520, width: 520, height: 520, label: 'โลโก้', type: 'none', value: '' },
]
const richMessage = (name: string | null, more: object = {}) => ({
  type: 'imagemap',
  name,
  height: 1040,
  alt_text: 'ดริปแบ็กฤดูหนาว',
  template: null,
  areas: two,
  ...more,
})

describe('the picture of a rich message', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await newStore()
  })

  test('is stored in the five widths of LINE, also if it is smaller', async () => {
    const { body } = await uploaded(store, 600, 900)
    expect(body.height).toBe(1560)
    const sizes = []
    for (const width of pictureWidths) sizes.push(await sharp((await open(body.name, width)).rawPayload).metadata())
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual(
      pictureWidths.map((width) => ['jpeg', width, width * 1.5]),
    )
    const { headers } = await open(body.name, 1040)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  test('is turned upright before its shape is judged', async () => {
    const turned = await sharp(await paintedPicture(1200, 700, 'jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await store.upload(media.uploadRich, 'a.jpg', turned)).body).toMatchObject({ height: 1783 })
  })

  test.each([
    ['lower than half of its width', 1040, 500],
    ['taller than twice its width', 300, 640],
    ['a line', 1, 4000],
  ])('is refused if it is %s', async (_, width, height) => {
    const { status, body } = await uploaded(store, width, height)
    expect([status, body.error]).toEqual([400, 'picture_shape'])
  })

  test('has no other width, and no address without one', async () => {
    const { body } = await uploaded(store, 50, 50)
    expect((await open(body.name, 500)).statusCode).toBe(400)
    const { app } = await testServer()
    expect((await app.inject({ method: 'GET', url: `/media/${body.name}` })).statusCode).toBe(404)
  })

  test('cannot be a plain picture, nor that of another store', async () => {
    const made = await scene({ friends: 1 })
    const plain = (await made.store.upload(media.upload, 'a.png', await paintedPicture(9, 9))).body
    const { name } = (await uploaded(store, 50, 50)).body
    for (const wrong of [plain.name, name]) {
      const body = { messages: [richMessage(wrong)] } as never
      expect(await made.store.try(broadcasts.create, { body })).toMatchObject({ status: 404 })
    }
    const mine = (await uploaded(made.store, 50, 50)).body.name
    const body = { messages: [{ type: 'image', name: mine, preview_name: mine }] } as never
    expect(await made.store.try(broadcasts.create, { body })).toMatchObject({ status: 404 })
  })

  test('stays while a broadcast shows it, in all widths, and is purged a day after it is shown no more', {
    tags: ['verify'],
  }, async () => {
    const made = await scene({ friends: 1 })
    const [shown, left] = [(await uploaded(made.store, 50, 50)).body, (await uploaded(made.store, 50, 50)).body]
    await draft(made, { messages: [richMessage(shown.name)] })
    await change(made, `update media set used_at = now() - interval '2 days' where store_id = $1`)
    await purge(await coreOf(made.store))
    const status = []
    for (const { name } of [shown, left])
      for (const width of pictureWidths) status.push((await open(name, width)).statusCode)
    expect(status).toEqual([...pictureWidths.map(() => 200), ...pictureWidths.map(() => 404)])
  })
})

test('a rich message is sent with its areas, short links and the address that LINE adds widths to', async () => {
  const made = await scene({ friends: 1 })
  const { name } = (await uploaded(made.store, 80, 80)).body
  const { id } = await draft(made, { messages: [richMessage(name)] })
  await schedule(made, id)
  expect((await settled(made, id)).status).toBe('published')
  const { message } = made.state.accepted.findLast(({ channelId }) => channelId === made.line.id)!
  const { links } = await read(made, id)
  expect(links.map(({ target }) => target)).toEqual([link.value])
  expect(message).toMatchObject({
    type: 'imagemap',
    baseUrl: `https://media.example/media/${name}`,
    altText: 'ดริปแบ็กฤดูหนาว',
    baseSize: { width: 1040, height: 1040 },
    actions: [
      { type: 'uri', linkUri: links[0]!.address, label: 'ดูรสชาติ', area: { x: 0, y: 0, width: 1040, height: 520 } },
      { type: 'message', text: 'จองดริปแบ็ก', area: { x: 0, y: 520, width: 520, height: 520 } },
    ],
  })
  expect(await open(new URL((message as { baseUrl: string }).baseUrl).pathname.split('/')[2]!, 460)).toMatchObject({
    statusCode: 200,
  })
})

const area = { x: 0, y: 0, width: 100, height: 100, label: '', type: 'message', value: 'จอง' }
const row = (count: number) => Array.from({ length: count }, (_, index) => ({ ...area, x: index * 20, width: 20 }))

/** Faults and the place that each names, below the message. */
const faults: readonly (readonly [title: string, message: object, place: string])[] = [
  ['no picture', { name: null, height: null }, 'name'],
  ['a picture without its height', { height: null }, 'name'],
  ['a picture that is not square under a template', { template: 'two', height: 1300 }, 'height'],
  ['no text for lists', { alt_text: ' ' }, 'alt_text'],
  ['a text for lists of 1,501 letters', { alt_text: 'ก'.repeat(1501) }, 'alt_text'],
  ['no area', { areas: [] }, 'areas'],
  ['areas that all do nothing', { areas: [{ ...area, type: 'none' }] }, 'areas'],
  ['51 areas', { areas: row(51) }, 'areas'],
  ['an area that ends right of the picture', { areas: [area, { ...area, x: 1000 }] }, 'areas.1'],
  ['an area that ends below the picture', { areas: [{ ...area, y: 941 }] }, 'areas.0'],
  ['an area that begins left of the picture', { areas: [{ ...area, x: -1 }] }, 'areas.0'],
  ['an area that begins above the picture', { areas: [{ ...area, y: -1 }] }, 'areas.0'],
  ['an area below a picture that is not square', { height: 700, areas: [{ ...area, y: 650 }] }, 'areas.0'],
  ['an area without width', { areas: [{ ...area, width: 0 }] }, 'areas.0'],
  ['an area of negative height', { areas: [{ ...area, height: -5 }] }, 'areas.0'],
  ['areas that overlap by a pixel', { areas: [area, { ...area, x: 99, y: 99 }] }, 'areas.1'],
  ['a label of 51 letters', { areas: [{ ...area, label: 'ก'.repeat(51) }] }, 'areas.0.label'],
  ['an empty link', { areas: [{ ...area, type: 'uri', value: '' }] }, 'areas.0.value'],
  ['a link without https', { areas: [{ ...area, type: 'uri', value: 'http://a.example' }] }, 'areas.0.value'],
  ['a link that is a script', { areas: [{ ...area, type: 'uri', value: 'javascript:alert(1)' }] }, 'areas.0.value'],
  [
    'a link of 1,001 letters',
    { areas: [{ ...area, type: 'uri', value: `https://a.example/${'x'.repeat(983)}` }] },
    'areas.0.value',
  ],
  [
    'a coupon that was not chosen',
    { areas: [{ ...area, type: 'coupon', value: 'ลด 30 บาท', coupon_code: '' }] },
    'areas.0.coupon_code',
  ],
  ['an empty text', { areas: [{ ...area, value: '\n' }] }, 'areas.0.value'],
  ['a text of 401 letters', { areas: [{ ...area, value: 'ก'.repeat(401) }] }, 'areas.0.value'],
]

describe('a rich message is refused at its place', () => {
  let made: Scene
  let name: string
  beforeAll(async () => {
    made = await scene({ friends: 1 })
    name = await publicFile(made.store, 1040)
  })

  test.each(faults)('for %s', async (_, more, place) => {
    const { id, updated_at: origin_time } = await draft(made, { messages: [richMessage(name, more)] })
    const refused = await made.store.try(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
    expect(refused).toMatchObject({ status: 400, body: { details: { fields: [`body.messages.0.${place}`] } } })
  })

  test.each([
    ['50 areas side by side', { areas: row(50) }],
    ['areas that touch', { areas: [area, { ...area, x: 100 }, { ...area, y: 100 }] }],
    [
      'a text of 400 letters and a link of LINE',
      {
        areas: [
          { ...area, value: 'ก'.repeat(400) },
          { ...two[0], y: 200, value: 'line://nv/chat' },
        ],
      },
    ],
  ])('and is sent with %s', async (_, more) => {
    const { id } = await draft(made, { messages: [richMessage(name, more)] })
    await schedule(made, id)
    expect((await settled(made, id)).status).toBe('published')
  })
})
