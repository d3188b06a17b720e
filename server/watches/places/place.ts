// The interface of the places from which a watch takes files.
import { Readable } from 'node:stream'
import { cleanText } from '../../core/clean-text.ts'

/** A file of a place. Its name is the key there, without a folder; screens need `cleanName`. */
export interface Found {
  name: string
  /** Bytes. */
  size: number
  /** Milliseconds since 1970; null if the place keeps no time. */
  modifiedAt: number | null
  /** Differs when the content does, if the place has such a thing: the ETag of an object. */
  version?: string
}

/** Folder for a file that was taken. */
export type PutAway = 'done' | 'waiting'

export interface Place {
  /** Yields the files, without folders, links and what was put away. Throws `too_many` beyond MAX_NAMES. */
  list(signal: AbortSignal): AsyncIterable<Found>
  /** Streams the file as it was found. Throws `not_found` if it was deleted or has changed since. */
  open(found: Found, signal: AbortSignal): Promise<Readable>
  /**
   * Moves the file as it was found, or that lies `from` a folder into which it was moved before. Throws `not_found` if it is not there, and
   * `refused` if the place does not let it be moved: the caller remembers the file then.
   */
  putAway?(found: Found, where: PutAway, signal: AbortSignal, from?: PutAway | null): Promise<void>
}

/** Why a place, or a file there, cannot be read. Each is an error of the contract with its sentence. */
export type PlaceErrorName =
  | 'unreachable'
  | 'refused'
  | 'host_key_changed'
  | 'not_found'
  | 'too_many'
  | 'private_address'
  | 'own_bucket'
  | 'timeout'

export class PlaceError extends Error {
  readonly reason: PlaceErrorName
  constructor(reason: PlaceErrorName, cause?: unknown) {
    super(`The place cannot be used: ${reason}`, { cause })
    this.reason = reason
  }
}

/** False for names of folders and of other folders' files, and for those that no table takes. */
export const isFileName = (name: string) =>
  name !== '' && name !== '.' && name !== '..' && !name.includes('/') && cleanText(name) === name

/** Maximum names of one look: a folder with more is no till's. */
export const MAX_NAMES = 10_000

/**
 * Name in `done/` or `waiting/`: shops write the same name every evening, and none may replace the one before. The same file has the same
 * name there, however often a move is repeated.
 */
export function putAwayName({ name, modifiedAt, size }: Found): string {
  const time = modifiedAt === null ? `${size}` : new Date(modifiedAt).toISOString().replace(/[-:]|\.\d+Z$/g, '')
  return `${time} ${name}`
}

/** Streams the pieces of a file. Waits for the first one, so that `open` itself throws if the file is gone. */
export async function streamOf(pieces: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await pieces.next()
  async function* all() {
    if (first.done) return
    yield first.value
    yield* pieces
  }
  const stream = Readable.from(all(), { objectMode: false })
  // A generator that was never begun runs no `finally`: the connection of a stream that is not read would stay.
  return stream.once('close', () => pieces.return(undefined).catch(() => {}))
}
