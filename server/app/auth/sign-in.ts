import { ACCESS_TOKEN_SECONDS, SESSION_SECONDS } from '@ruam/contract/platform/constants.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { logEvent } from '../../core/log.ts'
import { newToken, tokenHash } from '../../core/tokens.ts'
import { onConnection, transaction } from '../../database/db.ts'
import { deviceWords } from '../../http/came-from.ts'
import { readCookie, setCookie } from '../../http/cookies.ts'
import { queueMail } from '../../mail/mails.ts'
import type { Core } from '../../servers/core.ts'
import { DEVICE, deviceCookie, refreshCookie, setDevice } from './cookies.ts'
import { beginSession, findPerson, isNewcomer, knowsDevice } from './queries.ts'

/** Begins a session and sets its cookies. `device`: the cookie that names this browser; a browser without a known one is new, and its person gets a notice unless it is their first one. `factor`: the second one. */
export async function signIn(
  core: Core,
  reply: FastifyReply,
  request: FastifyRequest,
  userId: number,
  device: string | undefined,
  factor?: 'passkey' | 'code' | 'provider',
) {
  const refresh = newToken()
  const access = newToken()
  const shown = device ?? newToken()
  const begun = {
    userId,
    refresh: tokenHash(refresh),
    access: tokenHash(access),
    seconds: SESSION_SECONDS,
    accessSeconds: ACCESS_TOKEN_SECONDS,
    words: deviceWords(request),
    address: request.ip,
    device: tokenHash(shown),
    requestId: request.id,
  }
  await transaction(core.pool, 'begin', async (client) => {
    const isFirst = !device && (await isNewcomer(client, userId))
    const id = await beginSession(client, begun)
    if (factor) await client.query('select auth.prove_session($1, $2)', [id, factor])
    if (!device && !isFirst) await queueMail(core, onConnection(client), 'new_device', { user_id: userId, id })
  })
  logEvent(request, 'sign_in', { user_id: userId })
  setCookie(refreshCookie, core.config, request, reply, refresh)
  setDevice(core.config, request, reply, userId, shown)
  return { access_token: access, expires_in: ACCESS_TOKEN_SECONDS, user: await findPerson(core.pool, userId) }
}

/** Returns the token of this browser if the person has signed in on it before. A browser that shows none costs no look. */
export async function findDevice(
  { pool, config }: Core,
  request: FastifyRequest,
  userId: number | undefined,
): Promise<string | undefined> {
  if (userId === undefined || !showsDevice(request)) return undefined
  const shown = readCookie(deviceCookie(userId), config, request)
  return shown && (await knowsDevice(pool, userId, tokenHash(shown))) ? shown : undefined
}

export const showsDevice = ({ headers }: FastifyRequest) => headers.cookie?.includes(DEVICE) === true
