// Resizes one picture in a process of its own, started by resize.ts with the picture as file descriptor 3, little memory, no environment
// and no right to write a file. The length of the picture (4 bytes), the picture and its preview leave by stdout.
import { readFileSync, writeSync } from 'node:fs'
import sharp from 'sharp'

const PICTURE = 3
/** Pixels of the longer side. LINE refuses a preview over 1 MB. */
const SIDES = { picture: 2048, preview: 720 }

sharp.cache(false)
sharp.concurrency(1)
// Other formats have decoders of their own, each with faults of its own.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

const maxSide = Number(process.argv[2])
const bytes = readFileSync(PICTURE)

/** Returns the upright picture, without its place and camera, on white. */
const resized = (side: number) =>
  sharp(bytes, { limitInputPixels: maxSide ** 2, failOn: 'error' })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()

const picture = await resized(SIDES.picture)
const preview = await resized(SIDES.preview)
const length = Buffer.alloc(4)
length.writeUInt32BE(picture.length)
const answer = Buffer.concat([length, picture, preview])
for (let sent = 0; sent < answer.length; ) sent += writeSync(1, answer, sent)
