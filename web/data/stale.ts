import type { Current, Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { type Camel, toCamel } from './camel.ts'
import type { ApiError } from './request.ts'
import { wire } from './session.ts'

/** Reads the newer version out of the refusal of a stale edit (stale_edit), as screens see it. `endpoint`: the call that was refused. */
export const currentOf =
  <E extends Endpoint>(endpoint: E) =>
  ({ details }: ApiError): Camel<Current<E>> =>
    toCamel(details.current, wire(endpoint).shape.stale) as Camel<Current<E>>
