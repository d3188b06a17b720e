import { TimeText } from '@ruam/contract/platform/common.ts'
import { z } from 'zod'
import { ApiError } from '../../core/api-error.ts'

const Place = z.tuple([TimeText, z.int().min(0)])

/** A place in a list by time and id. */
export interface ListCursor {
  at: string
  id: number
}

/** Returns the place of a cursor. Throws unprocessable. */
export function readCursor(cursor: string): ListCursor {
  try {
    const [at, id] = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { at, id }
  } catch {
    throw new ApiError('unprocessable', { fields: ['query.cursor'] })
  }
}

export const writeCursor = ({ at, id }: ListCursor): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url')

/** Cuts a page of one row more than asked for, and returns the cursor of its end. */
export function cutPage<T>(rows: readonly T[], limit: number, placeOf: (row: T) => ListCursor) {
  const data = rows.slice(0, limit)
  const has_more = rows.length > limit
  return { data, has_more, next_cursor: has_more ? writeCursor(placeOf(data.at(-1)!)) : null }
}
