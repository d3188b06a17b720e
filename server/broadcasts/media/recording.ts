import { fileURLToPath } from 'node:url'
import { MAX_AUDIO_MINUTES, MAX_VIDEO_MINUTES } from '@ruam/contract/broadcasts/media.ts'
import { z } from 'zod'
import { ApiError } from '../../core/api-error.ts'
import type { Storage } from '../../storage/storage.ts'
import { runSeparately } from './separate-process.ts'

export type RecordingKind = 'video' | 'audio'

/** Seconds for one file. A video of 200 MB takes under one; a sound without a table of its frames is read whole. */
const SECONDS = 20

const Facts = z.object({ type: z.enum(['mp4', 'm4a', 'mp3']).nullable(), milliseconds: z.int().min(0) })

const kinds = {
  video: { types: ['mp4'], minutes: MAX_VIDEO_MINUTES },
  audio: { types: ['m4a', 'mp3'], minutes: MAX_AUDIO_MINUTES },
} as const

const contentTypes = { mp4: 'video/mp4', m4a: 'audio/mp4', mp3: 'audio/mpeg' } as const

/** Milliseconds by which a recorder's minute is longer. */
const ROUNDING_MS = 999

const program = fileURLToPath(new URL('./recording-process.ts', import.meta.url))

interface ReadRecording {
  contentType: string
  /** Milliseconds. */
  duration: number
}

/** Reads what a stored file is, whatever its name says. Throws recording_invalid or recording_long. */
export async function readRecording(storage: Storage, key: string, kind: RecordingKind): Promise<ReadRecording> {
  const file = await storage.open(key)
  const answer = await runSeparately({
    program,
    packageUrl: import.meta.resolve('music-metadata'),
    file,
    seconds: SECONDS,
    flags: ['--max-old-space-size=128', '--allow-fs-read=/dev/fd/3'],
  }).finally(() => file.close())
  const { types, minutes } = kinds[kind]
  const { type, milliseconds } = answer ? Facts.parse(JSON.parse(answer.toString())) : { type: null, milliseconds: 0 }
  if (type === null || !types.some((one) => one === type) || milliseconds === 0)
    throw new ApiError('recording_invalid', { types: types.join(', ').toUpperCase() })
  if (milliseconds > minutes * 60_000 + ROUNDING_MS)
    throw new ApiError('recording_long', { length: Math.ceil(milliseconds / 60_000), limit: minutes })
  return { contentType: contentTypes[type], duration: Math.min(milliseconds, minutes * 60_000) }
}
