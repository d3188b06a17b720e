import { refusedRights } from '@ruam/contract/access/rights-matrix.ts'
import { type ErrorBody, type ErrorName, errors, type Language } from '@ruam/contract/errors/catalog.ts'
import { type DetailsOf, sentence } from '@ruam/contract/platform/sentence.ts'

/** A refusal that the contract names; everything else that is thrown is unexpected. */
export class ApiError<N extends ErrorName = ErrorName> extends Error {
  readonly errorName: ErrorName
  readonly details: Record<string, unknown> | undefined

  /** The words that its sentence can't do without are given with it. */
  constructor(refusal: N, ...said: [...DetailsOf<N>, options?: ErrorOptions]) {
    const [details, options] = said as unknown as [details?: Record<string, unknown>, options?: ErrorOptions]
    super(refusal, options)
    this.errorName = refusal
    this.details = details
  }
}

/** The body of an answer that is not a success, in the caller's language. */
export function errorBody(name: ErrorName, language: Language, details?: Record<string, unknown>): ErrorBody {
  const right = refusedRights(details?.permission, language)
  const message = sentence(name, language, { ...details, right })
  const body = { error_code: errors[name].code, error: name, message }
  return details ? { ...body, details } : body
}
