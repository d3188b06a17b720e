import { auth, setup } from '@ruam/contract/auth.ts'
import {
  ACCESS_TOKEN_SECONDS,
  REFRESH_GRACE_SECONDS,
  SESSION_IDLE_SECONDS,
  SESSION_SECONDS,
} from '@ruam/contract/constants.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Core, implement } from '../core/implement.ts'
import { hashOf, newToken } from '../core/tokens.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import {
  beginSession,
  endSession,
  findCredentials,
  findPerson,
  readPerson,
  rotateSession,
  setupNeeded,
  takeTry,
} from './queries.ts'
import { setUpStore } from './set-up.ts'

const COOKIE = 'ruam_refresh'
const PATH = '/api/auth/refresh'
const TRIES = 5
const TRY_SECONDS = 60

export const setupRoutes = implement(setup, {
  status: async ({ core }) => ({
    needed: await setupNeeded(core.pool),
    sample: core.config.databaseUrl === undefined,
  }),

  async create({ core, body, request, reply, fail }) {
    const wait = await takeTry(core.pool, `setup:${request.ip}`, TRIES, TRY_SECONDS)
    if (wait > 0) throw fail('too_many_requests', { seconds: wait })
    const { token, password, dpa_accepted: dpaAccepted, sample, ...owner } = body
    const password_hash = await hashPassword(password)
    const made = await setUpStore(core, { ...owner, dpaAccepted, token: hashOf(token), password_hash }, sample)
    if (made.outcome === 'done') throw fail('setup_done')
    if (made.outcome === 'invalid') throw fail('setup_link_invalid')
    const session = await signIn(core, reply, request, made.user_id)
    return { ...session, store: { id: made.store_id, name: owner.store_name } }
  },
})

export const authRoutes = implement(auth, {
  async login({ core, body, request, reply, fail }) {
    const email = body.email.trim().toLowerCase()
    for (const key of [`sign-in:${hashOf(email).toString('hex')}`, `sign-in:${request.ip}`]) {
      // An address may stand for a whole shop behind one router.
      const wait = await takeTry(core.pool, key, key.endsWith(request.ip) ? TRIES * 4 : TRIES, TRY_SECONDS)
      if (wait > 0) throw fail('too_many_requests', { seconds: wait })
    }
    const found = await findCredentials(core.pool, email)
    if (!(await verifyPassword(found?.password_hash, body.password))) throw fail('wrong_credentials')
    return signIn(core, reply, request, found!.user_id)
  },

  async refresh({ core, request, reply, fail }) {
    const cookie = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
    if (!cookie) throw fail('signed_out')
    const next = newToken()
    const access = newToken()
    const traded = await rotateSession(
      core.pool,
      hashOf(cookie),
      hashOf(next),
      hashOf(access),
      SESSION_IDLE_SECONDS,
      REFRESH_GRACE_SECONDS,
      ACCESS_TOKEN_SECONDS,
    )
    if (!traded || traded.outcome === 'reused') throw fail('signed_out')
    if (traded.outcome === 'rotated') setCookie(core, request, reply, next)
    return { access_token: access, expires_in: ACCESS_TOKEN_SECONDS, user: await findPerson(core.pool, traded.user_id) }
  },

  async logout({ core, db, user, request, reply }) {
    await endSession(db, user.sessionId)
    setCookie(core, request, reply, '', 0)
  },

  me: ({ db, user }) => readPerson(db, user.id),
})

async function signIn(core: Core, reply: FastifyReply, request: FastifyRequest, userId: number) {
  const refresh = newToken()
  const access = newToken()
  await beginSession(core.pool, userId, hashOf(refresh), hashOf(access), SESSION_SECONDS, ACCESS_TOKEN_SECONDS)
  setCookie(core, request, reply, refresh)
  return { access_token: access, expires_in: ACCESS_TOKEN_SECONDS, user: await findPerson(core.pool, userId) }
}

function setCookie(core: Core, request: FastifyRequest, reply: FastifyReply, value: string, maxAge = SESSION_SECONDS) {
  const secure = core.config.publicUrl ? core.config.publicUrl.startsWith('https:') : request.protocol === 'https'
  reply.header(
    'set-cookie',
    `${COOKIE}=${value}; Path=${PATH}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  )
}
