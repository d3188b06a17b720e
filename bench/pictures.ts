import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pictureWidths } from '@ruam/contract/broadcasts/media.ts'
import sharp from 'sharp'
import { type Resizing, resizePicture } from '../server/broadcasts/media/resize.ts'
import type { Storage } from '../server/storage/storage.ts'
import { cpuOf } from './cpu.ts'

// CPU of the process that makes the five widths of a rich message's picture, from its largest width or from the picture each time, and the
// two sizes of a plain picture. Bytes of all widths for each byte of the largest.

const ROUNDS = Number(process.env.ROUNDS ?? 5)

const ways: Readonly<Record<string, Resizing>> = {
  'widths from the largest': { widths: pictureWidths, shape: { least: 0.5, most: 2 } },
  'widths from the picture': { sides: pictureWidths },
  'plain picture': { sides: [2048, 720] },
}

const folder = await mkdtemp(join(tmpdir(), 'ruam-pictures-'))
const storage = { open: (key: string) => open(join(folder, key)) } as unknown as Storage
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
try {
  for (const side of [1040, 3000, 8000]) {
    await writeFile(join(folder, 'a'), await photo(side))
    const cpu = new Map<string, number[]>(Object.keys(ways).map((way) => [way, []]))
    let bytes = 0
    for (let round = 0; round < ROUNDS; round++) {
      for (const [way, resizing] of Object.entries(ways)) {
        const before = cpuOf(process.pid, true)
        const sizes = await resizePicture(storage, 'a', resizing)
        cpu.get(way)!.push(cpuOf(process.pid, true) - before)
        if ('widths' in resizing) bytes = sizes.reduce((sum, { length }) => sum + length, 0) / sizes[0]!.length
      }
    }
    const said = [...cpu].map(([way, all]) => `${way} ${median(all)} ms (${Math.min(...all)} to ${Math.max(...all)})`)
    console.info(`JPEG of ${side} × ${side}: ${said.join(' · ')} · ${bytes.toFixed(2)} times the bytes of the largest`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** A JPEG with the detail of a photograph: noise, made soft. */
function photo(side: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: side, height: side, channels: 3, noise, background: '#888888' } })
    .blur(2)
    .jpeg({ quality: 80 })
    .toBuffer()
}
