import type { Endpoint } from '@ruam/contract/endpoint.ts'
import type { Got } from './api.ts'
import { toCamel } from './camel.ts'
import type { ApiError } from './request.ts'
import { wire } from './session.ts'

/**
 * Reads the newer version out of the refusal of a stale edit (stale_edit): what the call would have answered, as screens see it.
 * `endpoint`: the call that was refused, or the one that reads the record.
 */
export const currentOf =
  <E extends Endpoint>(endpoint: E) =>
  ({ details }: ApiError): Got<E> =>
    toCamel(details.current, wire(endpoint).shape.response) as Got<E>
