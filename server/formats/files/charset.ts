import { isAscii } from 'node:buffer'
import type { charsets } from '@ruam/contract/formats/files.ts'
import { type Damage, isTolerable, noDamage, noteDamage } from './damage.ts'

export type Charset = (typeof charsets)[number]

/** Maximum share of high bytes that are no letters of the charset. */
const MOST_ODD = 0.1
/** Minimum share in every second byte of UTF-16: U+00xx and the Thai block U+0Exx make up nearly all of a Thai or English text. */
const MOST_OF_HALF = 0.7

/**
 * Returns the charset of a text by its first bytes; null if unsupported. A byte order mark decides; then the high bytes that UTF-16
 * writes for Latin and Thai letters; then strict UTF-8; then, if the bytes make Thai syllables, windows-874 (TIS-620); then UTF-8 with a few
 * broken letters.
 * `whole`: the bytes are not cut off.
 */
export function detectCharset(bytes: Buffer, whole: boolean): Charset | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const wide = detectUtf16(bytes)
  if (wide) return wide
  if (isUtf8(bytes, whole)) return 'utf-8'
  // Damaged UTF-8 reads as windows-874 too, as a row of the same two letters.
  if (!isDamagedUtf8(bytes) && looksThai(bytes)) return 'windows-874'
  return isTolerable(damageIn(bytes, whole)) ? 'utf-8' : null
}

function damageIn(bytes: Buffer, whole: boolean): Damage {
  const damage = noDamage()
  noteDamage(damage, new TextDecoder('utf-8').decode(bytes, { stream: !whole }))
  return damage
}

function detectUtf16(bytes: Buffer): Charset | null {
  const pairs = Math.floor(Math.min(bytes.length, 64 * 1024) / 2)
  if (pairs < 2) return null
  let even = 0
  let odd = 0
  let nuls = 0
  for (let at = 0; at < pairs * 2; at += 2) {
    const first = bytes[at]!
    const second = bytes[at + 1]!
    if (first === 0 || first === 0x0e) even++
    if (second === 0 || second === 0x0e) odd++
    if (first === 0 || second === 0) nuls++
  }
  if (nuls === 0) return null
  if (odd > pairs * MOST_OF_HALF && odd > even) return 'utf-16le'
  return even > pairs * MOST_OF_HALF && even > odd ? 'utf-16be' : null
}

function isUtf8(bytes: Buffer, whole: boolean): boolean {
  if (isAscii(bytes)) return true
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole })
    return true
  } catch {
    return false
  }
}

/** True if most bytes above ASCII are Thai letters in UTF-8, which look like rows of เธ and เน in windows-874. */
function isDamagedUtf8(bytes: Buffer): boolean {
  let high = 0
  let whole = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0x80) continue
    high++
    const block = bytes[at + 1]
    if (bytes[at] === 0xe0 && (block === 0xb8 || block === 0xb9) && (bytes[at + 2]! & 0xc0) === 0x80) whole += 3
  }
  return whole > high / 2
}

/** Thai letters, and marks above and below that stand behind a consonant or another mark. */
function looksThai(bytes: Buffer): boolean {
  let high = 0
  let odd = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte < 0x80) continue
    high++
    if (isMark(byte)) {
      const before = bytes[at - 1] ?? 0
      if (!isMark(before) && (before < 0xa1 || before > 0xce)) odd++
    } else if (!isLetter(byte)) odd++
  }
  return high > 0 && odd <= high * MOST_ODD
}

/** Mai han akat, the vowels above and below, and the signs from maitaikhu to nikhahit. */
const isMark = (byte: number) => byte === 0xd1 || (byte >= 0xd4 && byte <= 0xda) || (byte >= 0xe7 && byte <= 0xee)
/** Also the no-break space and the quotes and dashes of windows-874. */
const isLetter = (byte: number) =>
  (byte >= 0xa0 && byte <= 0xda) ||
  (byte >= 0xdf && byte <= 0xfb) ||
  byte === 0x80 ||
  byte === 0x85 ||
  (byte >= 0x91 && byte <= 0x97)
