// The backup file: a line that names the format, a line of JSON that says how the rest is sealed, then frames. A frame is its kind
// (1 byte), the length of its payload (4), the payload, and a tag (16) over header, kind, index and payload. With a passphrase the
// payload is encrypted by AES-256-GCM and the tag is GCM's; without one the tag is half of a SHA-256. The last frame is the manifest.
import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'

const MAGIC = 'RUAM BACKUP 1\n'
/** Maximum bytes of the header's line. */
export const MAX_HEADER = 2048
export const TAG_BYTES = 16
/** Kind and length of a frame. */
export const HEAD_BYTES = 5
/** Maximum bytes of a payload: the manifest is the largest. */
export const MAX_PAYLOAD = 64 * 1024 * 1024

/** The kinds of frames, as the byte that stands in the file. */
export const frameKinds = { part: 0x50, data: 0x44, manifest: 0x4d } as const
export type FrameKind = keyof typeof frameKinds

const Header = z.strictObject({
  kdf: z
    .strictObject({
      name: z.literal('scrypt'),
      // Bounded: a forged file must not make the reader allocate gigabytes.
      n: z.int().min(2).max(1_048_576),
      r: z.int().min(1).max(16),
      p: z.int().min(1).max(16),
      salt: z.base64(),
      /** Proves the passphrase before any frame is read. */
      check: z.base64(),
    })
    .optional(),
})

/** A file's seal: what tags its frames, and encrypts them where there is a passphrase. */
export interface Seal {
  /** The first bytes of the file. */
  header: Buffer
  encrypted: boolean
  close(kind: FrameKind, index: number, payload: Buffer): { payload: Buffer; tag: Buffer }
  /** Throws DamagedBackup if anything of the frame was changed. */
  open(kind: FrameKind, index: number, payload: Buffer, tag: Buffer): Buffer
}

/** Thrown for a file that can't be restored; the message is a sentence for the person. */
export class BadBackup extends Error {}

export const damaged = (where: string) =>
  new BadBackup(`The backup is damaged (${where}): it was changed after it was written. Use another backup.`)

/** OWASP's setting for 32 MB of memory; next to a running server, memory matters more than seconds. */
const COST = { n: 32_768, r: 8, p: 3 }

const scryptOf = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** Derives the encryption key (32 bytes) and the check (16 bytes). */
async function derive(passphrase: string, salt: Buffer, { n, r, p }: typeof COST) {
  const derived = await scryptOf(passphrase.normalize('NFC'), salt, 48, { N: n, r, p, maxmem: 256 * n * r })
  return { key: derived.subarray(0, 32), check: derived.subarray(32) }
}

/** Makes the seal of a new file. */
export async function newSeal(passphrase: string | undefined): Promise<Seal> {
  if (!passphrase) return sealOf(headerOf({}), undefined)
  const salt = randomBytes(16)
  const { key, check } = await derive(passphrase, salt, COST)
  const kdf = { name: 'scrypt' as const, ...COST, salt: salt.toString('base64'), check: check.toString('base64') }
  return sealOf(headerOf({ kdf }), key)
}

const headerOf = (header: z.input<typeof Header>) => Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`)

/** Returns the seal of a file that begins with `start`. Throws BadBackup if it is no backup or the passphrase is wrong. */
export async function sealFrom(start: Buffer, passphrase: string | undefined): Promise<Seal> {
  if (!start.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC)))
    throw new BadBackup('This file is no backup of Ruam, or its first bytes are damaged.')
  const end = start.indexOf(0x0a, MAGIC.length)
  const parsed = Header.safeParse(jsonOr(start.subarray(MAGIC.length, Math.max(end, MAGIC.length)).toString()))
  if (!parsed.success) throw damaged('its header')
  const { kdf } = parsed.data
  const header = start.subarray(0, end + 1)
  if (!kdf) return sealOf(header, undefined)
  if (!passphrase)
    throw new BadBackup('This backup is encrypted: set RUAM_BACKUP_PASSPHRASE to the passphrase that it was made with.')
  const { key, check } = await derive(passphrase, Buffer.from(kdf.salt, 'base64'), kdf)
  const expected = Buffer.from(kdf.check, 'base64')
  if (expected.length !== check.length || !timingSafeEqual(expected, check))
    throw new BadBackup('The passphrase in RUAM_BACKUP_PASSPHRASE is not the one that this backup was made with.')
  return sealOf(header, key)
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sealOf(header: Buffer, key: Buffer | undefined): Seal {
  const headerHash = createHash('sha256').update(header).digest()
  const bound = (kind: FrameKind, index: number) => {
    const place = Buffer.alloc(9)
    place[0] = frameKinds[kind]
    place.writeBigUInt64BE(BigInt(index), 1)
    return Buffer.concat([headerHash, place])
  }
  // The key belongs to one file, so its frames' indexes are nonces that never repeat.
  const nonce = (index: number) => {
    const iv = Buffer.alloc(12)
    iv.writeBigUInt64BE(BigInt(index), 4)
    return iv
  }
  const plainTag = (kind: FrameKind, index: number, payload: Buffer) =>
    createHash('sha256').update(bound(kind, index)).update(payload).digest().subarray(0, TAG_BYTES)
  return {
    header,
    encrypted: key !== undefined,
    close(kind, index, payload) {
      if (!key) return { payload, tag: plainTag(kind, index, payload) }
      const cipher = createCipheriv('aes-256-gcm', key, nonce(index)).setAAD(bound(kind, index))
      const sealed = Buffer.concat([cipher.update(payload), cipher.final()])
      return { payload: sealed, tag: cipher.getAuthTag() }
    },
    open(kind, index, payload, tag) {
      const where = `frame ${index}`
      if (!key) {
        if (!plainTag(kind, index, payload).equals(tag)) throw damaged(where)
        return payload
      }
      const decipher = createDecipheriv('aes-256-gcm', key, nonce(index)).setAAD(bound(kind, index)).setAuthTag(tag)
      const opened = decipher.update(payload)
      try {
        decipher.final()
      } catch {
        throw damaged(where)
      }
      return opened
    },
  }
}
