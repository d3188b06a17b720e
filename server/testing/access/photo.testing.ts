import { deflateSync } from 'node:zlib'

/** A picture of one colour that says this size; whether it is one, the first bytes and the last tell. */
export function picture(type: 'png' | 'jpg' | 'webp', width: number, height: number): Buffer {
  if (type === 'png') return png(width, height)
  return type === 'jpg' ? jpg(width, height) : webp(width, height)
}

function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const chunk = (name: string, content: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(content.length)
    return Buffer.concat([size, Buffer.from(name), content, Buffer.alloc(4)])
  }
  const pixels = deflateSync(Buffer.alloc((width + 1) * height))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function jpg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const app = Buffer.from([0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), app, frame, Buffer.from([0xff, 0xd9])])
}

function webp(width: number, height: number): Buffer {
  const body = Buffer.alloc(10)
  body.writeUIntLE(width - 1, 4, 3)
  body.writeUIntLE(height - 1, 7, 3)
  const size = Buffer.alloc(4)
  const content = Buffer.concat([Buffer.from('WEBPVP8X'), Buffer.from([10, 0, 0, 0]), body])
  size.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from('RIFF'), size, content])
}
