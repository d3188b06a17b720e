import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../core/tokens.ts'

/** Letters of a code: 96 bits, too many to guess. */
const CODE_LETTERS = 16
/** Letters that prove a customer's address: 60 bits. */
const PROOF_LETTERS = 10
const ADDRESS = new RegExp(`^([\\w-]{${CODE_LETTERS}})(?:\\.([0-9a-z]{1,6})\\.([\\w-]{${PROOF_LETTERS}}))?$`)

const keyed = (secretKey: string, text: string, letters: number) =>
  createHmac('sha256', secretKey).update(text).digest('base64url').slice(0, letters)

interface Link {
  storeId: number
  broadcastId: number
  place: number
  target: string
}

/** Returns the code of a link, always the same one: a restored broadcast continues with the addresses that customers have. */
export const codeOf = (secretKey: string, { storeId, broadcastId, place, target }: Link): string =>
  keyed(secretKey, `link ${storeId} ${broadcastId} ${place} ${target}`, CODE_LETTERS)

const proofOf = (secretKey: string, code: string, position: string) =>
  keyed(secretKey, `recipient of ${code} ${position}`, PROOF_LETTERS)

/** Returns the last part of the address of one recipient. It needs no row, and is worthless after an erasure. */
export function personalCode(secretKey: string, code: string, position: number): string {
  const at = position.toString(36)
  return `${code}.${at}.${proofOf(secretKey, code, at)}`
}

/** Reads the last part of an address. Returns undefined unless this server made it. */
export function readCode(secretKey: string, text: string): { code: string; position: number | null } | undefined {
  const [, code, at, proof] = ADDRESS.exec(text) ?? []
  if (code === undefined) return undefined
  if (at === undefined || proof === undefined) return { code, position: null }
  return isSameSecret(proof, proofOf(secretKey, code, at)) ? { code, position: Number.parseInt(at, 36) } : undefined
}

/** Tells visitors of links apart. The address of a device is not stored, and cannot be computed from this without the key. */
export const visitorOf = (secretKey: string, who: string): Buffer =>
  createHmac('sha256', secretKey).update(`visitor ${who}`).digest().subarray(0, 12)
