// Videos and sounds as files of few bytes: the boxes that tell type and length, with no picture in them.

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const zeros = (bytes: number) => Buffer.alloc(bytes)
const word = (text: string) => Buffer.from(text, 'latin1')

/** A box of an MP4 file: its size, its name and what it holds. */
function box(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), word(name), body])
}

/** Version and flags of a box. */
const plain = u32(0)
/** Ticks of a second. */
const SCALE = 1000

function track(handler: 'vide' | 'soun', seconds: number): Buffer {
  const sample =
    handler === 'soun'
      ? box('mp4a', zeros(6), u16(1), zeros(8), u16(2), u16(16), u32(0), u32((44_100 << 16) >>> 0))
      : box('avc1', zeros(78))
  const tables = ['stts', 'stsc', 'stco'].map((name) => box(name, plain, u32(0)))
  const media = box(
    'mdia',
    box('mdhd', plain, u32(0), u32(0), u32(SCALE), u32(seconds * SCALE), u16(0x55c4), u16(0)),
    box('hdlr', plain, u32(0), word(handler), zeros(12), word('x\0')),
    box('minf', box('stbl', box('stsd', plain, u32(1), sample), ...tables, box('stsz', plain, u32(0), u32(0)))),
  )
  return box('trak', box('tkhd', plain, u32(0), u32(0), u32(1), u32(0), u32(seconds * SCALE), zeros(60)), media)
}

interface NewVideo {
  seconds: number
  /** Brand of the container. */
  brand?: string
  handlers?: readonly ('vide' | 'soun')[]
  /** Bytes of pictures and sounds, all zero. */
  bytes?: number
}

/** An MP4 whose table of contents is at its end, as phones write it. */
export const newVideo = ({ seconds, brand = 'mp42', handlers = ['vide', 'soun'], bytes = 1000 }: NewVideo): Buffer =>
  Buffer.concat([
    box('ftyp', word(brand), u32(0), word('isom'), word(brand)),
    box('mdat', zeros(bytes)),
    box(
      'moov',
      box('mvhd', plain, u32(0), u32(0), u32(SCALE), u32(seconds * SCALE), zeros(80)),
      ...handlers.map((handler) => track(handler, seconds)),
    ),
  ])

/** Seconds of a frame of 1,152 samples. */
const FRAME_SECONDS = 1152 / 44_100

/** An MP3 of silent frames of 128 kbit/s, without a table of them. */
export function newSound(seconds: number): Buffer {
  const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc0]), zeros(413)])
  return Buffer.concat(Array.from({ length: Math.ceil(seconds / FRAME_SECONDS) }, () => frame))
}
