import { z } from 'zod'
import { feature } from '../platform/endpoint.ts'

/** Bytes of an uploaded picture. */
const MAX_PICTURE_BYTES = 10 * 1024 * 1024
/** Pixels of a side. */
export const MAX_PICTURE_SIDE = 8000

/** Bytes of a video or a sound: LINE takes no larger ones. */
const MAX_RECORDING_BYTES = 200 * 1024 * 1024
/** Minutes. LINE bounds only the bytes of a video; a longer one is a film, not a message. */
export const MAX_VIDEO_MINUTES = 10
/** Minutes. LINE's libraries state this limit. */
export const MAX_AUDIO_MINUTES = 1

/** Name of a public file: 256 random bits, so that only who got its address opens it. */
export const MediaName = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** Pixels across in which LINE asks for the picture of a rich message. */
export const pictureWidths = [1040, 700, 460, 300, 240] as const
/** A stored video or sound. */
const Recording = z.object({
  name: MediaName,
  /** Bytes. */
  size: z.int(),
  /** Milliseconds. */
  duration: z.int(),
})

/** Rights of who writes messages: of broadcasts, and of answers and menus of an account. */
const writesMessages = ['cdp-core.broadcast.create', 'cdp-core.broadcast.edit', 'cdp-core.setting-line.edit'] as const

/** Files that messages show. LINE fetches them without a login. */
export const media = feature({
  /** Stores a picture in the two sizes that LINE asks for. */
  upload: {
    method: 'POST',
    path: '/media',
    summary: ['อัปโหลดรูปสำหรับข้อความ', 'Upload a picture for messages'],
    permission: writesMessages,
    audit: 'broadcast_picture_added',
    // Resizing takes a second.
    transaction: false,
    upload: 'multipart',
    uploadBytes: MAX_PICTURE_BYTES,
    response: z.object({ name: MediaName, preview_name: MediaName }),
    errors: ['picture_invalid', 'picture_large', 'picture_address', 'too_large', 'storage_full'],
  },
  uploadRich: {
    method: 'POST',
    path: '/media/rich',
    summary: ['อัปโหลดรูปของริชเมสเสจ', 'Upload the picture of a rich message'],
    permission: writesMessages,
    audit: 'broadcast_picture_added',
    transaction: false,
    upload: 'multipart',
    uploadBytes: MAX_PICTURE_BYTES,
    /** With the pixels down for 1,040 across. */
    response: z.object({ name: MediaName, height: z.int() }),
    errors: ['picture_invalid', 'picture_large', 'picture_shape', 'picture_address', 'too_large', 'storage_full'],
  },
  uploadVideo: {
    method: 'POST',
    path: '/media/video',
    summary: ['อัปโหลดวิดีโอสำหรับข้อความ', 'Upload a video for messages'],
    permission: writesMessages,
    audit: 'broadcast_video_added',
    // Its length is read in another process.
    transaction: false,
    upload: 'multipart',
    uploadBytes: MAX_RECORDING_BYTES,
    response: Recording,
    errors: ['recording_invalid', 'recording_long', 'picture_address', 'too_large', 'storage_full'],
  },
  uploadAudio: {
    method: 'POST',
    path: '/media/audio',
    summary: ['อัปโหลดเสียงสำหรับข้อความ', 'Upload a sound for messages'],
    permission: writesMessages,
    audit: 'broadcast_audio_added',
    transaction: false,
    upload: 'multipart',
    uploadBytes: MAX_RECORDING_BYTES,
    response: Recording,
    errors: ['recording_invalid', 'recording_long', 'picture_address', 'too_large', 'storage_full'],
  },
  /** Answers a range of bytes if asked: players and LINE fetch videos in parts. */
  get: {
    method: 'GET',
    path: '/media/{name}',
    summary: ['ดาวน์โหลดไฟล์ของข้อความ', 'Download a file of a message'],
    permission: 'public',
    outside: true,
    download: true,
    // Everybody may read it.
    audit: false,
    params: z.strictObject({ name: MediaName }),
    errors: ['not_found'],
  },
  getWidth: {
    method: 'GET',
    path: '/media/{name}/{width}',
    summary: ['ดาวน์โหลดรูปของริชเมสเสจ', 'Download the picture of a rich message'],
    permission: 'public',
    outside: true,
    download: true,
    audit: false,
    params: z.strictObject({ name: MediaName, width: z.enum(pictureWidths.map(String)) }),
    errors: ['not_found'],
  },
})
