import { tokenHash } from '../../core/tokens.ts'
import type { Limit } from '../../http/attempts.ts'
import { networkOf } from '../../http/network.ts'

const TRIES = 5
/** An address may stand for a whole shop behind one router. */
const TRIES_OF_ADDRESS = 20
/** For one person from everywhere where they have not signed in before. */
const TRIES_OF_STRANGERS = { minute: 10, hour: 50 }

/**
 * Limits of a sign-in. A known device has a separate limit: attempts from elsewhere, even from the same address, never lock its person out.
 */
export const limitsOf = (email: string, address: string, knownDevice: string | undefined): Limit[] =>
  limitsOfPerson('sign-in', tokenHash(email).toString('hex'), address, knownDevice)

/** Limits of the second factor, the same as those of passwords. */
export const factorLimits = (userId: number, address: string, knownDevice: string | undefined): Limit[] =>
  limitsOfPerson('factor', String(userId), address, knownDevice)

function limitsOfPerson(what: string, person: string, address: string, knownDevice: string | undefined): Limit[] {
  const account = `${what}:${person}`
  if (knownDevice) return [{ key: `${account}:${tokenHash(knownDevice).toString('hex')}`, tries: TRIES, seconds: 60 }]
  const network = networkOf(address)
  return [
    { key: `${what}:${network}`, tries: TRIES_OF_ADDRESS, seconds: 60 },
    { key: `${account}:${network}`, tries: TRIES, seconds: 60 },
    { key: account, tries: TRIES_OF_STRANGERS.minute, seconds: 60 },
    { key: `${account}:hour`, tries: TRIES_OF_STRANGERS.hour, seconds: 3600 },
  ]
}

export const setupLimits = (address: string): Limit[] => [
  { key: `setup:${networkOf(address)}`, tries: TRIES, seconds: 60 },
]

/** Limits for viewing set-up links, separate from the set-up itself so that a reload is no attempt. */
export const setupLinkLimits = (address: string): Limit[] => [
  { key: `setup-link:${networkOf(address)}`, tries: TRIES_OF_ADDRESS, seconds: 60 },
]

export const passwordLimits = (userId: number): Limit[] => [{ key: `password:${userId}`, tries: TRIES, seconds: 60 }]

/** Limits for invitation links without sign-in: they cannot be guessed, but each view queries the database. */
export const invitationLimits = (address: string): Limit[] => [
  { key: `invitation:${networkOf(address)}`, tries: TRIES_OF_ADDRESS, seconds: 60 },
]

/** Limits for password reset mails, so that no mailbox is flooded. Counted for unknown e-mails too. */
export const forgotLimits = (email: string, address: string): Limit[] => [
  { key: `forgot:${networkOf(address)}`, tries: TRIES, seconds: 60 },
  { key: `forgot:${tokenHash(email).toString('hex')}`, tries: 3, seconds: 3600 },
]

export const resetLimits = (address: string): Limit[] => [
  { key: `reset:${networkOf(address)}`, tries: TRIES_OF_ADDRESS, seconds: 60 },
]

/** Limits of mails that confirm a new e-mail, so that no mailbox is flooded. */
export const emailLimits = (userId: number, email: string): Limit[] => [
  { key: `email:${userId}`, tries: TRIES, seconds: 3600 },
  { key: `email:${tokenHash(email).toString('hex')}`, tries: 3, seconds: 3600 },
]

/** Limits of challenges and answers before a person is known. */
export const passkeyLimits = (address: string): Limit[] => [
  { key: `passkey:${networkOf(address)}`, tries: 2 * TRIES_OF_ADDRESS, seconds: 60 },
]

export const providerLimits = (address: string): Limit[] => [
  { key: `provider:${networkOf(address)}`, tries: TRIES_OF_ADDRESS, seconds: 60 },
]
