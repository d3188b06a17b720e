import type { IncomingMessage } from 'node:http'
import { SOCKET_PATH } from '@ruam/contract/push.ts'
import type { Config } from '../core/config.ts'

/** Whether a request may become a websocket. Others that offer an upgrade (HTTP/2 without TLS) are answered as what they are. */
export const isSocketRequest = ({ url = '' }: Pick<IncomingMessage, 'url'>) => url.split('?', 1)[0] === SOCKET_PATH

/**
 * Whether a page of this origin may open the socket: of our own host, or of the address people use. What is no browser names no
 * origin, and no browser leaves it out; the token is asked for either way.
 */
function isOurs(origin: string | undefined, host: string | undefined, publicUrl: string | undefined): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host || (publicUrl !== undefined && page.origin === new URL(publicUrl).origin)
}

/** The status line with which an upgrade is refused; undefined when it may go on. */
export function refusalOf(
  request: IncomingMessage,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  listening: boolean,
): string | undefined {
  if (!isSocketRequest(request)) return '404 Not Found'
  if (!isOurs(request.headers.origin, request.headers.host, publicUrl)) return '403 Forbidden'
  return listening ? undefined : '503 Service Unavailable'
}
