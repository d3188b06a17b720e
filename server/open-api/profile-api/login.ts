import { createHash, createHmac, pbkdf2Sync, randomBytes, randomInt } from 'node:crypto'

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

const POSTGRES_PORT = 5432

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const ITERATIONS = 4096

/** Name of the role of a store's login, which is also that of the schema with its views. */
export const newRoleName = (storeId: number): string =>
  `ruam_sql_${storeId}_${Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

/** Makes a password of 192 bits, and the SCRAM-SHA-256 verifier that PostgreSQL keeps instead of it. */
export function newPassword(): { password: string; verifier: string } {
  const password = randomBytes(24).toString('base64url')
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const verifier = `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
  return { password, verifier }
}

/** Address of the database for SQL logins: that of the server's own connection, unless the settings name another host. */
export function addressOf(connection: string, sqlHost: string | undefined) {
  const url = new URL(connection)
  const [, host, port] = /^([^:]+)(?::(\d+))?$/.exec(sqlHost ?? '') ?? []
  return {
    host: host ?? url.hostname,
    port: Number(port ?? (url.port || POSTGRES_PORT)),
    database: decodeURIComponent(url.pathname.slice(1)),
    local_only: LOCAL.test(host ?? url.hostname),
  }
}
