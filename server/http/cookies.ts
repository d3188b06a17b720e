import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../core/api-error.ts'
import type { Config } from '../core/config.ts'
import { logEvent } from '../core/log.ts'
import { isHttps } from './headers.ts'
import { isFromOurPage } from './network.ts'

/** Letters of a token. */
const TOKEN_LETTERS = 43

/** A cookie that scripts cannot read. */
export interface Cookie {
  name: string
  /** The one call that reads it. */
  path: string
  seconds: number
  /** Sent also with a visit from another site: the way back from the identity provider is one, and reads no others. */
  lax?: true
  /** Most letters of its value; those of a token when left out. */
  letters?: number
}

/** Over https the name makes browsers accept the cookie from https only, and never send it elsewhere. */
function fullName({ name }: Cookie, config: Pick<Config, 'publicUrl'>, request: FastifyRequest): string {
  return isHttps(config, request) ? `__Secure-${name}` : name
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
  return pairs
    .map(
      (pair) => new RegExp(`^${name}=([\\w-]{${TOKEN_LETTERS},${cookie.letters ?? TOKEN_LETTERS}})$`).exec(pair)?.[1],
    )
    .find((token) => token !== undefined)
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

/** Guards every call that reads or sets a cookie: a foreign page can't use a session or sign the user in as another. */
export function refuseForeignPage({ publicUrl }: Pick<Config, 'publicUrl'>, request: FastifyRequest): void {
  if (isFromOurPage(request.headers, request.host, publicUrl)) return
  logEvent(request, 'foreign_page')
  throw new ApiError('foreign_page')
}
