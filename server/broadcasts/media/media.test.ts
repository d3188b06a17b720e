import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { media } from '@ruam/contract/broadcasts/media.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { purge } from '../../jobs/purge.ts'
import {
  acceptedUsers,
  change,
  draft,
  read,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { paintedPicture } from '../../testing/broadcasts/picture.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const uploaded = async (content: Buffer | string, name = 'รูป.png') => store.upload(media.upload, name, content)

async function open(name: string) {
  const { app } = await testServer()
  return app.inject({ method: 'GET', url: `/media/${name}` })
}

describe('a picture', () => {
  test('becomes an upright JPEG of 2,048 pixels and a preview of 720, without its place', async () => {
    const { body } = await uploaded(await paintedPicture(2400, 1200, 'jpeg'), 'ใบปลิว.exe')
    const [whole, preview] = await Promise.all([open(body.name), open(body.preview_name)])
    const info = await sharp(whole.rawPayload).metadata()
    expect(info).toMatchObject({ format: 'jpeg', width: 2048, height: 1024 })
    expect(info.exif).toBeUndefined()
    expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 720, height: 360 })
  })

  test.each(['png', 'webp'] as const)('of type %s becomes a JPEG that is not enlarged', async (type) => {
    const { body } = await uploaded(await paintedPicture(30, 20, type))
    const info = await sharp((await open(body.name)).rawPayload).metadata()
    expect(info).toMatchObject({ format: 'jpeg', width: 30, height: 20, hasAlpha: false })
  })

  test('is public, immutable and nosniff, and sets no cookie', async () => {
    const { body } = await uploaded(await paintedPicture(10, 10))
    const { headers, statusCode } = await open(body.name)
    expect([statusCode, headers['content-type'], headers['set-cookie']]).toEqual([200, 'image/jpeg', undefined])
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })

  test.each([
    ['SVG named .png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'picture_invalid'],
    ['HTML named .png', '<!doctype html><script>alert(1)</script>', 'picture_invalid'],
    ['nothing', '', 'picture_invalid'],
  ])('is refused if it is %s', async (_, content, error) => {
    expect((await uploaded(content)).body).toMatchObject({ error })
  })

  test('is refused if it is a GIF, breaks off, or has a side of 20,000 pixels', async () => {
    const whole = await paintedPicture(200, 200, 'jpeg')
    const wide = await paintedPicture(20_000, 1)
    const refused = [await paintedPicture(5, 5, 'gif'), whole.subarray(0, whole.length / 2), wide]
    const errors = []
    for (const content of refused) errors.push((await uploaded(content)).body.error)
    expect(errors).toEqual(['picture_invalid', 'picture_invalid', 'picture_large'])
  })

  test('of 10 MB and a byte is refused, and a refused one leaves no file', async () => {
    const core = await coreOf(store)
    const { status, body } = await uploaded(Buffer.alloc(10 * 1024 * 1024 + 1))
    expect([status, body.error]).toEqual([413, 'too_large'])
    const mine = await newStore()
    expect((await mine.upload(media.upload, 'a.png', 'no picture')).body.error).toBe('picture_invalid')
    const left: number[] = []
    for await (const { storeId } of core.storage.olderThan(Date.now() + 1000)) left.push(storeId)
    expect(left).not.toContain(mine.storeId)
  })

  test('is refused without an https address, and text is still sent', async () => {
    const core = await coreOf(store)
    const made = await scene({ friends: 1 })
    const picture = (await made.store.upload(media.upload, 'a.png', await paintedPicture(9, 9))).body
    const shown = await draft(made, { messages: [{ type: 'image', ...picture }] })
    const { mediaUrl } = core.config
    core.config.mediaUrl = undefined
    try {
      const { status, body } = await uploaded(await paintedPicture(9, 9))
      expect([status, body.error]).toEqual([409, 'picture_address'])
      const { updated_at: origin_time } = await read(made, shown.id)
      const sent = { id: shown.id, origin_time, status: 'pending' as const }
      expect(await made.store.try(broadcasts.update, { body: sent })).toMatchObject({
        body: { error: 'picture_address' },
      })
      const { id } = await draft(made)
      await schedule(made, id)
      expect((await settled(made, id)).status).toBe('published')
    } finally {
      core.config.mediaUrl = mediaUrl
    }
  })

  test('is sent by its public address, and its broadcast is paused when that is gone', async () => {
    const core = await coreOf(store)
    const made = await scene({ friends: 2 })
    const { name, preview_name } = (await made.store.upload(media.upload, 'a.png', await paintedPicture(9, 9))).body
    const messages = [{ type: 'image', name, preview_name }]
    const { id } = await draft(made, { messages, stop_reply: false })
    await schedule(made, id, { schedule: { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString() } })
    await change(made, 'update broadcast set due_at = now() where store_id = $1')
    const { mediaUrl } = core.config
    core.config.mediaUrl = undefined
    try {
      expect(await settled(made, id)).toMatchObject({ sub_status: 'paused', reason: 'picture' })
    } finally {
      core.config.mediaUrl = mediaUrl
    }
    await made.store.call(broadcasts.resume, { params: { id: String(id) } })
    expect((await settled(made, id)).status).toBe('published')
    expect(acceptedUsers(made)).toHaveLength(2)
    expect(made.state.accepted.at(-1)!.message).toEqual({
      type: 'image',
      originalContentUrl: `https://media.example/media/${name}`,
      previewImageUrl: `https://media.example/media/${preview_name}`,
    })
  })

  test('of another store cannot be named by a broadcast', async () => {
    const made = await scene({ friends: 1 })
    const { body } = await uploaded(await paintedPicture(9, 9))
    const messages = [{ type: 'image' as const, name: body.name, preview_name: body.preview_name }]
    expect(await made.store.try(broadcasts.create, { body: { messages } })).toMatchObject({ status: 404 })
  })
})

test('the purge keeps pictures that a broadcast shows, and deletes others after a day', {
  tags: ['verify'],
}, async () => {
  const made = await scene({ friends: 1 })
  const core = await coreOf(store)
  const upload = async () => (await made.store.upload(media.upload, 'a.png', await paintedPicture(9, 9))).body
  const [shown, left, fresh, carded] = [await upload(), await upload(), await upload(), await upload()]
  const contents = JSON.stringify({ type: 'bubble', hero: { type: 'image', url: `/media/${carded.preview_name}` } })
  await draft(made, {
    messages: [
      { type: 'image', ...shown },
      { type: 'flex', alt_text: '', contents },
    ],
  })
  await change(made, `update media set used_at = now() - interval '2 days' where store_id = $1 and name <> all($2)`, [
    [fresh.name, fresh.preview_name],
  ])
  await purge(core)
  const names = [shown, left, fresh, carded].flatMap(({ name, preview_name }) => [name, preview_name])
  const status = []
  for (const name of names) status.push((await open(name)).statusCode)
  expect(status).toEqual([200, 200, 404, 404, 200, 200, 404, 200])
})
