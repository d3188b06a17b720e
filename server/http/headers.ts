import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../core/config.ts'

/** Headers of every API response, errors and downloads included: none of them is a page, a script or a frame. */
export const answerHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const

/** True if people use https: by the configured address, or else by the request. */
export function isHttps({ publicUrl }: Pick<Config, 'publicUrl'>, request: Pick<FastifyRequest, 'protocol'>): boolean {
  return publicUrl ? publicUrl.startsWith('https:') : request.protocol === 'https'
}

/** Address by which people and programs reach this server: the configured one, or else the request's own. */
export const publicAddress = ({ server, protocol, host }: FastifyRequest): string =>
  server?.publicUrl ?? `${protocol}://${host}`

declare module 'fastify' {
  interface FastifyInstance {
    /** The setting PUBLIC_URL. */
    publicUrl?: string
  }
}

const ONE_YEAR = 'max-age=31536000'

/** Adds them where an answer has none of its own, as the files of the web have. */
export function addHeaders(app: FastifyInstance, config: Config): void {
  if (config.publicUrl) app.decorate('publicUrl', config.publicUrl)
  const transport = config.httpsSubdomains ? `${ONE_YEAR}; includeSubDomains` : ONE_YEAR
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(answerHeaders)) if (!reply.hasHeader(name)) reply.header(name, value)
    if (isHttps(config, request)) reply.header('strict-transport-security', transport)
  })
}
