import { stickerPackages } from '@ruam/contract/broadcasts/sticker-packages.ts'
import { beforeAll, expect, test } from 'vitest'
import { testLine } from '../../testing/channels/line.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

const FIRST = String(stickerPackages[0]!.first)
const path = (id: string | number) => `/stickershop/v1/sticker/${id}`

let line: Awaited<ReturnType<typeof testLine>>
beforeAll(async () => {
  line = await testLine()
})

async function open(id: string | number) {
  const { app } = await testServer()
  return app.inject({ method: 'GET', url: `/media/sticker/${id}` })
}

const asked = (id: string | number) => line.state.stickers.filter((one) => one === String(id)).length

test('a sticker’s picture is fetched from LINE once, and browsers keep it for a year', async () => {
  const replies = await Promise.all([open(FIRST), open(FIRST)])
  for (const { statusCode, headers, rawPayload } of [...replies, await open(FIRST)]) {
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG')
  }
  expect(asked(FIRST)).toBe(1)
})

test('the first and the last sticker of each package have a picture, and their neighbours have none', async () => {
  for (const { first, last } of stickerPackages) {
    expect([(await open(first)).statusCode, (await open(last)).statusCode]).toEqual([200, 200])
    const isListed = (id: number) => stickerPackages.some((one) => id >= one.first && id <= one.last)
    for (const id of [first - 1, last + 1].filter((id) => !isListed(id))) {
      expect((await open(id)).statusCode).not.toBe(200)
      expect(asked(id)).toBe(0)
    }
  }
})

test.each(['0', '01988', '1988.5', '-1', '..%2f1988', '1988%00', '9'.repeat(30)])(
  'the id %s leads nowhere',
  async (id) => {
    const { statusCode } = await open(id)
    expect([400, 404]).toContain(statusCode)
  },
)

test.each([
  ['an error', 52002740, { kind: 'error' }],
  ['a page instead of a picture', 52002741, { kind: 'unreadable' }],
  ['a picture of a megabyte', 52002742, { kind: 'answer', text: `\u0089PNG${'x'.repeat(1_000_000)}` }],
  ['a redirect', 52002743, { kind: 'answer', status: 302 }],
] as const)('%s of LINE is a missing picture, which is not asked for again at once', async (_, id, fault) => {
  line.state.faults.push({ path: path(id), times: 1, ...fault })
  const { statusCode, headers } = await open(id)
  expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
  expect((await open(id)).statusCode).toBe(404)
  expect(asked(id)).toBe(0)
})
