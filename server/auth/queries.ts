import { CONSENT_APP, CONSENT_TYPE, DPA_VERSION } from '@ruam/contract/constants.ts'
import { presetRoles } from '@ruam/contract/roles.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../core/db.ts'

export interface Person {
  id: number
  first_name: string
  last_name: string
  email: string
}

const one = async <T>(pool: Pick<pg.ClientBase, 'query'>, text: string, values: unknown[]) =>
  (await pool.query(text, values)).rows[0] as T | undefined

/** Counts a try; answers the seconds to wait, 0 when it is allowed. Kept also when the call that asks is refused. */
export async function takeTry(pool: pg.Pool, key: string, allowed: number, seconds: number): Promise<number> {
  const row = await one<{ wait: number }>(pool, 'select door.take($1, $2, $3) as wait', [key, allowed, seconds])
  return row!.wait
}

export function findCredentials(pool: pg.Pool, email: string) {
  return one<{ user_id: number; password_hash: string }>(pool, 'select * from door.credentials($1)', [email])
}

/** The caller, within the call's own transaction. */
export async function readPerson(db: Db, id: number): Promise<Person> {
  const { rows } = await sql<Person>`select * from door.person(${id})`.execute(db)
  return rows[0]!
}

export async function findPerson(pool: pg.Pool, id: number): Promise<Person> {
  return (await one<Person>(pool, 'select * from door.person($1)', [id]))!
}

export async function beginSession(
  pool: pg.Pool,
  userId: number,
  refresh: Buffer,
  access: Buffer,
  sessionSeconds: number,
  accessSeconds: number,
) {
  await pool.query('select door.begin_session($1, $2, $3, $4, $5)', [
    userId,
    refresh,
    access,
    sessionSeconds,
    accessSeconds,
  ])
}

/** Outside the call's transaction: that a copied cookie ends its session must hold although the call is refused. */
export function rotateSession(
  pool: pg.Pool,
  refresh: Buffer,
  next: Buffer,
  access: Buffer,
  idle: number,
  grace: number,
  accessSeconds: number,
) {
  return one<{ outcome: 'rotated' | 'grace' | 'reused'; user_id: number }>(
    pool,
    'select * from door.rotate_session($1, $2, $3, $4, $5, $6)',
    [refresh, next, access, idle, grace, accessSeconds],
  )
}

export async function endSession(db: Db, sessionId: number) {
  await sql`select door.end_session(null, ${sessionId})`.execute(db)
}

export async function setupNeeded(pool: pg.Pool): Promise<boolean> {
  return (await one<{ needed: boolean }>(pool, 'select door.setup_needed() as needed', []))!.needed
}

/** Replaces the set-up link; false when somebody owns a store already. */
export async function offerSetup(pool: pg.Pool, token: Buffer): Promise<boolean> {
  return (await one<{ offered: boolean }>(pool, 'select door.offer_setup($1) as offered', [token]))!.offered
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
    document_hash: `${CONSENT_APP}-${CONSENT_TYPE}-${DPA_VERSION}`,
    consentee: {
      name: `${owner.first_name} ${owner.last_name}`.trim(),
      email: owner.email,
      position: '',
      company: owner.store_name,
    },
  }
  return one<{ outcome: 'made' | 'done' | 'invalid'; user_id: number; store_id: number }>(
    client,
    'select * from door.set_up($1, $2, $3, $4, $5, $6, $7, $8, $9)',
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
