import { createHash } from 'node:crypto'

/** Public number of an installation, 8 hexadecimal digits that follow from its secret key: names of backups, comments of roles. */
export const installationOf = (secretKey: string): string =>
  createHash('sha256').update(`ruam backup ${secretKey}`).digest('hex').slice(0, 8)
