// A prefix of a bucket of S3 or of a compatible server, always with the watch's own keys.
import { publicAgents } from '../../core/public-connections.ts'
import { type Bucket, isSameEtag, ObjectChanged, openBucket, statusOf } from '../../storage/bucket.ts'
import { TooLarge } from '../../storage/storage.ts'
import { isSameBucket, type Reach, reasonOf } from './address.ts'
import { type Patience, patienceOf, usualLimits } from './patience.ts'
import {
  type Found,
  isFileName,
  MAX_NAMES,
  type Place,
  PlaceError,
  type PlaceErrorName,
  type PutAway,
  putAwayName,
  streamOf,
} from './place.ts'

export interface S3Settings {
  /** Undefined for Amazon's own. */
  endpoint: string | undefined
  region: string
  bucket: string
  /** Empty, or a folder with a slash at its end. */
  prefix: string
  /** The bucket in the path of an address rather than in its host. */
  pathStyle: boolean
  keys: { id: string; secret: string }
}

/** Maximum pages of a look: a page without files may still hold folders, of which there is no end. */
const MAX_PAGES = 100

/** Opens the folder. Throws `own_bucket` for the product's buckets, `private_address` for an inner address that is written out or has no https. */
export function s3Place(settings: S3Settings, reach: Reach, limits = usualLimits): Place {
  const { endpoint, prefix } = settings
  if (reach.ownBuckets.some((own) => isSameBucket(settings, own))) throw new PlaceError('own_bucket')
  if (endpoint?.startsWith('http:') && !reach.allowPrivateIPAddress) throw new PlaceError('private_address')
  const { allowPrivateIPAddress } = reach

  /** Runs one act with connections of its own, and names why it failed. */
  async function* act<T>(
    signal: AbortSignal,
    actMs: number,
    steps: (bucket: Bucket, patience: Patience) => AsyncGenerator<T>,
  ): AsyncGenerator<T> {
    const patience = patienceOf(signal, limits.silenceMs, actMs)
    const agents = publicAgents({ keepAlive: true }, { allowPrivateIPAddress })
    // Ends what is still read when the caller leaves: a cut connection alone would be read again.
    const over = new AbortController()
    let bucket: Bucket | undefined
    try {
      bucket = await openBucket(settings, { agents, signal: AbortSignal.any([patience.signal, over.signal]) })
      yield* steps(bucket, patience)
    } catch (error) {
      throw new PlaceError(reasonOfReply(error) ?? reasonOf(error, patience.signal), error)
    } finally {
      over.abort()
      bucket?.close()
    }
  }

  async function* namesIn(bucket: Bucket, patience: Patience): AsyncGenerator<Found> {
    const pages = bucket.list(prefix, '/')
    let names = 0
    for (let page = 1; ; page++) {
      const { value, done } = await patience.wait(pages.next())
      if (done) return
      names += value.length
      if (names > MAX_NAMES || page > MAX_PAGES) throw new PlaceError('too_many')
      for (const { key, size, at, etag } of value) {
        const name = key.startsWith(prefix) ? key.slice(prefix.length) : ''
        // Folders are empty objects in the eyes of some servers, and not all of them heed the delimiter.
        if (!isFileName(name)) continue
        yield { name, size, modifiedAt: at || null, ...(etag !== undefined && { version: etag }) }
      }
    }
  }

  return {
    list: (signal) => act(signal, limits.lookMs, namesIn),

    async open({ name, size, version }, signal) {
      const chunks = act(signal, limits.copyMs, async function* (bucket, patience) {
        const content = bucket.read(prefix + name, 0, undefined, version)[Symbol.asyncIterator]()
        let bytes = 0
        for (;;) {
          const { value, done } = await patience.wait(content.next())
          if (done) break
          bytes += value.length
          // A server that heeds no ETag, or goes on for ever.
          if (bytes > size) throw new PlaceError('not_found')
          yield value as Buffer
        }
        if (bytes < size) throw new PlaceError('not_found')
      })
      return streamOf(chunks)
    },

    async putAway(found, where, signal, from = null) {
      const aside = (folder: PutAway) => `${prefix}${folder}/${putAwayName(found)}`
      const key = from === null ? prefix + found.name : aside(from)
      // The copy of a large object gets another ETag.
      const version = from === null ? found.version : undefined
      const moving = act(signal, limits.lookMs, async function* (bucket, patience) {
        // Killed between the two, it copies to the same name again.
        await patience.wait(bucket.copy(key, aside(where), version))
        // Most compatible servers delete without a condition.
        const now = version === undefined ? undefined : await patience.wait(bucket.etag(key))
        if (now !== undefined && !isSameEtag(version!, now)) throw new PlaceError('not_found')
        yield await patience.wait(bucket.remove(key, version))
      })
      for await (const _ of moving);
    },
  }
}

/** Statuses of a refusal: 400 and 301 also come from another region than the bucket's. 501: the server has no conditional delete. */
const REASONS: Readonly<Record<number, PlaceErrorName>> = {
  ...{ 301: 'refused', 400: 'refused', 401: 'refused', 403: 'refused', 501: 'refused' },
  ...{ 404: 'not_found', 409: 'not_found', 412: 'not_found' },
}

const reasonOfReply = (error: unknown): PlaceErrorName | undefined =>
  error instanceof TooLarge ? 'too_many' : error instanceof ObjectChanged ? 'not_found' : REASONS[statusOf(error) ?? 0]
