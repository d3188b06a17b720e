import { hash } from 'node:crypto'

const PART_END = '\u001f'

/** Names what makes lines of one order equal: 128 bits in hex. */
export const contentOf = (said: string, pieces: number | null, amount: number | null): string =>
  hash('sha256', `${said}${PART_END}${pieces ?? ''}${PART_END}${amount ?? ''}`, 'hex').slice(0, 32)
