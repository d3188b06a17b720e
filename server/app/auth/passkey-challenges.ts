import type { Assertion, Challenge } from '@ruam/contract/access/passkeys.ts'
import type pg from 'pg'
import { z } from 'zod'
import { passkeyPlace } from '../../access/stores/passkey-place.ts'
import { newToken, tokenHash } from '../../core/tokens.ts'
import type { Core } from '../../servers/core.ts'

const CHALLENGE_SECONDS = 300

export type Purpose = 'sign_in' | 'second_factor' | 'confirm' | 'enrol'

interface NewChallenge {
  purpose: Purpose
  /** The only person who may answer it. */
  userId?: number
  sessionId?: number
  /** Ids of passkeys that may answer it, or that are not added twice. */
  passkeys: Challenge['passkeys']
}

/** Begins a challenge, which is answered once within five minutes. `on`: the pool, or the connection of the call. */
export async function beginChallenge(
  { config }: Pick<Core, 'config'>,
  on: Pick<pg.Pool, 'query'>,
  { purpose, userId, sessionId, passkeys }: NewChallenge,
): Promise<Challenge> {
  const challenge = newToken()
  const begun = [tokenHash(challenge), purpose, userId ?? null, sessionId ?? null, CHALLENGE_SECONDS]
  await on.query('select auth.begin_challenge($1, $2, $3, $4, $5)', begun)
  return { challenge, rp_id: passkeyPlace(config).rpId, passkeys }
}

export interface OwnPasskey {
  id: number
  credential_id: Buffer
  transports: string[]
  name: string
  created_at: string
  used_at: string | null
}

export const inChallenge = (own: readonly OwnPasskey[]): Challenge['passkeys'] =>
  own.map(({ credential_id, transports }) => ({ id: credential_id.toString('base64url'), transports }))

/** Begins the challenge that follows a right password; undefined for a person without passkeys. */
export async function secondFactorChallenge(core: Core, userId: number): Promise<Challenge | undefined> {
  const { rows: own } = await core.pool.query<OwnPasskey>('select * from auth.passkeys_of($1)', [userId])
  if (own.length === 0) return undefined
  return beginChallenge(core, core.pool, { purpose: 'second_factor', userId, passkeys: inChallenge(own) })
}

interface Ended {
  challenge: string
  purpose: Purpose
  user_id: number | null
  session_id: number | null
}

const ClientData = z.looseObject({ challenge: z.string().max(100) })

/** Ends the challenge that an authenticator answered; undefined if it is unknown, expired, answered before or for another purpose. */
export async function endChallenge(
  pool: pg.Pool,
  { client_data }: Pick<Assertion, 'client_data'>,
  purposes: readonly Purpose[],
): Promise<Ended | undefined> {
  const challenge = readChallenge(client_data)
  if (challenge === undefined) return undefined
  const { rows } = await pool.query<Ended>('select * from auth.end_challenge($1)', [tokenHash(challenge)])
  const [ended] = rows
  return ended && purposes.includes(ended.purpose) ? { ...ended, challenge } : undefined
}

function readChallenge(clientData: string): string | undefined {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientData, 'base64url').toString())).challenge
  } catch {
    return undefined
  }
}
