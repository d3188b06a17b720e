import type { ApiError } from '../../data/request.ts'

/** Why an export did not begin: too many at once have a sentence of their own; of others the person hears what the server says (spec section 8). */
export function refusalOf(error: ApiError, t: { problem: string; failed: string }): string {
  if (error.name === 'export_too_many') return error.message
  return error.message ? `${t.problem} ${error.message}` : t.failed
}
