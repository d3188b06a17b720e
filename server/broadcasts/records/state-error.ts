import { ApiError } from '../../core/api-error.ts'
import type { BroadcastRow } from './queries.ts'

/** Returns the error of an act that the present state of a broadcast does not allow. */
export const stateError = ({ status }: Pick<BroadcastRow, 'status'>): ApiError =>
  new ApiError(status === 'published' || status === 'failed' ? 'broadcast_final' : 'broadcast_state')

/** Returns the error of a change to a broadcast that is no draft any more. */
export const notDraftError = (row: Pick<BroadcastRow, 'status'>): ApiError =>
  row.status === 'pending' ? new ApiError('broadcast_pending') : stateError(row)
