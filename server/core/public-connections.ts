// Connections to addresses that people typed in. The library checks the address after the name was resolved, when the connection is made:
// no second answer of a name server leads into the operator's network.
import type { AgentOptions } from 'node:http'
import type { Socket } from 'node:net'
import {
  type RequestFilteringAgentOptions as Allowed,
  RequestFilteringHttpAgent,
  RequestFilteringHttpsAgent,
} from 'request-filtering-agent'

/** Agents of HTTP requests. Private addresses are refused, except for what `allowed` names. */
export const publicAgents = (options: AgentOptions, allowed: Allowed = {}) => ({
  http: new RequestFilteringHttpAgent({ ...options, ...allowed }),
  https: new RequestFilteringHttpsAgent({ ...options, ...allowed }),
})
export type PublicAgents = ReturnType<typeof publicAgents>

/** Begins a TCP connection under the same check. The socket emits `connect` or `error`. */
export const connectPublic = (to: { host: string; port: number }, allowed: Allowed = {}): Socket =>
  new RequestFilteringHttpAgent(allowed).createConnection(to) as Socket

/** True if the check refused the address, also when a client library wrapped its error. */
export function isPrivateAddress(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /^DNS lookup .* is not allowed\./.test(error.message) || isPrivateAddress(error.cause)
}
