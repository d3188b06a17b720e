import { IMAGEMAP_WIDTH, imagemapHeights } from '@ruam/contract/broadcasts/imagemap.ts'
import { media, pictureWidths } from '@ruam/contract/broadcasts/media.ts'
import { imageSize } from 'image-size'
import { ApiError } from '../../core/api-error.ts'
import { newToken } from '../../core/tokens.ts'
import { implement } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { findMedia, insertMedia } from './queries.ts'
import { type RecordingKind, readRecording } from './recording.ts'
import type { Resizing } from './resize.ts'
import { type MediaAct, type NamedPicture, nameFiles, storePicture, type Uploading } from './store-picture.ts'

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
}

/** Pixels of the longer side. LINE refuses a preview over 1 MB. */
const SIDES = [2048, 720]
const { least, most } = imagemapHeights
const RICH = { widths: pictureWidths, shape: { least: least / IMAGEMAP_WIDTH, most: most / IMAGEMAP_WIDTH } }

const added = (kind: 'picture' | RecordingKind): MediaAct => ({
  action: `broadcast_${kind}_added`,
  subject: `broadcast_${kind}`,
})

/** Stores a picture that LINE fetches by its address. */
function storeFetched(uploading: Uploading, resizing: Resizing, named: (index: number) => NamedPicture) {
  if (!uploading.core.config.mediaUrl) throw new ApiError('picture_address')
  return storePicture(uploading, { resizing, named, act: added('picture') })
}

/** Returns the handler that stores videos or sounds as they are uploaded. */
const recording = (kind: RecordingKind) => async (uploading: Uploading) => {
  const { core, storeId, user, upload } = uploading
  if (!core.config.mediaUrl) throw new ApiError('picture_address')
  const { contentType: type, duration } = await readRecording(core.storage, upload.key, kind)
  const name = newToken()
  const file = { name, contentType: type, stored: upload, duration }
  await nameFiles(uploading, added(kind), (db) => insertMedia(db, storeId, user.id, file))
  return { name, size: upload.size, duration }
}

/** Returns a file with its headers, or undefined if it is not there. */
async function open(home: Core, name: string, width: number | null) {
  const found = await routerOf(home).atKey('media', Buffer.from(name), ({ pool }) => findMedia(pool, name, width))
  // Purged between both reads, or restored without its files.
  const size = found && (await home.storage.size(found.storage_key).catch(() => undefined))
  if (!found || size === undefined) return undefined
  const part = (start: number, end: number) => home.storage.read(found.storage_key, start, end)
  return {
    file_name: `${name}.${endings[found.content_type]}`,
    content_type: found.content_type,
    content: whole(part, size),
    part,
    size,
    immutable: true,
  }
}

/** Opens the file with the first read: a request for a part never begins it. */
async function* whole(part: (start: number, end: number) => AsyncIterable<Uint8Array>, size: number) {
  if (size > 0) yield* part(0, size - 1)
}

export const mediaRoutes = implement(media, {
  async upload(uploading) {
    const names = SIDES.map(newToken)
    await storeFetched(uploading, { sides: SIDES }, (index) => ({ name: names[index]! }))
    return { name: names[0]!, preview_name: names[1]! }
  },

  async uploadRich(uploading) {
    const name = newToken()
    const [widest] = await storeFetched(uploading, RICH, (index) => ({ name, width: pictureWidths[index]! }))
    return { name, height: imageSize(widest!).height }
  },

  uploadVideo: recording('video'),
  uploadAudio: recording('audio'),

  async get({ core, params: { name }, fail }) {
    const file = await open(core, name, null)
    if (!file) throw fail('not_found')
    return file
  },

  async getWidth({ core, params: { name, width }, fail }) {
    const file = await open(core, name, Number(width))
    if (!file) throw fail('not_found')
    return file
  },
})
