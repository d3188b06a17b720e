import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

// The text of a public key: a byte that tells its kind, the 32 bytes of ed25519 and their CRC-16, in base32. The browser's library
// can read it too, but checks signatures in JavaScript, a hundred times slower than node:crypto.
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const kinds = { account: 0, user: 20 << 3 }
const KEY_BYTES = 32

function toBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[(value >> (bits - 5)) & 31]
  }
  return text
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text) {
    value = ((value << 5) | LETTERS.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 255)
  }
  return Buffer.from(bytes)
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc
}

/** The text of a public key, as in NATS: A... for an account, U... for a user. */
export function nkeyOf(kind: keyof typeof kinds, key: KeyObject): string {
  const raw = Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')
  const body = Buffer.concat([Buffer.of(kinds[kind]), raw])
  const check = Buffer.alloc(2)
  check.writeUInt16LE(crc16(body))
  return toBase32(Buffer.concat([body, check]))
}

/** The public key of a user's text (U...); undefined when it is none. */
export function userKeyOf(nkey: string): KeyObject | undefined {
  if (!/^U[A-Z2-7]{55}$/.test(nkey)) return undefined
  const bytes = fromBase32(nkey)
  const body = bytes.subarray(0, 1 + KEY_BYTES)
  if (body[0] !== kinds.user || bytes.readUInt16LE(body.length) !== crc16(body)) return undefined
  const x = body.subarray(1).toString('base64url')
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
}

// RFC 8410: what stands before the 32 bytes of a private key.
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The private ed25519 key of 32 secret bytes. */
export const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ format: 'der', type: 'pkcs8', key: Buffer.concat([PKCS8_HEAD, seed]) })
