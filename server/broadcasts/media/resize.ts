import { fileURLToPath } from 'node:url'
import { MAX_PICTURE_SIDE } from '@ruam/contract/broadcasts/media.ts'
import { imageSize } from 'image-size'
import { ApiError } from '../../core/api-error.ts'
import type { Storage } from '../../storage/storage.ts'
import { runSeparately } from './separate-process.ts'

/**
 * Sizes of a picture: by its longer side, never enlarged; by its width, with the height for each pixel across that it may have; or the
 * one of some exact sizes that has its shape, made worse until it has few enough bytes.
 */
export type Resizing =
  | { sides: readonly number[] }
  | { widths: readonly number[]; shape: { least: number; most: number } }
  | { exact: readonly { width: number; height: number }[]; leastWidth: number; bytes: number }

/** Seconds for one picture. The largest one takes 5. */
const SECONDS = 30
/** Bytes at the start of a file that tell its type and size, behind what a camera or editor put there. */
const HEAD_BYTES = 1024 * 1024

const types = ['jpg', 'png', 'webp']

const program = fileURLToPath(new URL('./resize-process.ts', import.meta.url))

let last: Promise<unknown> = Promise.resolve()

/** Resizes one picture at a time, to a JPEG for each size. Throws picture_invalid, picture_large or picture_shape. */
export function resizePicture(storage: Storage, key: string, resizing: Resizing): Promise<Buffer[]> {
  const mine = last.then(() => resize(storage, key, resizing))
  last = mine.catch(() => {})
  return mine
}

async function resize(storage: Storage, key: string, resizing: Resizing): Promise<Buffer[]> {
  await assertPicture(storage, key)
  const file = await storage.open(key)
  const answer = await runSeparately({
    program,
    packageUrl: import.meta.resolve('sharp'),
    file,
    seconds: SECONDS,
    flags: ['--max-old-space-size=64', '--allow-addons'],
    args: [String(MAX_PICTURE_SIDE), JSON.stringify(resizing)],
  }).finally(() => file.close())
  if (!answer) throw new ApiError('picture_invalid')
  if (answer.length === 0) throw new ApiError('picture_shape')
  return partsOf(answer)
}

/** Returns the pictures of an answer, each behind its length. */
function partsOf(answer: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0; at < answer.length; ) {
    const end = at + 4 + answer.readUInt32BE(at)
    parts.push(answer.subarray(at + 4, end))
    at = end
  }
  return parts
}

/** Reads type and size from the first bytes: what a file is, its name does not tell. */
async function assertPicture(storage: Storage, key: string): Promise<void> {
  const file = await storage.open(key)
  const { buffer: bytes, bytesRead } = await file
    .read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    .finally(() => file.close())
  const { type, width, height } = sizeOf(bytes.subarray(0, bytesRead))
  if (!types.includes(type ?? '')) throw new ApiError('picture_invalid')
  if (Math.max(width, height) > MAX_PICTURE_SIDE) throw new ApiError('picture_large')
}

function sizeOf(head: Buffer): ReturnType<typeof imageSize> {
  try {
    return imageSize(head)
  } catch (error) {
    throw new ApiError('picture_invalid', undefined, { cause: error })
  }
}
