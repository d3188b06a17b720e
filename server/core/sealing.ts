import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** The first byte of a sealed text, so that a later way of sealing can be told from this one. */
const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16

/** The owner of a secret. It is part of what is authenticated: a sealed text opens nowhere else. */
interface SealedFor {
  storeId: number
  /** The thing the secret opens, such as `line:2001234567`. */
  subject: string
}

const keys = new Map<string, Buffer>()

/** Derives the sealing key from the server's secret key (HKDF-SHA256, RFC 5869). */
function keyOf(secretKey: string): Buffer {
  const known = keys.get(secretKey)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'ruam sealing 1', 32))
  keys.set(secretKey, key)
  return key
}

const aadOf = ({ storeId, subject }: SealedFor) => Buffer.from(`${storeId} ${subject}`)

/** Encrypts a secret with AES-256-GCM. Layout: version, 12 bytes of IV, 16 of tag, ciphertext. */
export function seal(secretKey: string, owner: SealedFor, text: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), iv).setAAD(aadOf(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), sealed])
}

/** Decrypts a sealed secret. Throws if it was changed, belongs to another owner or was sealed with another key. */
export function unseal(secretKey: string, owner: SealedFor, sealed: Buffer): string {
  if (sealed[0] !== VERSION) throw new Error(`Unknown version ${sealed[0]} of a sealed secret`)
  const iv = sealed.subarray(1, 1 + IV_BYTES)
  const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), iv).setAAD(aadOf(owner)).setAuthTag(tag)
  return decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
