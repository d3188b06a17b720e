import { PROVIDER_SECONDS, SESSION_SECONDS } from '@ruam/contract/platform/constants.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../core/config.ts'
import { type Cookie, setCookie } from '../../http/cookies.ts'

/** Seconds for which a device is known without a sign-in: browsers keep no cookie for longer than 400 days. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60

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

/** Sign-in in progress through the identity provider. Sent across sites, because the return comes from another site. */
export const providerCookie: Cookie = {
  name: 'ruam_provider',
  path: CALLBACK,
  seconds: PROVIDER_SECONDS,
  lax: true,
}

/** Makes this browser known as one on which the person has signed in. */
export function setDevice(config: Config, request: FastifyRequest, reply: FastifyReply, userId: number, token: string) {
  setCookie(deviceCookie(userId), config, request, reply, token)
  if (config.oidc) setCookie(deviceAtProvider(userId), config, request, reply, token)
}
