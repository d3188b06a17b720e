import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * Whom Fastify believes about where a call comes from: as many proxies before this server as the setting says, counted from this end;
 * what stands further left in X-Forwarded-For anybody can write. Given the number alone, Fastify would believe none.
 */
export const trustedProxies = (hops: number) => hops > 0 && ((_address: string, hop: number) => hop < hops)

/** What tries are counted by: an IPv4 address, or the /64 network that one holder of IPv6 addresses has at the least. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  // What a proxy of another kind may write is no longer than an address.
  if (!isIPv6(address)) return address.slice(0, 45)
  const [left = [], right] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - left.length - (right?.length ?? 0))).fill('0')
  const groups = right ? [...left, ...zeros, ...right] : left
  return `${groups
    .map((group) => Number.parseInt(group, 16).toString(16))
    .slice(0, 4)
    .join(':')}::/64`
}

/**
 * Whether a request may come from a page of ours: of the host it was sent to, or of the address people use. What is no browser names
 * no origin, and no browser leaves it out where it matters: cookies are SameSite=Strict, and the socket asks for a token.
 */
export function isFromOurPage(headers: IncomingHttpHeaders, host: string | undefined, publicUrl: string | undefined) {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const { origin } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host || (publicUrl !== undefined && page.origin === new URL(publicUrl).origin)
}
