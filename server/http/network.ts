import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * Trust function of Fastify: the configured number of proxies, counted from this end. Anyone can write what is further left in
 * X-Forwarded-For. Given only a number, Fastify would trust none.
 */
export const trustedProxies = (hops: number) => hops > 0 && ((_address: string, hop: number) => hop < hops)

/** Key of attempt limits: an IPv4 address, or the /64 network of an IPv6 address, which one holder has at least. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  // Limits text written by other proxies to the length of an address.
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
 * True if a request may come from a page of ours: of the requested host, or of the public address. Non-browsers send no origin, and
 * browsers always send it where it matters: cookies are SameSite=Strict, and sockets need a token.
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
