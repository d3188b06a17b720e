import type { ErrorName } from './schema.ts'

/** Name of an error of the API, or `no_ruam`: the answer of a proxy in between. */
export type RuamErrorName = ErrorName | 'no_ruam'

/** Body of every error of the API. */
interface ErrorBody {
  error: RuamErrorName
  error_code: number
  message: string
  details?: Record<string, unknown>
  request_id: string
  docs_url: string
}

/** Answer of the API that is no success. `name` tells what happened; it and `code` never change. */
export class RuamError extends Error {
  override readonly name: RuamErrorName
  readonly code: number
  readonly status: number
  readonly details: Record<string, unknown>
  /** Number of the request in the log of the program. */
  readonly requestId: string
  /** Documentation of the error. */
  readonly docsUrl: string

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = body.error
    this.code = body.error_code
    this.status = status
    this.details = body.details ?? {}
    this.requestId = body.request_id
    this.docsUrl = body.docs_url
  }
}

/** Returns the error that an answer carries. */
export async function errorOf(answer: Response): Promise<RuamError> {
  const text = await answer.text()
  try {
    const body = JSON.parse(text) as ErrorBody
    if (typeof body.error === 'string') return new RuamError(answer.status, body)
  } catch {
    // Not JSON: the answer of a proxy.
  }
  const message = `${answer.status} ${answer.statusText}`.trim()
  return new RuamError(answer.status, { error: 'no_ruam', error_code: 0, message, request_id: '', docs_url: '' })
}
