import { randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@ruam/contract/access/passkeys.ts'
import { tokenHash } from '../../core/tokens.ts'

/** 32 letters, so that each carries 5 bits; none looks like another. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 4

/** A code of 80 bits, in groups to copy by hand. */
function newCode(): string {
  const letters = [...randomBytes(GROUPS * 4)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
  return letters.match(/.{4}/g)!.join('-')
}

export const newCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newCode)

/** Hash of a code, however it was typed. So many bits need no slow hash. */
export const codeHash = (code: string) => tokenHash(`recovery ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
