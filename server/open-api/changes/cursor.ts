import { z } from 'zod'
import { ApiError } from '../../core/api-error.ts'
import { seal, unseal } from '../../core/sealing.ts'

/** A place in the stream: after the nth event of a change. */
export interface ChangeCursor {
  epoch: string
  position: number
  nth: number
}

/** After all events of a change. */
export const ALL_EVENTS = 999_999_999

const Place = z.tuple([z.uuid(), z.coerce.number().int().min(0), z.coerce.number().int().min(0)])

/** Sealed, and of one length: a position would tell of changes that the program may not read. */
export function writeCursor(secretKey: string, storeId: number, { epoch, position, nth }: ChangeCursor): string {
  const text = `${epoch} ${String(position).padStart(16, '0')} ${String(nth).padStart(9, '0')}`
  return seal(secretKey, { storeId, subject: 'changes' }, text).toString('base64url')
}

/** Throws unprocessable for a cursor that this store has not given. */
export function readCursor(secretKey: string, storeId: number, cursor: string): ChangeCursor {
  try {
    const text = unseal(secretKey, { storeId, subject: 'changes' }, Buffer.from(cursor, 'base64url'))
    const [epoch, position, nth] = Place.parse(text.split(' '))
    return { epoch, position, nth }
  } catch {
    throw new ApiError('unprocessable', { fields: ['query.after'] })
  }
}
