import type { Config } from '../../core/config.ts'
import { isPrivateAddress } from '../../core/public-connections.ts'
import { PlaceError, type PlaceErrorName } from './place.ts'

/** Servers that watches may reach, and buckets that they may not. */
export interface Reach {
  allowPrivateIPAddress: boolean
  /** Buckets of the product itself: its files, its backups and its archive. */
  ownBuckets: readonly BucketAddress[]
}

interface BucketAddress {
  /** Undefined for Amazon's own. */
  endpoint: string | undefined
  bucket: string
}

type Settings = Pick<Config, 'watchPrivate' | 'bucket' | 'backupFolder' | 'archive' | 'backupBucket'>

export function reachOf({ watchPrivate, bucket, backupFolder, archive, backupBucket }: Settings): Reach {
  const backups = [backupFolder, archive]
    .filter((place) => place?.startsWith('s3://'))
    .map((place) => ({ endpoint: backupBucket.endpoint, bucket: new URL(place!).host }))
  return { allowPrivateIPAddress: watchPrivate, ownBuckets: [...(bucket ? [bucket] : []), ...backups] }
}

/**
 * True if both name the same bucket. Amazon's names are unique over all its addresses. An address may also begin with the bucket's name,
 * with any folder in the bucket's place.
 */
export function isSameBucket(one: BucketAddress, other: BucketAddress): boolean {
  const [host, otherHost] = [hostOf(one), hostOf(other)]
  const isInHost = host.split('.')[0] === other.bucket && hasHost(host.slice(other.bucket.length + 1), otherHost)
  return isInHost || (one.bucket === other.bucket && hasHost(host, otherHost))
}

const hasHost = (host: string, other: string) => host === other || (isAmazon(host) && isAmazon(other))

const AMAZON = 's3.amazonaws.com'
const isAmazon = (host: string) => /(^|\.)amazonaws\.com(\.cn)?$/.test(host.split(':')[0]!)

/** Host and port, which URL leaves out where the scheme implies it. */
function hostOf({ endpoint }: BucketAddress): string {
  if (endpoint === undefined) return AMAZON
  const { hostname, port, protocol } = new URL(endpoint)
  return `${hostname.replace(/\.$/, '')}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/** Codes of Node for servers that do not answer, and for connections that they cut. */
const TIMEOUTS = new Set(['ETIMEDOUT', 'ESOCKETTIMEDOUT', 'ERR_SOCKET_CONNECTION_TIMEOUT'])

/** Names the reason why a connection failed. `ended` is the signal of the act: libraries hide its reason. */
export function reasonOf(error: unknown, ended?: AbortSignal): PlaceErrorName {
  const cause = ended?.aborted ? ended.reason : error
  if (cause instanceof PlaceError) return cause.reason
  if (isPrivateAddress(cause)) return 'private_address'
  const { name, code } = (cause ?? {}) as { name?: string; code?: string }
  return name === 'TimeoutError' || TIMEOUTS.has(code ?? '') ? 'timeout' : 'unreachable'
}
