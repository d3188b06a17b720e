import { PROVIDER_SECONDS, SESSION_SECONDS } from '@ruam/contract/platform/constants.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../core/api-error.ts'
import type { Config } from '../../core/config.ts'
import { logEvent } from '../../core/log.ts'
import { isHttps } from '../../http/headers.ts'
import { isFromOurPage } from '../../http/network.ts'

/** Seconds for which a device is known without a sign-in: browsers keep no cookie for longer than 400 days. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60

interface Cookie {
  name: string
  /** The one call that reads it. */
  path: string
  seconds: number
  /** Sent also with a visit from another site: the way back from the identity provider is one, and reads no others. */
  lax?: true
}

export const refreshCookie: Cookie = { name: 'ruam_refresh', path: '/api/auth/refresh', seconds: SESSION_SECONDS }

export const DEVICE = 'ruam_device_'
const CALLBACK = '/api/auth/oidc/callback'

/** One for each person, for several may sign in on the machine at the counter. */
export const deviceCookie = (userId: number): Cookie => ({
  name: `${DEVICE}${userId}`,
  path: '/api/auth/login',
  seconds: DEVICE_SECONDS,
})

/** The same token for who comes back from the identity provider. It opens nothing: who comes with it is only not told of themselves. */
export const deviceAtProvider = (userId: number): Cookie => ({
  ...deviceCookie(userId),
  path: CALLBACK,
  lax: true,
})

/** Over https the name makes browsers accept the cookie from https only, and never send it elsewhere. */
function fullName({ name }: Cookie, config: Pick<Config, 'publicUrl'>, request: FastifyRequest): string {
  return isHttps(config, request) ? `__Secure-${name}` : name
}

/** Sign-in in progress through the identity provider. Sent across sites, because the return comes from another site. */
export const providerCookie: Cookie = {
  name: 'ruam_provider',
  path: CALLBACK,
  seconds: PROVIDER_SECONDS,
  lax: true,
}

/** The token in a cookie. Throws foreign_page when the request comes from a page that is not ours, but for a cookie that is sent then, too. */
export function readCookie(
  cookie: Cookie,
  config: Pick<Config, 'publicUrl'>,
  request: FastifyRequest,
): string | undefined {
  if (!cookie.lax) refuseForeignPage(config, request)
  const name = fullName(cookie, config, request)
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.map((pair) => new RegExp(`^${name}=([\\w-]{43})$`).exec(pair)?.[1]).find((token) => token !== undefined)
}

/** Gives the browser a cookie; no value takes it away. */
export function setCookie(
  cookie: Cookie,
  config: Pick<Config, 'publicUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
  value = '',
): void {
  const name = fullName(cookie, config, request)
  const secure = name === cookie.name ? '' : '; Secure'
  const age = value === '' ? 0 : cookie.seconds
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=${cookie.path}; Max-Age=${age}; HttpOnly; SameSite=${cookie.lax ? 'Lax' : 'Strict'}${secure}`,
  )
}

/** Makes this browser known as one on which the person has signed in. */
export function setDevice(config: Config, request: FastifyRequest, reply: FastifyReply, userId: number, token: string) {
  setCookie(deviceCookie(userId), config, request, reply, token)
  if (config.oidc) setCookie(deviceAtProvider(userId), config, request, reply, token)
}

/** Guards every call that reads or sets a cookie: a foreign page can't use a session or sign the user in as another. */
export function refuseForeignPage({ publicUrl }: Pick<Config, 'publicUrl'>, request: FastifyRequest): void {
  if (isFromOurPage(request.headers, request.host, publicUrl)) return
  logEvent(request, 'foreign_page')
  throw new ApiError('foreign_page')
}
