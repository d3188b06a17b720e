import type { IncomingMessage } from 'node:http'
import { SOCKET_PATH } from '@ruam/contract/push.ts'
import type { Config } from '../core/config.ts'
import { isFromOurPage } from '../http/network.ts'
import { AWAY_SECONDS } from '../http/retry-after.ts'

/** True for websocket upgrades. Other upgrade offers (HTTP/2 without TLS) are answered as plain requests. */
export const isSocketRequest = ({ url = '' }: Pick<IncomingMessage, 'url'>) => url.split('?', 1)[0] === SOCKET_PATH

/** Status line and own header of the answer that refuses an upgrade; undefined when it may go on. */
export function upgradeRefusalOf(
  request: IncomingMessage,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  listening: boolean,
): string | undefined {
  if (!isSocketRequest(request)) return '404 Not Found'
  if (!isFromOurPage(request.headers, request.headers.host, publicUrl)) return '403 Forbidden'
  return listening ? undefined : `503 Service Unavailable\r\nretry-after: ${AWAY_SECONDS}`
}
