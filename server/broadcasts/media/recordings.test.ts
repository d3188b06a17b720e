import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { media } from '@ruam/contract/broadcasts/media.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { purge } from '../../jobs/purge.ts'
import { change, draft, scene, schedule, settled } from '../../testing/broadcasts/broadcasts.testing.ts'
import { paintedPicture } from '../../testing/broadcasts/picture.testing.ts'
import { newSound, newVideo } from '../../testing/broadcasts/recording.testing.ts'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const video = (content: Buffer, of = store) => of.upload(media.uploadVideo, 'วิดีโอ.mp4', content)
const audio = (content: Buffer, of = store) => of.upload(media.uploadAudio, 'เสียง.mp3', content)

async function open(name: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const { app } = await testServer()
  return app.inject({ method, url: `/media/${name}`, headers })
}

describe('a stored recording', () => {
  test.each([
    ['a video whose table of contents is at its end', 'video', newVideo({ seconds: 90 }), 'video/mp4', 90_000],
    ['a video without sound', 'video', newVideo({ seconds: 3, handlers: ['vide'] }), 'video/mp4', 3000],
    ['an M4A', 'audio', newVideo({ seconds: 12, brand: 'M4A ', handlers: ['soun'] }), 'audio/mp4', 12_000],
    ['an MP3 of a minute and a frame', 'audio', newSound(60), 'audio/mpeg', 60_000],
  ] as const)('%s has a size and a length, and is served as what it is', async (_, kind, content, type, duration) => {
    const { status, body } = await (kind === 'video' ? video(content) : audio(content))
    expect([status, body]).toEqual([200, { name: expect.any(String), size: content.length, duration }])
    const { headers, rawPayload } = await open(body.name)
    expect(headers).toMatchObject({
      'content-type': type,
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(rawPayload.equals(content)).toBe(true)
  })
})

describe('a video', () => {
  const content = newVideo({ seconds: 30 })
  const size = content.length
  let name: string
  beforeAll(async () => {
    name = (await video(content)).body.name
  })

  test.each([
    ['bytes=0-1', 0, 1],
    ['bytes=100-', 100, size - 1],
    ['bytes=-10', size - 10, size - 1],
    [`bytes=0-${size + 500}`, 0, size - 1],
    [`bytes=-${size + 500}`, 0, size - 1],
    [`bytes=${size - 1}-`, size - 1, size - 1],
  ])('is served in the part %s', async (range, start, end) => {
    const { statusCode, headers, rawPayload } = await open(name, { range })
    expect([statusCode, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${size}`])
    expect(headers['content-length']).toBe(String(end - start + 1))
    expect(rawPayload.equals(content.subarray(start, end + 1))).toBe(true)
  })

  test.each([`bytes=${size}-`, `bytes=${size + 10}-${size + 20}`, 'bytes=-0'])('has no part %s', async (range) => {
    const { statusCode, headers, rawPayload } = await open(name, { range })
    expect([statusCode, headers['content-range'], rawPayload.length]).toEqual([416, `bytes */${size}`, 0])
  })

  test.each([
    ['of several parts', { range: 'bytes=0-1,5-6' }],
    ['of a part that ends before it begins', { range: 'bytes=9-3' }],
    ['of another unit', { range: 'lines=0-1' }],
    ['of no part', { range: 'bytes=-' }],
    ['under a condition', { range: 'bytes=0-1', 'if-range': '"a"' }],
  ])('is served whole to a request %s', async (_, headers) => {
    const { statusCode, rawPayload } = await open(name, headers)
    expect([statusCode, rawPayload.length]).toEqual([200, size])
  })

  test('tells its length to a request for its head', async () => {
    const { statusCode, headers } = await open(name, {}, 'HEAD')
    expect([statusCode, headers['content-length'], headers['accept-ranges']]).toEqual([200, String(size), 'bytes'])
  })
})

describe('a file is refused', () => {
  firstCases(4)([
    ['of 20 minutes', newVideo({ seconds: 1200 }), { error: 'recording_long', details: { length: 20, limit: 10 } }],
    ['of QuickTime', newVideo({ seconds: 5, brand: 'qt  ' }), { error: 'recording_invalid' }],
    ['of 3GPP', newVideo({ seconds: 5, brand: '3gp4' }), { error: 'recording_invalid' }],
    ['without a picture', newVideo({ seconds: 5, handlers: ['soun'] }), { error: 'recording_invalid' }],
    ['without a length', newVideo({ seconds: 0 }), { error: 'recording_invalid' }],
    ['that breaks off', newVideo({ seconds: 5 }).subarray(0, -100), { error: 'recording_invalid' }],
    ['of text', Buffer.from('<!doctype html>'), { error: 'recording_invalid', details: { types: 'MP4' } }],
    ['of nothing', Buffer.alloc(0), { error: 'recording_invalid' }],
  ])('as a video %s', async (_, content, refusal) => {
    expect(await video(content)).toMatchObject({ status: 400, body: refusal })
  })

  firstCases(2)([
    ['of 62 seconds', newSound(62), { error: 'recording_long', details: { length: 2, limit: 1 } }],
    ['with a picture', newVideo({ seconds: 5 }), { error: 'recording_invalid', details: { types: 'M4A, MP3' } }],
    ['of noise', Buffer.alloc(5000, 7), { error: 'recording_invalid' }],
  ])('as a sound %s', async (_, content, refusal) => {
    expect(await audio(content)).toMatchObject({ status: 400, body: refusal })
  })

  test('without an https address, and leaves no file', async () => {
    const core = await coreOf(store)
    const own = await newStore()
    const { mediaUrl } = core.config
    core.config.mediaUrl = undefined
    try {
      expect((await video(newVideo({ seconds: 5 }), own)).body.error).toBe('picture_address')
    } finally {
      core.config.mediaUrl = mediaUrl
    }
    const left: number[] = []
    for await (const { storeId } of core.storage.olderThan(Date.now() + 1000)) left.push(storeId)
    expect(left).not.toContain(own.storeId)
  })
})

async function recordings(of: TestStore) {
  const shown = (await video(newVideo({ seconds: 5 }), of)).body
  const heard = (await audio(newSound(5), of)).body
  const picture = (await of.upload(media.upload, 'a.png', await paintedPicture(9, 9))).body
  return { shown, heard, picture }
}

test('a video and a sound are sent by their public addresses, the sound with its length', async () => {
  const made = await scene({ friends: 1 })
  const { shown, heard, picture } = await recordings(made.store)
  const messages = [
    { type: 'video', name: shown.name, preview_name: picture.preview_name },
    { type: 'audio', name: heard.name, duration: heard.duration },
  ]
  const { id } = await draft(made, { messages, stop_reply: false })
  await schedule(made, id)
  expect((await settled(made, id)).status).toBe('published')
  expect(made.state.accepted.slice(-2).map(({ message }) => message)).toEqual([
    {
      type: 'video',
      originalContentUrl: `https://media.example/media/${shown.name}`,
      previewImageUrl: `https://media.example/media/${picture.preview_name}`,
    },
    { type: 'audio', originalContentUrl: `https://media.example/media/${heard.name}`, duration: heard.duration },
  ])
})

test('a message names only files of its store and kind, and a sound only with its own length', async () => {
  const made = await scene({ friends: 1 })
  const { shown, heard, picture } = await recordings(made.store)
  const foreign = (await video(newVideo({ seconds: 5 }))).body
  const asks = [
    { type: 'video', name: picture.name, preview_name: picture.preview_name },
    { type: 'video', name: shown.name, preview_name: shown.name },
    { type: 'image', name: shown.name, preview_name: picture.preview_name },
    { type: 'audio', name: shown.name, duration: shown.duration },
    { type: 'audio', name: heard.name, duration: heard.duration + 1 },
    { type: 'video', name: foreign.name, preview_name: null },
  ]
  for (const message of asks)
    expect(await made.store.try(broadcasts.create, { body: { messages: [message] } as never })).toMatchObject({
      status: 404,
    })
})

test.each([
  ['a video without its picture', { type: 'video', preview_name: null }, 'preview_name'],
  ['a sound that was never uploaded', { type: 'audio', name: null, duration: null }, 'name'],
])('%s is refused at its field when it is sent', async (_, message, field) => {
  const made = await scene({ friends: 1 })
  const { name } = (await video(newVideo({ seconds: 5 }), made.store)).body
  const { id, updated_at: origin_time } = await draft(made, { messages: [{ name, ...message }] })
  const refused = await made.store.try(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
  expect(refused).toMatchObject({ status: 400, body: { details: { fields: [`body.messages.0.${field}`] } } })
})

test('the purge keeps recordings that a broadcast shows, and deletes others after a day', {
  tags: ['verify'],
}, async () => {
  const made = await scene({ friends: 1 })
  const [kept, left] = [await recordings(made.store), await recordings(made.store)]
  await draft(made, {
    messages: [
      { type: 'video', name: kept.shown.name, preview_name: kept.picture.preview_name },
      { type: 'audio', name: kept.heard.name, duration: kept.heard.duration },
    ],
  })
  await change(made, `update media set used_at = now() - interval '2 days' where store_id = $1`)
  await purge(await coreOf(store))
  const names = [kept, left].flatMap(({ shown, heard, picture }) => [shown.name, heard.name, picture.preview_name])
  const status = []
  for (const name of names) status.push((await open(name)).statusCode)
  expect(status).toEqual([200, 200, 200, 404, 404, 404])
})
