import type { WatchPlace } from '@ruam/contract/watches/places.ts'
import { z } from 'zod'
import { seal, unseal } from '../../core/sealing.ts'
import type { Core } from '../../servers/core.ts'
import { PlaceError } from './place.ts'

/** Password, private key or secret of an S3 key. */
const PlaceSecret = z.strictObject({ secret: z.string(), passphrase: z.string().optional() })
export type PlaceSecret = z.infer<typeof PlaceSecret>

type Keys = { config: Pick<Core['config'], 'secretKey'> }

/** Address to which a secret is sent; null for places without one. */
function addressOf(place: WatchPlace): string | null {
  switch (place.kind) {
    case 'folder':
    case 'line_chat':
      return null
    case 's3':
      return `s3:${place.endpoint ?? 'aws'} ${place.bucket}`
    case 'sftp':
      return `sftp:${place.login} ${place.host} ${place.port}`
  }
}

export const needsSecret = (place: WatchPlace): boolean => addressOf(place) !== null

/** True if a stored secret of one place may be sent to the other. */
export const isSameAddress = (one: WatchPlace, other: WatchPlace): boolean =>
  needsSecret(one) && addressOf(one) === addressOf(other)

const ownerOf = (storeId: number, place: WatchPlace) => ({ storeId, subject: `watch:${addressOf(place)}` })

/** Seals the secret of a place for its row. It opens for this address alone. */
export const sealSecret = ({ config }: Keys, storeId: number, place: WatchPlace, secret: PlaceSecret): Buffer =>
  seal(config.secretKey, ownerOf(storeId, place), JSON.stringify(secret))

/** Returns the secret of a place; null for places without one. Throws `refused` if it is missing, or sealed with another key or address. */
export function secretOf(
  { config }: Keys,
  storeId: number,
  { place, secret }: { place: WatchPlace; secret: Buffer | null },
): PlaceSecret | null {
  if (!needsSecret(place)) return null
  if (!secret) throw new PlaceError('refused')
  try {
    return PlaceSecret.parse(JSON.parse(unseal(config.secretKey, ownerOf(storeId, place), secret)))
  } catch (error) {
    throw new PlaceError('refused', error)
  }
}
