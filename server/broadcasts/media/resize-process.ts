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

const jpeg = (picture: ReturnType<typeof sharp>) => picture.jpeg({ quality: 82, mozjpeg: true }).toBuffer()
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
  const { widths, shape } = resizing
  const { width, height } = (await source.metadata()).autoOrient
  if (height < shape.least * width || height > shape.most * width) return []
  // Smaller widths are made of the largest one: it is decoded once.
  const { data, info } = await upright().resize(widths[0]).raw().toBuffer({ resolveWithObject: true })
  const { channels } = info
  const whole = sharp(data, { raw: { width: info.width, height: info.height, channels } })
  const made: Buffer[] = []
  for (const across of widths) made.push(await jpeg(whole.clone().resize(across)))
  return made
}

const answer = Buffer.concat(
  (await sizes()).flatMap((size) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(size.length)
    return [length, size]
  }),
)
for (let sent = 0; sent < answer.length; ) sent += writeSync(1, answer, sent)
