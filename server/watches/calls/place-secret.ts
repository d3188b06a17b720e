import type { WatchPlace } from '@ruam/contract/watches/places.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Core } from '../../servers/core.ts'
import type { WatchRow } from '../files/queries.ts'
import { PlaceError } from '../places/place.ts'
import { isSameAddress, needsSecret, type PlaceSecret, sealSecret, secretOf } from '../places/secret.ts'

/** Secret as a call sends it. */
interface SentSecret {
  secret?: string | undefined
  passphrase?: string | undefined
}

/** Returns the secret that was sent for a place; null if it has none. Throws watch_secret_missing. */
export function sentSecret(place: WatchPlace, { secret, passphrase }: SentSecret): PlaceSecret | null {
  if (!needsSecret(place)) return null
  if (secret === undefined) throw new ApiError('watch_secret_missing')
  return { secret, ...(passphrase !== undefined && { passphrase }) }
}

/** Returns the secret that was sent, sealed for its place; null if the place has none. Throws watch_secret_missing. */
export function sealedSecret(
  core: Pick<Core, 'config'>,
  storeId: number,
  place: WatchPlace,
  sent: SentSecret,
): Buffer | null {
  const secret = sentSecret(place, sent)
  return secret && sealSecret(core, storeId, place, secret)
}

/** False if the stored secret of a watch serves for this place, and no other one was sent. */
export const changesSecret = (row: Pick<WatchRow, 'place' | 'secret'>, place: WatchPlace, sent: SentSecret): boolean =>
  sent.secret !== undefined || sent.passphrase !== undefined || row.secret === null || !isSameAddress(row.place, place)

/** Returns the secret that was sent for a place, or else the stored one of the watch. Throws watch_secret_missing or watch_refused. */
export function secretFor(
  core: Pick<Core, 'config'>,
  storeId: number,
  row: WatchRow,
  place: WatchPlace,
  sent: SentSecret,
): PlaceSecret | null {
  if (changesSecret(row, place, sent)) return sentSecret(place, sent)
  try {
    return secretOf(core, storeId, row)
  } catch (error) {
    // Sealed by a server with another key.
    throw error instanceof PlaceError ? new ApiError('watch_refused') : error
  }
}

/** Host key that a place must have; null for none. */
export const pinnedKey = (place: WatchPlace): string | null => (place.kind === 'sftp' ? place.host_key : null)

/** True if an edit accepts another host key than the pinned one, or any. */
export const acceptsKey = (before: WatchPlace, after: WatchPlace): boolean =>
  after.kind === 'sftp' && pinnedKey(before) !== after.host_key
