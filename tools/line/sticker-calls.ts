import { crc32, deflateSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { State } from './state.ts'

/** Pixels of a side. */
const SIDE = 96

/** Registers the pictures of stickers, which LINE serves from another host: a disc in a colour of the sticker's own. */
export function stickerCalls(app: FastifyInstance, state: State): void {
  app.get<{ Params: { id: string } }>('/stickershop/v1/sticker/:id/android/sticker.png', async (request, reply) => {
    state.stickers.push(request.params.id)
    return reply.type('image/png').send(disc(Number(request.params.id)))
  })
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function disc(id: number): Buffer {
  const colour = [(id * 67) % 200, (id * 131) % 200, (id * 29) % 200]
  const middle = (SIDE - 1) / 2
  const rows = Array.from({ length: SIDE }, (_, y) => {
    const pixels = Array.from({ length: SIDE }, (_pixel, x) => {
      const inside = Math.hypot(x - middle, y - middle) < middle - 2
      const eye = Math.abs(y - SIDE * 0.4) < 5 && Math.abs(Math.abs(x - middle) - 14) < 5
      return inside ? [...(eye ? [255, 255, 255] : colour), 255] : [0, 0, 0, 0]
    })
    return Buffer.from([0, ...pixels.flat()])
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIDE, 0)
  head.writeUInt32BE(SIDE, 4)
  // Eight bits for each of red, green, blue and transparency.
  head.set([8, 6], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
