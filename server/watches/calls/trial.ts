import { TRIAL_NAMES, type WatchPlace } from '@ruam/contract/watches/places.ts'
import { ApiError } from '../../core/api-error.ts'
import { cleanFileName } from '../../http/upload.ts'
import type { Core } from '../../servers/core.ts'
import { errorOfPlace, matchingFiles } from '../files/look.ts'
import { openPlace } from '../places/open-place.ts'
import { PlaceError } from '../places/place.ts'
import type { PlaceSecret } from '../places/secret.ts'

/** Milliseconds that a trial of a place may take. */
const TRIAL_MS = 20_000

/** Lists the newest matching names of a place, and takes nothing. Throws the errors of places as the contract names them. */
export async function tryPlace(
  core: Core,
  storeId: number,
  { place, pattern, secret }: { place: WatchPlace; pattern: string; secret: PlaceSecret | null },
) {
  try {
    const signal = AbortSignal.timeout(TRIAL_MS)
    const opened = await openPlace(core, storeId, place, secret, signal)
    const files = await matchingFiles(opened.place, pattern, signal)
    const newest = files.toReversed().slice(0, TRIAL_NAMES)
    return {
      files: newest.map(({ name, size, modifiedAt }) => ({
        name: cleanFileName(name),
        size,
        modified_at: modifiedAt === null ? null : new Date(modifiedAt).toISOString(),
      })),
      total: files.length,
      host_key: opened.hostKey,
    }
  } catch (error) {
    if (error instanceof PlaceError) throw new ApiError(errorOfPlace[error.reason] as 'watch_refused')
    if ((error as Error).name === 'TimeoutError') throw new ApiError('watch_timeout')
    throw error
  }
}
