import { FRESH_MINUTES, MAX_PASSKEYS } from '@ruam/contract/access/passkeys.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../database/db.ts'
import type { OwnPasskey } from './passkey-challenges.ts'

interface Account {
  codes_left: number
  by_password: boolean
}

export async function listPasskeys(db: Db, userId: number): Promise<OwnPasskey[]> {
  return (await sql<OwnPasskey>`select * from auth.passkeys_of(${userId})`.execute(db)).rows
}

export async function readAccount(db: Db, userId: number): Promise<Account> {
  const { rows } = await sql<Account>`
    select auth.codes_left(${userId}) as codes_left, auth.has_password(${userId}) as by_password`.execute(db)
  return rows[0]!
}

/** True if the person has proved who they are within FRESH_MINUTES. */
export async function isFresh(db: Db, sessionId: number): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    select auth.is_fresh(${sessionId}, ${FRESH_MINUTES * 60}) as fresh`.execute(db)
  return rows[0]!.fresh
}

interface NewPasskey {
  userId: number
  sessionId: number
  id: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  /** Hashes of recovery codes, which come with the first passkey. */
  codes: Buffer[]
  requestId: string
}

export async function addPasskey(client: pg.ClientBase, added: NewPasskey): Promise<'first' | 'further' | 'full'> {
  const { rows } = await client.query<{ outcome: 'first' | 'further' | 'full' }>(
    'select auth.add_passkey($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as outcome',
    [
      added.userId,
      added.sessionId,
      added.id,
      added.publicKey,
      added.counter,
      added.transports,
      added.name,
      added.codes,
      MAX_PASSKEYS,
      added.requestId,
    ],
  )
  return rows[0]!.outcome
}

export async function renamePasskey(db: Db, userId: number, id: number, name: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select auth.rename_passkey(${userId}, ${id}, ${name}) as done`.execute(
    db,
  )
  return rows[0]!.done
}

export async function removePasskey(db: Db, userId: number, id: number, requestId: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select auth.remove_passkey(${userId}, ${id}, ${requestId}) as done`.execute(db)
  return rows[0]!.done
}

/** Replaces the recovery codes. Returns false for a person without passkeys, who needs none. */
export async function renewCodes(db: Db, userId: number, codes: Buffer[], requestId: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select auth.renew_codes(${userId}, ${codes}::bytea[], ${requestId}) as done`.execute(db)
  return rows[0]!.done
}

interface KnownPasskey {
  id: number
  user_id: number
  public_key: Buffer
}

export async function findPasskey(pool: pg.Pool, credentialId: string): Promise<KnownPasskey | undefined> {
  const { rows } = await pool.query<KnownPasskey>('select * from auth.passkey($1)', [
    Buffer.from(credentialId, 'base64url'),
  ])
  return rows[0]
}

/** Notes a use. Returns false if the passkey was used further elsewhere: it is a copy. */
export async function countUse(pool: pg.Pool, id: number, counter: number): Promise<boolean> {
  const { rows } = await pool.query<{ used: boolean }>('select auth.use_passkey($1, $2) as used', [id, counter])
  return rows[0]!.used
}
