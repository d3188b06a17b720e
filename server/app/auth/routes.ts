import { auth, setup } from '@ruam/contract/access/auth.ts'
import { ACCESS_TOKEN_SECONDS, REFRESH_GRACE_SECONDS, SESSION_IDLE_SECONDS } from '@ruam/contract/platform/constants.ts'
import { logEvent, logFailure } from '../../core/log.ts'
import { newToken, nextRefresh, tokenHash } from '../../core/tokens.ts'
import { onConnection, transaction } from '../../database/db.ts'
import { countAttempt } from '../../http/attempts.ts'
import { requestOrigin } from '../../http/came-from.ts'
import { readCookie, refuseForeignPage, setCookie } from '../../http/cookies.ts'
import { implement } from '../../http/implement.ts'
import { pipelinedRead } from '../../http/pipelined-read.ts'
import { queueMail } from '../../mail/mails.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { isCommonPassword } from './common-passwords.ts'
import { refreshCookie, setDevice } from './cookies.ts'
import { confirmEmail, requestEmail } from './emails.ts'
import {
  acceptElsewhere,
  acceptInvitation,
  findInvitation,
  findSignedIn,
  type InvitationState,
  serverOfInvitation,
} from './invitations.ts'
import {
  emailLimits,
  forgotLimits,
  invitationLimits,
  limitsOf,
  passwordLimits,
  resetLimits,
  setupLimits,
  setupLinkLimits,
} from './login-attempts.ts'
import { secondFactorChallenge } from './passkey-challenges.ts'
import { isFresh } from './passkey-queries.ts'
import { hashPassword, strangerLimiter, verifyPassword } from './passwords.ts'
import { providerHandlers } from './provider-routes.ts'
import {
  changePassword,
  changePerson,
  endSession,
  endSessions,
  findCredentials,
  findPerson,
  findReset,
  findStoreNames,
  listSessions,
  notePerson,
  onlyStore,
  personRow,
  readPerson,
  resetPassword,
  rotateSession,
  setupLinkState,
  setupNeeded,
} from './queries.ts'
import { setUpStore } from './set-up.ts'
import { findDevice, showsDevice, signIn } from './sign-in.ts'

export const setupRoutes = implement(setup, {
  status: async ({ core }) => ({
    needed: await setupNeeded(core.pool),
    sample: core.config.databaseUrl === undefined,
    mail: core.config.mail !== undefined,
    provider: core.config.oidc !== undefined,
    store: routerOf(core).allAtHome() ? await onlyStore(core.pool) : null,
  }),

  async link({ core, body, request }) {
    refuseForeignPage(core.config, request)
    await countAttempt(core.pool, request, setupLinkLimits(request.ip))
    return { state: await setupLinkState(core.pool, tokenHash(body.token)) }
  },

  async create({ core, body, request, reply, fail }) {
    refuseForeignPage(core.config, request)
    await countAttempt(core.pool, request, setupLimits(request.ip))
    const { token, password, dpa_accepted: dpaAccepted, sample, ...owner } = body
    const refusalOf = (state: string) => {
      logEvent(request, 'set_up_refused')
      return fail(state === 'done' ? 'setup_done' : 'setup_link_invalid')
    }
    // Before the work of a hash.
    const state = await setupLinkState(core.pool, tokenHash(token))
    if (state !== 'open') throw refusalOf(state)
    if (isCommonPassword(password, [owner.email, owner.first_name, owner.last_name, owner.store_name])) {
      throw fail('password_common')
    }
    const password_hash = await hashPassword(password)
    const made = await setUpStore(
      core,
      { ...owner, dpaAccepted, token: tokenHash(token), password_hash },
      sample,
      request,
    )
    if (made.outcome !== 'made') throw refusalOf(made.outcome)
    const session = await signIn(core, reply, request, made.user_id, newToken())
    return { ...session, store: { id: made.store_id, name: owner.store_name } }
  },
})

export const authRoutes = implement(auth, {
  ...providerHandlers,

  async login({ core, body, request, reply, fail }) {
    refuseForeignPage(core.config, request)
    const email = body.email.trim().toLowerCase()
    const shown = showsDevice(request) ? await findCredentials(core.pool, email) : undefined
    const device = await findDevice(core, request, shown?.user_id)
    const attempt = async () => {
      await countAttempt(core.pool, request, limitsOf(email, request.ip, device))
      const found = await findCredentials(core.pool, email)
      if (!(await verifyPassword(found?.password_hash, body.password, device !== undefined))) {
        logEvent(request, 'sign_in_refused', found && { user_id: found.user_id })
        // Not waited for: the time it takes would tell that the address exists.
        if (found) notePerson(core.pool, found.user_id, 'sign_in_refused', request).catch(logFailure(request))
        throw fail('wrong_credentials')
      }
      const challenge = await secondFactorChallenge(core, found!.user_id)
      if (challenge) throw fail('second_factor_needed', challenge)
      return signIn(core, reply, request, found!.user_id, device)
    }
    return device ? attempt() : strangerLimiter(false, attempt)
  },

  async refresh({ core, request, reply, fail }) {
    const cookie = readCookie(refreshCookie, core.config, request)
    if (!cookie) throw fail('signed_out')
    const next = nextRefresh(core.config.secretKey, cookie)
    const access = newToken()
    const traded = await rotateSession(core.pool, {
      refresh: tokenHash(cookie),
      next: tokenHash(next),
      access: tokenHash(access),
      idle: SESSION_IDLE_SECONDS,
      grace: REFRESH_GRACE_SECONDS,
      accessSeconds: ACCESS_TOKEN_SECONDS,
      request,
    })
    if (traded?.outcome === 'reused') logEvent(request, 'session_copied', { user_id: traded.user_id })
    if (!traded || traded.outcome === 'reused') throw fail('signed_out')
    if (traded.outcome === 'rotated') setCookie(refreshCookie, core.config, request, reply, next)
    return { access_token: access, expires_in: ACCESS_TOKEN_SECONDS, user: await findPerson(core.pool, traded.user_id) }
  },

  async logout({ core, db, user, request, reply }) {
    await endSession(db, user.id, user.sessionId, 'sign_out', request.id)
    logEvent(request, 'sign_out', { user_id: user.id })
    setCookie(refreshCookie, core.config, request, reply)
  },

  me: pipelinedRead(auth.me, {
    reads: ({ userId }) => ({ person: personRow(userId) }),
    answer: ({ person: [person] }) => person!,
  }),

  async updateMe({ db, user, body, request }) {
    await changePerson(db, user.id, body, request.id)
    return readPerson(db, user.id)
  },

  async password({ core, body, user, request, reply, fail }) {
    await countAttempt(core.pool, request, passwordLimits(user.id))
    const person = await findPerson(core.pool, user.id)
    const found = await findCredentials(core.pool, person.email)
    if (!(await verifyPassword(found?.password_hash, body.current, true))) {
      logEvent(request, 'password_refused', { user_id: user.id })
      await notePerson(core.pool, user.id, 'password_refused', request)
      throw fail('password_wrong')
    }
    const about = [person.email, person.first_name, person.last_name, ...(await findStoreNames(core, user.id))]
    if (isCommonPassword(body.next, about)) throw fail('password_common')
    const device = newToken()
    const change = {
      userId: user.id,
      sessionId: user.sessionId,
      checked: found!.password_hash,
      hash: await hashPassword(body.next),
      device: tokenHash(device),
      request,
    }
    const changed = await transaction(core.pool, 'begin', async (client) => {
      const done = await changePassword(client, change)
      if (done) await queueMail(core, onConnection(client), 'password_changed', { user_id: user.id })
      return done
    })
    // Signed out, or changed elsewhere, while the passwords were checked.
    if (!changed) throw fail('signed_out')
    logEvent(request, 'password_changed', { user_id: user.id })
    setDevice(core.config, request, reply, user.id, device)
  },

  async changeEmail({ core, db, user, body, request, fail }) {
    if (!(await isFresh(db, user.sessionId))) throw fail('sign_in_not_fresh')
    if (!core.config.mail) throw fail('mail_unset')
    await countAttempt(core.pool, request, emailLimits(user.id, body.email))
    const id = await requestEmail(db, user.id, body.email)
    await queueMail(core, db, 'email_confirm', { user_id: user.id, id })
    logEvent(request, 'email_change_asked', { user_id: user.id })
  },

  async confirmEmail({ core, body, request, fail }) {
    refuseForeignPage(core.config, request)
    await countAttempt(core.pool, request, resetLimits(request.ip))
    const done = await transaction(core.pool, `begin; ${requestOrigin(request)}`, async (client) => {
      const found = await confirmEmail(client, tokenHash(body.token), request.id)
      if (found?.outcome === 'changed') {
        await queueMail(core, onConnection(client), 'email_changed', { user_id: found.user_id, id: found.change_id })
      }
      return found
    })
    if (!done) throw fail('email_link_invalid')
    if (done.outcome === 'taken') throw fail('email_taken')
    logEvent(request, 'email_changed', { user_id: done.user_id })
  },

  async forgot({ core, body, request, fail }) {
    refuseForeignPage(core.config, request)
    if (!core.config.mail) throw fail('mail_unset')
    const email = body.email.trim().toLowerCase()
    await countAttempt(core.pool, request, forgotLimits(email, request.ip))
    const found = await findCredentials(core.pool, email)
    // Runs for unknown e-mails too: neither response nor duration reveals them.
    await transaction(core.pool, 'begin', (client) =>
      queueMail(core, onConnection(client), 'password_reset', { user_id: found?.user_id ?? 0 }),
    )
    logEvent(request, 'password_forgotten')
  },

  async reset({ core, body, request, fail }) {
    refuseForeignPage(core.config, request)
    await countAttempt(core.pool, request, resetLimits(request.ip))
    const token = tokenHash(body.token)
    // Before the work of a hash.
    const found = await findReset(core.pool, token)
    if (!found) throw fail('reset_invalid')
    const about = [found.email, found.first_name, found.last_name, ...(await findStoreNames(core, found.user_id))]
    if (isCommonPassword(body.password, about)) throw fail('password_common')
    const hash = await hashPassword(body.password)
    const userId = await transaction(core.pool, 'begin', async (client) => {
      const done = await resetPassword(client, token, hash, request)
      if (done !== null) await queueMail(core, onConnection(client), 'password_changed', { user_id: done })
      return done
    })
    if (userId === null) throw fail('reset_invalid')
    logEvent(request, 'password_recovered', { user_id: userId })
  },

  async sessions({ db, user }) {
    const found = await listSessions(db, user.id, SESSION_IDLE_SECONDS)
    return { data: found.map((row) => ({ ...row, current: row.id === user.sessionId })), total: found.length }
  },

  async endSession({ db, user, params, request, fail }) {
    if (!(await endSession(db, user.id, params.id, 'session_ended', request.id))) throw fail('not_found')
    logEvent(request, 'session_ended', { user_id: user.id })
  },

  async endSessions({ core, db, user, request, reply }) {
    await endSessions(db, user.id, request.id)
    logEvent(request, 'sessions_ended', { user_id: user.id })
    setCookie(refreshCookie, core.config, request, reply)
  },

  async invitation({ core, body, request, fail }) {
    refuseForeignPage(core.config, request)
    await countAttempt(core.pool, request, invitationLimits(request.ip))
    const found = await pendingInvitation(core, body.token, fail)
    const { email, store_name, role_name, first_name, last_name, expires_at, has_account } = found
    const [store, role, created_by] = [{ name: store_name }, { name: role_name }, { first_name, last_name }]
    return { email, store, role, created_by, expires_at, has_account }
  },

  async acceptInvitation({ core, body, request, reply, fail }) {
    refuseForeignPage(core.config, request)
    await countAttempt(core.pool, request, invitationLimits(request.ip))
    const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
    const signedIn = bearer ? await findSignedIn(core.pool, tokenHash(bearer)) : undefined
    if (bearer && !signedIn) throw fail('signed_out')
    // Before the work of a hash.
    const found = await pendingInvitation(core, body.token, fail)
    if (!signedIn && found.has_account) throw fail('invitation_sign_in', { email: found.email })
    const access = newToken()
    const newcomer = signedIn ? undefined : await readNewcomer(body, found, fail)
    const there = await serverOfInvitation(core, tokenHash(body.token))
    const asked = {
      token: tokenHash(body.token),
      ...(signedIn && { signedIn: { ...signedIn, access: tokenHash(access) } }),
      ...(newcomer && { newcomer }),
      request,
    }
    const accepted = await (there === core
      ? acceptInvitation(core.pool, asked)
      : acceptElsewhere(core, there, asked, found.email))
    const { outcome, user_id, email } = accepted
    if (outcome === 'another') throw fail('invitation_for_another', { email })
    if (outcome === 'known') throw fail('invitation_sign_in', { email })
    if (outcome !== 'accepted') throw fail(`invitation_${outcome}`)
    logEvent(request, 'invitation_accepted', { user_id })
    const store = { id: accepted.store_id, name: accepted.store_name }
    if (!signedIn) return { ...(await signIn(core, reply, request, user_id, newToken())), store }
    return {
      access_token: access,
      expires_in: ACCESS_TOKEN_SECONDS,
      user: await findPerson(core.pool, user_id),
      store,
    }
  },
})

const overAs = { accepted: 'invitation_used', expired: 'invitation_expired', revoked: 'invitation_revoked' } as const

type InvitationRefusal = (typeof overAs)[keyof typeof overAs] | 'invitation_invalid'

/** Returns a pending invitation. Throws the reason if it is not pending. */
async function pendingInvitation(
  core: Core,
  token: string,
  fail: (name: InvitationRefusal) => Error,
): Promise<InvitationState> {
  const there = await serverOfInvitation(core, tokenHash(token))
  const found = await findInvitation(there.pool, tokenHash(token))
  // Accounts are at home; another server knows some people only.
  if (found && there !== core) found.has_account = (await findCredentials(core.pool, found.email)) !== undefined
  if (!found) throw fail('invitation_invalid')
  if (found.state !== 'pending') throw fail(overAs[found.state])
  return found
}

/** Reads the account of an invited person who has none yet. Throws invalid_input if a field is missing. */
async function readNewcomer(
  { first_name, last_name, password }: { first_name?: string; last_name?: string; password?: string },
  { email, store_name }: InvitationState,
  fail: (name: 'invalid_input' | 'password_common', details?: Record<string, unknown>) => Error,
) {
  if (first_name === undefined || last_name === undefined || password === undefined) {
    const missing = Object.entries({ first_name, last_name, password }).filter(([, value]) => value === undefined)
    throw fail('invalid_input', { fields: missing.map(([name]) => `body.${name}`) })
  }
  if (isCommonPassword(password, [email, first_name, last_name, store_name])) throw fail('password_common')
  return { first_name, last_name, hash: await hashPassword(password) }
}
