import type { Assertion } from '@ruam/contract/access/passkeys.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../core/api-error.ts'
import { logEvent } from '../../core/log.ts'
import { onConnection, transaction } from '../../database/db.ts'
import { countAttempt } from '../../http/attempts.ts'
import { queueMail } from '../../mail/mails.ts'
import type { Core } from '../../servers/core.ts'
import { factorLimits } from './login-attempts.ts'
import { endChallenge, type Purpose } from './passkey-challenges.ts'
import { countUse, findPasskey } from './passkey-queries.ts'
import { notePerson } from './queries.ts'
import { findDevice } from './sign-in.ts'
import { verifyAssertion } from './verify-passkey.ts'

export const userHandle = (userId: number) => Buffer.from(String(userId)).toString('base64url')

interface Expected {
  purposes: readonly Purpose[]
  /** Session that asked, for a person who is signed in. */
  sessionId?: number
}

/** Checks the answer of an authenticator. Returns its person and their known device. Throws passkey_refused. */
export async function checkPasskey(
  core: Core,
  request: FastifyRequest,
  given: Assertion,
  { purposes, sessionId }: Expected,
): Promise<{ userId: number; device: string | undefined }> {
  const passkey = await findPasskey(core.pool, given.credential)
  const device = await findDevice(core, request, passkey?.user_id)
  if (passkey) await countAttempt(core.pool, request, factorLimits(passkey.user_id, request.ip, device))
  const asked = await endChallenge(core.pool, given, purposes)
  const isMeant =
    asked &&
    passkey &&
    (asked.user_id ?? passkey.user_id) === passkey.user_id &&
    (asked.session_id ?? sessionId) === sessionId &&
    (given.user_handle ?? userHandle(passkey.user_id)) === userHandle(passkey.user_id)
  const counter =
    isMeant &&
    (await verifyAssertion(
      core.config,
      { challenge: asked.challenge, alone: asked.purpose === 'sign_in' },
      passkey.public_key,
      given,
    ))
  if (!isMeant || counter === undefined) {
    const person = passkey?.user_id ?? asked?.user_id
    logEvent(request, 'passkey_refused', person ? { user_id: person } : {})
    if (person) await notePerson(core.pool, person, 'passkey_refused', request)
    throw new ApiError('passkey_refused')
  }
  const userId = passkey.user_id
  if (!(await countUse(core.pool, passkey.id, counter as number))) {
    logEvent(request, 'passkey_copied', { user_id: userId })
    await notePerson(core.pool, userId, 'passkey_copied', request)
    await transaction(core.pool, 'begin', (client) =>
      queueMail(core, onConnection(client), 'passkey_copied', { user_id: userId }),
    )
    throw new ApiError('passkey_refused')
  }
  return { userId, device }
}
