import type { auth } from '@ruam/contract/access/auth.ts'
import { PROVIDER_SECONDS } from '@ruam/contract/platform/constants.ts'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { storesElsewhere } from '../../access/stores/other-servers.ts'
import { logEvent } from '../../core/log.ts'
import { newToken, tokenHash } from '../../core/tokens.ts'
import { transaction } from '../../database/db.ts'
import { countAttempt } from '../../http/attempts.ts'
import { requestOrigin } from '../../http/came-from.ts'
import { readCookie, setCookie } from '../../http/cookies.ts'
import type { Handlers } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { deviceAtProvider, providerCookie } from './cookies.ts'
import { acceptElsewhere } from './invitations.ts'
import { providerLimits } from './login-attempts.ts'
import {
  beginningOf,
  type Claimed,
  claimedBy,
  type Provider,
  readSignInState,
  refusedAt,
  type SignInTarget,
  stateOf,
} from './provider.ts'
import { knowsDevice } from './queries.ts'
import { signIn } from './sign-in.ts'

/** Sign-in through the identity provider: to it and back (decision 8). */
export const providerHandlers: Pick<Handlers<typeof auth>, 'oidcStart' | 'oidcCallback'> = {
  async oidcStart({ core, query: { again, ...wanted }, request, reply, fail }) {
    const { oidc, publicUrl } = core.config
    if (!oidc || !publicUrl) throw fail('not_found')
    await countAttempt(core.pool, request, providerLimits(request.ip))
    const secret = newToken()
    const address = await beginningOf(oidc, publicUrl, secret, wanted, again === '1').catch(outOfReach(request))
    if (!address) return refusedAt('provider')
    await core.pool.query('select auth.begin_provider($1, $2)', [tokenHash(secret), PROVIDER_SECONDS])
    setCookie(providerCookie, core.config, request, reply, secret)
    return address
  },

  async oidcCallback({ core, request, reply, fail }) {
    const { oidc, publicUrl } = core.config
    if (!oidc || !publicUrl) throw fail('not_found')
    await countAttempt(core.pool, request, providerLimits(request.ip))
    const refused = (why: Parameters<typeof refusedAt>[0]) => {
      logEvent(request, 'provider_refused', { why })
      return refusedAt(why)
    }
    const secret = readCookie(providerCookie, core.config, request)
    setCookie(providerCookie, core.config, request, reply)
    const query = request.url.slice(request.url.indexOf('?'))
    const wanted = secret && readSignInState(new URLSearchParams(query).get('state'), secret)
    if (!wanted || !(await endTry(core.pool, secret))) return refused('state')
    const claimed = await claimedBy(oidc, publicUrl, secret, query).catch(outOfReach(request))
    if (!claimed) return refused('provider')
    const { outcome, user_id, made } = await findOrInvite(core, oidc, claimed, request)
    if (outcome !== 'in') return refused(outcome)
    const shown = readCookie(deviceAtProvider(user_id), core.config, request)
    const known = shown && (await knowsDevice(core.pool, user_id, tokenHash(shown))) ? shown : undefined
    // A new user has no earlier device to compare with.
    await signIn(core, reply, request, user_id, made ? newToken() : known, 'provider')
    return homeOf(core, user_id, wanted)
  },
}

/** The reason goes to the log only: responses of a provider may contain codes and tokens. */
const outOfReach = (request: FastifyRequest) => (error: Error & { code?: string }) => {
  request.log.warn({ request_id: request.id, type: error.name, code: error.code }, 'identity provider')
  return undefined
}

const endTry = async (pool: pg.Pool, secret: string) =>
  (await pool.query<{ ours: boolean }>('select auth.end_provider($1) as ours', [tokenHash(secret)])).rows[0]!.ours

interface Found {
  outcome: 'in' | 'unverified' | 'taken' | 'uninvited'
  user_id: number
  /** By this sign-in, from an invitation. */
  made: boolean
}

/** The person, or who becomes one by an invitation to a store of any server. */
async function findOrInvite(core: Core, provider: Provider, claimed: Claimed, request: FastifyRequest): Promise<Found> {
  const found = await findProviderPerson(core.pool, provider, claimed, request)
  const { email } = claimed
  if (found.outcome !== 'uninvited' || email === null) return found
  for (const there of routerOf(core).reachable().slice(1)) {
    const { rows } = await there.pool.query<{ token: Buffer | null }>('select auth.invitation_for($1) as token', [
      email,
    ])
    const { token } = rows[0]!
    if (!token) continue
    const { first_name, last_name } = claimed
    const newcomer = { first_name, last_name, hash: '' }
    const accepted = await acceptElsewhere(core, there, { token, newcomer, request }, email)
    if (accepted.outcome === 'accepted')
      return { ...(await findProviderPerson(core.pool, provider, claimed, request)), made: true }
  }
  return found
}

async function findProviderPerson(
  pool: pg.Pool,
  { issuer }: Provider,
  { subject, email, verified, first_name, last_name }: Claimed,
  request: FastifyRequest,
): Promise<Found> {
  const asked = [issuer, subject, email, verified, first_name, last_name, request.id]
  const { rows } = await transaction(pool, `begin; ${requestOrigin(request)}`, (client) =>
    client.query<Found>('select * from auth.provider_person($1, $2, $3, $4, $5, $6, $7)', asked),
  )
  return rows[0]!
}

/** The end of a sign-in: in the store that was wanted, or the only one. */
async function homeOf(core: Core, userId: number, { store_id, path }: SignInTarget): Promise<string> {
  const here = await core.pool.query<{ store_id: number }>(
    'select store_id from auth.stores_of($1) where deleted_at is null',
    [userId],
  )
  const elsewhere = await storesElsewhere(core, userId)
  const rows = [...here.rows, ...elsewhere.filter(({ deleted_at }) => deleted_at === null)]
  const own = rows.find((row) => row.store_id === store_id)
  const chosen = own ?? (rows.length === 1 ? rows[0] : undefined)
  if (!chosen) return '/prepare-login'
  const state = stateOf({ store_id: chosen.store_id, ...(own && path !== undefined && { path }) })
  return `/${chosen.store_id}/prepare-login?state=${state}`
}
