import { DPA_VERSION } from '@ruam/contract/access/dpa-document.ts'
import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import { SETUP_LINK_HOURS } from '@ruam/contract/platform/constants.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { DPA_HASH } from '../../access/dpa/document.ts'
import { storesElsewhere } from '../../access/stores/other-servers.ts'
import { type Db, transaction } from '../../database/db.ts'
import { prepared } from '../../database/prepared.ts'
import { deviceWords, requestOrigin } from '../../http/came-from.ts'
import type { Core } from '../../servers/core.ts'

interface Person {
  id: number
  first_name: string
  last_name: string
  email: string
  language: 'th' | 'en' | null
  era: 'ce' | 'be' | null
  mail_failed_at: string | null
}

/** The call that something came with. */
type CameFrom = Pick<FastifyRequest, 'id' | 'ip' | 'headers'>

/** Settings for audit rows of a statement; values of placeOf. */
const FROM = "set_config('ruam.address', $1, true), set_config('ruam.device', $2, true)"
const placeOf = (from: CameFrom) => [from.ip, deviceWords(from)]

const one = async <T>(pool: Pick<pg.ClientBase, 'query'>, text: string, values: unknown[]) =>
  (await pool.query(text, values)).rows[0] as T | undefined

export function findCredentials(pool: pg.Pool, email: string) {
  return one<{ user_id: number; password_hash: string }>(pool, 'select * from auth.credentials($1)', [email])
}

/** The caller, in a read call. */
export const personRow = prepared('person', (_, id: number) => sql<Person>`select * from auth.person(${id})`)

/** The caller, within the call's own transaction. */
export async function readPerson(db: Db, id: number): Promise<Person> {
  const { rows } = await sql<Person>`select * from auth.person(${id})`.execute(db)
  return rows[0]!
}

export async function findPerson(pool: pg.Pool, id: number): Promise<Person> {
  return (await one<Person>(pool, 'select * from auth.person($1)', [id]))!
}

interface NewSession {
  userId: number
  refresh: Buffer
  access: Buffer
  seconds: number
  accessSeconds: number
  /** Name of the browser. */
  words: string
  address: string
  device: Buffer
  requestId: string
}

/** Returns the session's id. */
export async function beginSession(client: Pick<pg.ClientBase, 'query'>, begun: NewSession): Promise<number> {
  const beginning = `select ${FROM}, auth.begin_session($3, $4, $5, $6, $7, $8, $9, $10, $11) as id`
  const row = await one<{ id: number }>(client, beginning, [
    begun.address,
    begun.words,
    begun.userId,
    begun.refresh,
    begun.access,
    begun.seconds,
    begun.accessSeconds,
    begun.words,
    begun.address,
    begun.device,
    begun.requestId,
  ])
  return row!.id
}

interface Trade {
  refresh: Buffer
  next: Buffer
  access: Buffer
  idle: number
  grace: number
  accessSeconds: number
  request: CameFrom
}

/** In a transaction of its own, not the call's: that a copied cookie ends its session must hold although the call is refused. */
export function rotateSession(pool: pg.Pool, { request, ...trade }: Trade) {
  return transaction(pool, `begin; ${requestOrigin(request)}`, (client) =>
    one<{ outcome: 'rotated' | 'grace' | 'reused'; user_id: number }>(
      client,
      'select * from auth.rotate_session($1, $2, $3, $4, $5, $6, $7, $8)',
      [trade.refresh, trade.next, trade.access, trade.idle, trade.grace, trade.accessSeconds, request.ip, request.id],
    ),
  )
}

/** False when the person has no such session that is still on. `what` is written down in the person's stores. */
export async function endSession(db: Db, userId: number, sessionId: number, what: string, requestId: string) {
  const { rows } = await sql<{ ended: boolean }>`
    select auth.end_session(${userId}, ${sessionId}, ${what}, ${requestId}) as ended`.execute(db)
  return rows[0]!.ended
}

/** Ends every session of a person. */
export async function endSessions(db: Db, userId: number, requestId: string) {
  await sql`select auth.end_sessions(${userId}, ${requestId})`.execute(db)
}

/** Changes what a person says of themselves; a new name is written down in their stores. */
export async function changePerson(db: Db, id: number, change: Partial<Person>, requestId: string) {
  await sql`select auth.change_person(${id}, ${JSON.stringify(change)}, ${requestId})`.execute(db)
}

export async function listSessions(db: Db, userId: number, idleSeconds: number) {
  const { rows } = await sql<{
    id: number
    device: string
    address: string
    last_address: string
    created_at: string
    last_seen_at: string
  }>`select * from auth.sessions_of(${userId}, ${idleSeconds})`.execute(db)
  return rows
}

/** True for a new account without a sign-in so far. */
export async function isNewcomer(client: Pick<pg.ClientBase, 'query'>, userId: number): Promise<boolean> {
  return (await one<{ first: boolean }>(client, 'select auth.is_newcomer($1) as first', [userId]))!.first
}

export async function knowsDevice(pool: pg.Pool, userId: number, device: Buffer): Promise<boolean> {
  return (await one<{ known: boolean }>(pool, 'select auth.knows_device($1, $2) as known', [userId, device]))!.known
}

/** Writes an event of a user's account to the audit log of their stores. Kept even if the call is rejected. */
export async function notePerson(pool: pg.Pool, userId: number, what: string, from: CameFrom) {
  await pool.query(`select ${FROM}, auth.note($3, $4, $5)`, [...placeOf(from), userId, what, from.id])
}

interface PasswordChange {
  userId: number
  sessionId: number
  /** The hash that the current password was checked against. */
  checked: string
  hash: string
  device: Buffer
  request: CameFrom
}

/** False when the session has ended, or the password was changed, in the meantime. */
export async function changePassword(client: pg.ClientBase, change: PasswordChange): Promise<boolean> {
  const changing = `select ${FROM}, auth.change_password($3, $4, $5, $6, $7, $8) as changed`
  const row = await one<{ changed: boolean }>(client, changing, [
    ...placeOf(change.request),
    change.userId,
    change.sessionId,
    change.checked,
    change.hash,
    change.device,
    change.request.id,
  ])
  return row!.changed
}

/** False for a person whose restored backup has an e-mail that they had left. */
export async function hasOwnEmail(pool: pg.Pool, userId: number): Promise<boolean> {
  return (await one<{ own: boolean }>(pool, 'select auth.has_own_email($1) as own', [userId]))!.own
}

/** Stores a single-use link for a password reset. */
export async function offerReset(pool: pg.Pool, userId: number, token: Buffer, seconds: number) {
  await pool.query('select auth.offer_reset($1, $2, $3)', [userId, token, seconds])
}

/** Whose password a link sets; undefined of one that is good for nothing. */
export function findReset(pool: pg.Pool, token: Buffer) {
  type Found = { user_id: number; first_name: string; last_name: string; email: string }
  return one<Found>(pool, 'select * from auth.reset_of($1)', [token])
}

/** Whose password was set; null when the link was used meanwhile. */
export async function resetPassword(client: pg.ClientBase, token: Buffer, hash: string, from: CameFrom) {
  const setting = `select ${FROM}, auth.reset_password($3, $4, $5) as user_id`
  return (await one<{ user_id: number | null }>(client, setting, [...placeOf(from), token, hash, from.id]))!.user_id
}

/** Returns names of a person's stores, which a password must not contain. */
export async function findStoreNames(core: Core, userId: number): Promise<string[]> {
  const { rows } = await core.pool.query<{ name: string }>('select name from auth.stores_of($1)', [userId])
  return [...rows, ...(await storesElsewhere(core, userId))].map(({ name }) => name)
}

/** State of a set-up link; deletes links older than SETUP_LINK_HOURS. */
export async function setupLinkState(pool: pg.Pool, token: Buffer): Promise<'open' | 'done' | 'invalid'> {
  const row = await one<{ state: 'open' | 'done' | 'invalid' }>(pool, 'select auth.setup_link_state($1, $2) as state', [
    token,
    SETUP_LINK_HOURS,
  ])
  return row!.state
}

export async function setupNeeded(pool: pg.Pool): Promise<boolean> {
  return (await one<{ needed: boolean }>(pool, 'select auth.setup_needed() as needed', []))!.needed
}

/** The name of the store where there is one alone; null where there are several, or none. */
export async function onlyStore(pool: pg.Pool): Promise<string | null> {
  return (await one<{ name: string | null }>(pool, 'select auth.only_store() as name', []))!.name
}

/** Replaces the set-up link. Returns false if a store already has an owner. */
export async function offerSetup(pool: pg.Pool, token: Buffer): Promise<boolean> {
  return (await one<{ offered: boolean }>(pool, 'select auth.offer_setup($1) as offered', [token]))!.offered
}

export interface NewOwner {
  email: string
  first_name: string
  last_name: string
  password_hash: string
  store_name: string
  dpaAccepted: boolean
  /** The link's token; an unattended set-up has none. */
  token: Buffer | null
}

/** Makes the first owner, the first store with its preset roles, and the agreement. */
export function setUp(client: pg.ClientBase, owner: NewOwner) {
  const dpa = {
    version: DPA_VERSION,
    document_hash: DPA_HASH,
    consentee: {
      name: `${owner.first_name} ${owner.last_name}`.trim(),
      email: owner.email,
      position: '',
      company: owner.store_name,
    },
  }
  return one<{ outcome: 'made' | 'done' | 'invalid'; user_id: number; store_id: number }>(
    client,
    'select * from auth.set_up($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      owner.token,
      owner.token === null,
      owner.email,
      owner.first_name,
      owner.last_name,
      owner.password_hash,
      owner.store_name,
      JSON.stringify(presetRoles),
      owner.dpaAccepted ? JSON.stringify(dpa) : null,
    ],
  )
}
