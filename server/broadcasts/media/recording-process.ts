// Reads type and length of one video or sound in a process of its own, started by recording.ts with the file as descriptor 3. A word and
// the milliseconds leave by stdout; no text of the file does.
import { parseFile } from 'music-metadata'

const FILE = '/dev/fd/3'

/** Brands of MP4 containers. A file that begins with QuickTime's brand is none, whatever else it claims. */
const MP4 = /^(?!qt)(?:.*\/)?(?:M4[ABV]|mp4|iso|avc1|dash|MSNV)/i

const { format } = await parseFile(FILE, { duration: true, skipCovers: true })
const { container = '', codec = '', duration = 0, hasVideo, hasAudio, trackInfo } = format

function typeOf(): 'mp4' | 'm4a' | 'mp3' | null {
  if (container === 'MPEG' && codec.endsWith('Layer 3')) return 'mp3'
  if (!MP4.test(container)) return null
  if (hasVideo) return 'mp4'
  return hasAudio ? 'm4a' : null
}

// A video without sound has the length of its picture track alone.
const seconds = Math.max(duration, ...trackInfo.map((track) => track.duration ?? 0))
process.stdout.write(JSON.stringify({ type: typeOf(), milliseconds: Math.round(seconds * 1000) }))
