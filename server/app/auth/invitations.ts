import { invitationNotice } from '@ruam/contract/access/people.ts'
import { ACCESS_TOKEN_SECONDS } from '@ruam/contract/platform/constants.ts'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { bringPerson } from '../../access/stores/other-servers.ts'
import { contextOf, writeIn } from '../../core/context.ts'
import { onConnection, transaction } from '../../database/db.ts'
import { requestOrigin } from '../../http/came-from.ts'
import { notify } from '../../notifications/notify.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'

export interface InvitationState {
  state: 'pending' | 'accepted' | 'expired' | 'revoked'
  email: string
  store_name: string
  role_name: string
  first_name: string
  last_name: string
  expires_at: string
  has_account: boolean
}

/** State of an invitation by its link; undefined for unknown or replaced ones. */
export async function findInvitation(pool: pg.Pool, token: Buffer): Promise<InvitationState | undefined> {
  return (await pool.query<InvitationState>('select * from auth.invitation($1)', [token])).rows[0]
}

/** Server of the invitation that a token accepts. */
export const serverOfInvitation = (core: Core, token: Buffer): Promise<Core> => routerOf(core).find('invitation', token)

/** Makes a person a member of a store on another server: known at home first, then there. */
export async function acceptElsewhere(core: Core, there: Core, asked: Acceptance, email: string): Promise<Accepted> {
  const { token, signedIn, newcomer, request } = asked
  const home = core.pool
  const userId = signedIn?.userId ?? (newcomer && (await makePerson(home, email, newcomer)))
  const refused = { user_id: 0, store_id: 0, store_name: '', email }
  if (!userId) return { ...refused, outcome: 'known' }
  const { rows } = await there.pool.query<{ id: number }>("select auth.store_of('invitation', $1) as id", [token])
  const storeId = rows[0]!.id
  if (!storeId) return { ...refused, outcome: 'invalid' }
  // Before the membership: home may know of one that does not come to be, and of each that does.
  await home.query('select auth.place_person($1, $2)', [userId, storeId])
  const accepted = await transaction(
    there.pool,
    `begin; ${requestOrigin(request)}; ${writeIn(storeId)}`,
    async (client) => {
      await bringPerson(core, client, userId)
      return accept(client, [token, userId, null, null, null, null, null, ACCESS_TOKEN_SECONDS, request.id])
    },
  )
  if (accepted.outcome === 'accepted' && signedIn) {
    const added = [signedIn.sessionId, userId, signedIn.access, ACCESS_TOKEN_SECONDS]
    await home.query('select auth.add_token($1, $2, $3, $4)', added)
  }
  return accepted
}

/** Makes a person at home; undefined if the e-mail has an account. */
async function makePerson(
  home: pg.Pool,
  email: string,
  { first_name, last_name, hash }: NonNullable<Acceptance['newcomer']>,
): Promise<number | undefined> {
  const { rows } = await home.query<{ id: number | null }>('select auth.make_person($1, $2, $3, $4) as id', [
    email,
    first_name,
    last_name,
    hash,
  ])
  return rows[0]!.id ?? undefined
}

interface SignedIn {
  userId: number
  sessionId: number
}

/** Whose person's token this is, if it is one and still good. */
export async function findSignedIn(pool: pg.Pool, token: Buffer): Promise<SignedIn | undefined> {
  const { rows } = await pool.query<{ user_id: number; session_id: number; store_id: number | null }>(
    'select user_id, session_id, store_id from auth.enter($1)',
    [token],
  )
  const [found] = rows
  return found?.store_id === null ? { userId: found.user_id, sessionId: found.session_id } : undefined
}

interface Acceptance {
  token: Buffer
  /** Whose invitation it is, when they are signed in; they get a further access token. */
  signedIn?: SignedIn & { access: Buffer }
  /** New account, for people without one. */
  newcomer?: { first_name: string; last_name: string; hash: string }
  request: Pick<FastifyRequest, 'id' | 'ip' | 'headers'>
}

interface Accepted {
  outcome: 'accepted' | 'invalid' | 'used' | 'revoked' | 'expired' | 'another' | 'known'
  user_id: number
  store_id: number
  store_name: string
  email: string
}

/** Makes an invited person a member, or throws the reason why not. */
export async function acceptInvitation(pool: pg.Pool, { token, signedIn, newcomer, request }: Acceptance) {
  return transaction(pool, `begin; ${requestOrigin(request)}`, (client) =>
    accept(client, [
      token,
      signedIn?.userId ?? null,
      newcomer?.first_name ?? null,
      newcomer?.last_name ?? null,
      newcomer?.hash ?? null,
      signedIn?.sessionId ?? null,
      signedIn?.access ?? null,
      ACCESS_TOKEN_SECONDS,
      request.id,
    ]),
  )
}

async function accept(client: pg.PoolClient, values: unknown[]): Promise<Accepted> {
  const accepting = 'select * from auth.accept_invitation($1, $2, $3, $4, $5, $6, $7, $8, $9)'
  const { rows } = await client.query<Accepted>(accepting, values)
  const accepted = rows[0]!
  if (accepted.outcome === 'accepted') {
    const { store_id, user_id } = accepted
    // If the store is being moved, this write is refused or precedes the move.
    await client.query(`${contextOf(store_id)}; ${writeIn(store_id)}`)
    const db = onConnection(client)
    const member = db.selectFrom('store_member').select('role_id').where('store_id', '=', store_id)
    const { role_id } = await member.where('user_id', '=', user_id).executeTakeFirstOrThrow()
    await notify(db, store_id, invitationNotice, { ending: 'completed', data: { user_id, role_id: role_id! } })
  }
  return accepted
}
