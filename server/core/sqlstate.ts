import { closedAs } from './context.ts'
import { UnlistedDecision } from './unlisted-decision.ts'

/**
 * Cause of a failed statement, which decides who waits, who is repeated and what is set aside (decision 69).
 * - `item`: the row or item itself; only it fails.
 * - `race`: two writers met; repeated, and only then the item's.
 * - `outage`: PostgreSQL or its disk is not there; nothing is blamed, everything waits.
 * - `slow`: ended by a time limit; alone once more, then set aside.
 * - `ours`: a defect of the product; an alarm, and the item is kept.
 * - `unknown`: anything else; the item alone, five tries over an hour, then set aside and kept.
 */
export type StateFault = 'item' | 'race' | 'outage' | 'slow' | 'ours' | 'unknown'

/** Fault by SQLSTATE. Two characters stand for every state of the class that has no line of its own. */
const faultBySqlState: Readonly<Record<string, StateFault>> = {
  '08': 'outage',
  '22': 'item',
  // Restrict and foreign key violations: the other row came or went at this moment.
  '23001': 'race',
  '23502': 'item',
  '23503': 'race',
  '23505': 'race',
  '23514': 'item',
  // PostgreSQL ended an idle or long transaction with its connection.
  '25P03': 'outage',
  '25P04': 'outage',
  '40001': 'race',
  '40P01': 'race',
  '42': 'ours',
  '53': 'outage',
  '54': 'item',
  '55P03': 'outage',
  '57014': 'slow',
  '57P01': 'outage',
  '57P02': 'outage',
  '57P03': 'outage',
  '57P05': 'outage',
  '58': 'outage',
  P0001: 'ours',
  XX: 'ours',
}

/** Codes of Node for a connection that broke, or could not be made. */
const lostConnection: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/** Messages of pg for a connection that ended under a statement, or was not there in time; they carry no code. */
const LOST_CONNECTION = /Connection terminated|connection error|not queryable|timeout exceeded when trying to connect/i

const SQLSTATE = /^[0-9A-Z]{5}$/

const sqlStateOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Returns the cause of a failed statement. A held store counts as an outage: the same may be tried again. */
export function faultOf(error: unknown): StateFault {
  if (closedAs(error) === 'held' || error instanceof UnlistedDecision) return 'outage'
  const code = sqlStateOf(error)
  // `syscall` tells a broken connection from a missing file of the storage.
  if (lostConnection.has(code)) return code === 'ENOENT' && !isOfSocket(error) ? 'unknown' : 'outage'
  if (SQLSTATE.test(code)) return faultBySqlState[code] ?? faultBySqlState[code.slice(0, 2)] ?? 'unknown'
  return LOST_CONNECTION.test((error as { message?: string } | undefined)?.message ?? '') ? 'outage' : 'unknown'
}

const isOfSocket = (error: unknown) => (error as { syscall?: string }).syscall === 'connect'

/** True if the database or its disk is not there, or the store is held: what was tried may be tried again. */
export const isOutage = (error: unknown): boolean => faultOf(error) === 'outage'

/** True for an outage that ended the connection; others leave it usable. */
export const isConnectionLost = (error: unknown): boolean =>
  isOutage(error) && !/^(?:53|55|58|RU)/.test(sqlStateOf(error))

/** True if there is no room on the disk of PostgreSQL or of the files. */
export const isDiskFull = (error: unknown): boolean =>
  failedWith(error, 'diskFull') || ['ENOSPC', 'EDQUOT'].includes(sqlStateOf(error))

/** True if two writers met: another try does not meet the same. */
export const isRace = (error: unknown): boolean => faultOf(error) === 'race'

/** Single states, for callers that ask for the lock or the time limit of a statement of their own. */
const sqlStates = {
  featureNotSupported: '0A000',
  dependentObjects: '2BP01',
  invalidParameterValue: '22023',
  uniqueViolation: '23505',
  foreignKeyViolation: '23503',
  serializationFailure: '40001',
  deadlock: '40P01',
  insufficientPrivilege: '42501',
  duplicateObject: '42710',
  diskFull: '53100',
  objectInUse: '55006',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
} as const

/** True if the statement failed with one of these states. */
export const failedWith = (error: unknown, ...states: readonly (keyof typeof sqlStates)[]): boolean =>
  states.some((state) => sqlStates[state] === sqlStateOf(error))

/** True for errors of a server that is not there, or does not answer. */
export const isUnreachable = (error: unknown): boolean =>
  isOutage(error) ||
  /timeout exceeded when trying to connect|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN/.test(
    `${(error as { code?: string }).code} ${(error as Error).message}`,
  )
