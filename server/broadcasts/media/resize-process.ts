// Resizes one picture in a process of its own, started by resize.ts with the picture as file descriptor 3, little memory, no environment
// and no right to write a file. Each size leaves by stdout, behind its length (4 bytes). Nothing leaves if the shape is not allowed.
import { readFileSync, writeSync } from 'node:fs'
import sharp from 'sharp'
import type { Resizing } from './resize.ts'

const PICTURE = 3

sharp.cache(false)
sharp.concurrency(1)
// Other formats have decoders of their own, each with faults of its own.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

const maxSide = Number(process.argv[2])
const resizing = JSON.parse(process.argv[3]!) as Resizing
const source = sharp(readFileSync(PICTURE), { limitInputPixels: maxSide ** 2, failOn: 'error' })

/** Share by which a picture may be taller or flatter than its final size: too little to see. */
const SHAPE = 0.02
/** The best quality first. The last one makes 0.3 MB of noise in 2,500 × 1,686 pixels. */
const QUALITIES = [90, 82, 70, 55, 40, 25, 10]

const jpeg = (picture: ReturnType<typeof sharp>, quality = 82) => picture.jpeg({ quality, mozjpeg: true }).toBuffer()
/** Returns the upright picture, without its place and camera, on white. */
const upright = () => source.clone().autoOrient().flatten({ background: '#ffffff' })

async function sizes(): Promise<Buffer[]> {
  if ('sides' in resizing) {
    const { sides } = resizing
    const made: Buffer[] = []
    for (const side of sides)
      made.push(await jpeg(upright().resize(side, side, { fit: 'inside', withoutEnlargement: true })))
    return made
  }
  const { width, height } = (await source.metadata()).autoOrient
  if ('exact' in resizing) return exactly(resizing, width, height)
  const { widths, shape } = resizing
  if (height < shape.least * width || height > shape.most * width) return []
  // Smaller widths are made of the largest one: it is decoded once.
  const { data, info } = await upright().resize(widths[0]).raw().toBuffer({ resolveWithObject: true })
  const { channels } = info
  const whole = sharp(data, { raw: { width: info.width, height: info.height, channels } })
  const made: Buffer[] = []
  for (const across of widths) made.push(await jpeg(whole.clone().resize(across)))
  return made
}

async function exactly(
  { exact, leastWidth, bytes }: Extract<Resizing, { exact: unknown }>,
  width: number,
  height: number,
): Promise<Buffer[]> {
  const found = exact.find((size) => Math.abs((height * size.width) / (width * size.height) - 1) <= SHAPE)
  if (!found || width < leastWidth) return []
  const raw = await upright()
    .resize(found.width, found.height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const whole = sharp(raw.data, { raw: { width: found.width, height: found.height, channels: raw.info.channels } })
  for (const quality of QUALITIES) {
    const made = await jpeg(whole.clone(), quality)
    if (made.length <= bytes) return [made]
  }
  return []
}

const answer = Buffer.concat(
  (await sizes()).flatMap((size) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(size.length)
    return [length, size]
  }),
)
for (let sent = 0; sent < answer.length; ) sent += writeSync(1, answer, sent)
