import { MAX_PASSKEYS, passkeys } from '@ruam/contract/access/passkeys.ts'
import { passkeyPlace } from '../../access/stores/passkey-place.ts'
import { secondFactorFrom } from '../../access/stores/second-factor.ts'
import { ApiError } from '../../core/api-error.ts'
import { logEvent } from '../../core/log.ts'
import { tokenHash } from '../../core/tokens.ts'
import { onConnection, transaction } from '../../database/db.ts'
import { countAttempt } from '../../http/attempts.ts'
import { requestOrigin } from '../../http/came-from.ts'
import { refuseForeignPage } from '../../http/cookies.ts'
import { implement } from '../../http/implement.ts'
import { queueMail } from '../../mail/mails.ts'
import type { Core } from '../../servers/core.ts'
import { checkPasskey, userHandle } from './check-passkey.ts'
import { factorLimits, passkeyLimits, passwordLimits } from './login-attempts.ts'
import { beginChallenge, endChallenge, inChallenge } from './passkey-challenges.ts'
import {
  addPasskey,
  isFresh,
  listPasskeys,
  readAccount,
  removePasskey,
  renamePasskey,
  renewCodes,
} from './passkey-queries.ts'
import { verifyPassword } from './passwords.ts'
import { findCredentials, findPerson, notePerson } from './queries.ts'
import { codeHash, newCodes } from './recovery-codes.ts'
import { findDevice, signIn } from './sign-in.ts'
import { verifyAttestation } from './verify-passkey.ts'

export const passkeyRoutes = implement(passkeys, {
  async list({ core, db, user }) {
    const own = await listPasskeys(db, user.id)
    const { origin, problem } = passkeyPlace(core.config)
    return {
      data: own.map(({ id, name, created_at, used_at }) => ({ id, name, created_at, used_at })),
      total: own.length,
      ...(await readAccount(db, user.id)),
      ...{ origin, problem },
      required_from: await secondFactorFrom(core, db, user.id),
    }
  },

  async challenge({ core, user, body: { purpose }, fail }) {
    refuseWithoutPlace(core)
    const begun = await transaction(core.pool, 'begin', async (client) => {
      const db = onConnection(client)
      if (purpose === 'enrol') {
        if (!(await isFresh(db, user.sessionId))) throw fail('sign_in_not_fresh')
        if (!(await readAccount(db, user.id)).by_password) throw fail('passkey_at_provider')
      }
      const own = inChallenge(await listPasskeys(db, user.id))
      return beginChallenge(core, client, { purpose, userId: user.id, sessionId: user.sessionId, passkeys: own })
    })
    const { email, first_name, last_name } = await findPerson(core.pool, user.id)
    const display_name = `${first_name} ${last_name}`.trim() || email
    return { ...begun, user_handle: userHandle(user.id), user_name: email, display_name }
  },

  async add({ core, user, body: { name, ...given }, request, fail }) {
    refuseWithoutPlace(core)
    const asked = await endChallenge(core.pool, given, ['enrol'])
    const isMeant = asked?.session_id === user.sessionId
    const made = isMeant ? await verifyAttestation(core.config, asked!.challenge, given) : undefined
    if (!made) throw fail('passkey_refused')
    const codes = newCodes()
    const outcome = await transaction(core.pool, `begin; ${requestOrigin(request)}`, async (client) => {
      const { transports } = given
      const of = { userId: user.id, sessionId: user.sessionId, requestId: request.id }
      const added = await addPasskey(client, { ...of, ...made, name, transports, codes: codes.map(codeHash) })
      if (added !== 'full') await queueMail(core, onConnection(client), 'passkey_added', { user_id: user.id })
      return added
    })
    if (outcome === 'full') throw fail('passkeys_full', { limit: MAX_PASSKEYS })
    logEvent(request, 'passkey_added', { user_id: user.id })
    return { codes: outcome === 'first' ? codes : [] }
  },

  async rename({ db, user, params, body: { name }, fail }) {
    if (!(await renamePasskey(db, user.id, params.id, name))) throw fail('not_found')
  },

  async remove({ core, db, user, params, request, fail }) {
    if (!(await isFresh(db, user.sessionId))) throw fail('sign_in_not_fresh')
    if (!(await removePasskey(db, user.id, params.id, request.id))) throw fail('not_found')
    await queueMail(core, db, 'passkey_removed', { user_id: user.id })
    logEvent(request, 'passkey_removed', { user_id: user.id })
  },

  async renewCodes({ db, user, request, fail }) {
    if (!(await isFresh(db, user.sessionId))) throw fail('sign_in_not_fresh')
    const codes = newCodes()
    if (!(await renewCodes(db, user.id, codes.map(codeHash), request.id))) throw fail('not_found')
    return { codes }
  },

  async confirm({ core, user, body, request, fail }) {
    if ('assertion' in body) {
      refuseWithoutPlace(core)
      await checkPasskey(core, request, body.assertion, { purposes: ['confirm'], sessionId: user.sessionId })
    } else {
      await countAttempt(core.pool, request, passwordLimits(user.id))
      const found = await findCredentials(core.pool, (await findPerson(core.pool, user.id)).email)
      if (!(await verifyPassword(found?.password_hash, body.password, true))) {
        logEvent(request, 'password_refused', { user_id: user.id })
        await notePerson(core.pool, user.id, 'password_refused', request)
        throw fail('password_wrong')
      }
    }
    const by = 'assertion' in body ? 'passkey' : ''
    await core.pool.query('select auth.prove_session($1, $2)', [user.sessionId, by])
  },

  async signInChallenge({ core, request }) {
    refuseForeignPage(core.config, request)
    refuseWithoutPlace(core)
    await countAttempt(core.pool, request, passkeyLimits(request.ip))
    return beginChallenge(core, core.pool, { purpose: 'sign_in', passkeys: [] })
  },

  async signIn({ core, body, request, reply }) {
    refuseForeignPage(core.config, request)
    refuseWithoutPlace(core)
    await countAttempt(core.pool, request, passkeyLimits(request.ip))
    const { userId, device } = await checkPasskey(core, request, body, { purposes: ['sign_in', 'second_factor'] })
    return signIn(core, reply, request, userId, device, 'passkey')
  },

  async signInByCode({ core, body: { challenge, code }, request, reply, fail }) {
    refuseForeignPage(core.config, request)
    const token = tokenHash(challenge)
    await countAttempt(core.pool, request, passkeyLimits(request.ip))
    const { rows } = await core.pool.query<{ id: number | null }>('select auth.challenged($1) as id', [token])
    const userId = rows[0]!.id
    if (userId === null) throw fail('challenge_over')
    const device = await findDevice(core, request, userId)
    await countAttempt(core.pool, request, factorLimits(userId, request.ip, device))
    const isRight = await transaction(core.pool, `begin; ${requestOrigin(request)}`, async (client) => {
      const using = 'select auth.use_code($1, $2, $3, $4) as used'
      const { rows: used } = await client.query<{ used: boolean }>(using, [userId, token, codeHash(code), request.id])
      if (used[0]!.used) await queueMail(core, onConnection(client), 'recovery_code_used', { user_id: userId })
      return used[0]!.used
    })
    if (!isRight) {
      logEvent(request, 'recovery_code_refused', { user_id: userId })
      await notePerson(core.pool, userId, 'recovery_code_refused', request)
      throw fail('recovery_code_wrong')
    }
    logEvent(request, 'recovery_code_used', { user_id: userId })
    return signIn(core, reply, request, userId, device, 'code')
  },
})

/** Refuses where browsers refuse. */
function refuseWithoutPlace({ config }: Core): void {
  if (passkeyPlace(config).problem) throw new ApiError('passkeys_unavailable')
}
