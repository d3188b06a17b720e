import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { concurrencyLimiter } from './concurrency-limiter.ts'

// The library's algorithm is argon2id. OWASP's second recommendation for it: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two at once, but never every core: the server's own work and the database need one. */
const LANES = Math.max(1, Math.min(2, availableParallelism() - 1))
const PLACES = 40
const inLane = concurrencyLimiter(LANES, PLACES)

/**
 * Limits concurrent sign-ins from unknown devices before any query. The rest must retry, so that a flood does not occupy the
 * database either.
 */
export const strangerLimiter = concurrencyLimiter(PLACES, 0)

/** Throws sign_in_busy when too many passwords wait to be checked. */
export const hashPassword = (password: string) => inLane(true, () => hash(password.normalize('NFKC'), options))

let decoy: Promise<string> | undefined

/**
 * Checks a password; without a hash it takes as long and fails, so that timing does not reveal which addresses exist. `known`: a known
 * device or user, which goes first. Throws sign_in_busy if too many wait.
 */
export async function verifyPassword(kept: string | undefined, password: string, known: boolean): Promise<boolean> {
  decoy ??= hash('nobody has this password', options)
  const against = kept || (await decoy)
  const right = await inLane(known, () => verify(against, password.normalize('NFKC')))
  return right && Boolean(kept)
}
