import { openApiRequests } from '@ruam/contract/open-api/own-requests.ts'
import { ApiError } from '../../core/api-error.ts'
import { seal, unseal } from '../../core/sealing.ts'
import { implement } from '../../http/implement.ts'
import { noteRequest } from '../../http/request-log.ts'
import { requestsBefore } from './requests.ts'
import { viewRequest } from './routes.ts'

/** Sealed, and of one length: the number of a row would tell how many requests all programs make. */
const writeCursor = (secretKey: string, storeId: number, credential: number, id: number): string =>
  seal(secretKey, { storeId, subject: `requests:${credential}` }, String(id).padStart(16, '0')).toString('base64url')

/** Throws unprocessable for a cursor that this program has not received. */
function readCursor(secretKey: string, storeId: number, credential: number, cursor: string): number {
  try {
    return Number(unseal(secretKey, { storeId, subject: `requests:${credential}` }, Buffer.from(cursor, 'base64url')))
  } catch {
    throw new ApiError('unprocessable', { fields: ['query.cursor'] })
  }
}

export const openApiRequestsRoutes = implement(openApiRequests, {
  async requests({ core, db, storeId, user, query, language, request }) {
    const { secretKey } = core.config
    const { cursor, limit, outcome, request_id } = query
    const before = cursor === undefined ? undefined : readCursor(secretKey, storeId, user.id, cursor)
    const rows = await requestsBefore(db, storeId, user.id, { outcome, request_id, before, limit: limit + 1 })
    const page = rows.slice(0, limit)
    noteRequest(request, { items: page.length })
    const has_more = rows.length > page.length
    return {
      data: page.map((row) => viewRequest(row, language)),
      next_cursor: has_more ? writeCursor(secretKey, storeId, user.id, page.at(-1)!.id) : null,
      has_more,
    }
  },
})
