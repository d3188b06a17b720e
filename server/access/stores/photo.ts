import { buffer } from 'node:stream/consumers'
import { MAX_PHOTO_PIXELS } from '@ruam/contract/platform/constants.ts'
import { imageSize } from 'image-size'
import { ApiError } from '../../core/api-error.ts'
import type { Upload } from '../../http/upload.ts'
import type { Storage } from '../../storage/storage.ts'

const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

/** The data address of an uploaded picture, which leaves the storage. What it is its content says, whatever its name. Throws photo_invalid. */
export async function readPhoto(storage: Storage, { key }: Upload): Promise<string> {
  const content = await buffer(storage.read(key))
  const type = typeOf(content)
  if (!type) throw new ApiError('photo_invalid')
  await storage.remove(key)
  return `data:${type};base64,${content.toString('base64')}`
}

/** The type of a picture that is small enough; undefined of anything else. */
function typeOf(content: Buffer): string | undefined {
  try {
    const { type = '', width, height } = imageSize(content)
    const fits = [width, height].every((side) => side > 0 && side <= MAX_PHOTO_PIXELS)
    return fits && isWhole(content, type) ? types[type] : undefined
  } catch {
    return undefined
  }
}

/** True if a picture ends as its format requires: its header also decodes if the rest is missing. */
function isWhole(content: Buffer, type: string): boolean {
  if (type === 'png') return content.includes('IEND', content.length - 12)
  if (type === 'jpg') return content.at(-2) === 0xff && content.at(-1) === 0xd9
  return type === 'webp' && content.readUInt32LE(4) + 8 === content.length + (content.length % 2)
}
