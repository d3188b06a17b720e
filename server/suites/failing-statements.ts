import { createHash } from 'node:crypto'
import pg from 'pg'
import { failedWith, faultOf, isConnectionLost, isDiskFull } from '../core/sqlstate.ts'

/** A state for each line of the table of `sqlstate.ts`, and one that has none. */
const states = [
  ...['22P02', '23502', '23514', '54000', '23505', '23503', '40001', '40P01'],
  ...['08006', '53100', '53200', '55P03', '57P01', '58030', '57014', '42703', 'P0001', 'XX000', '25006'],
] as const

/** The states, grouped by all that these flows ask of an error: states of one group take the same path. */
export const stateGroups: readonly (readonly string[])[] = [
  ...Map.groupBy(states, (code) => {
    const error = { code }
    const isRepeated = failedWith(error, 'deadlock', 'serializationFailure')
    return [
      faultOf(error),
      isConnectionLost(error),
      isDiskFull(error),
      isRepeated,
      failedWith(error, 'uniqueViolation'),
    ].join()
  }).values(),
]

/** Each statement once for each group of states. The states of a group take turns, drawn by the statement's text. */
export function faultsOf(statements: readonly string[]): Fault[] {
  const drawn = statements.flatMap((text) =>
    stateGroups.map((group) => ({ text, state: group[hashOf(text) % group.length]! })),
  )
  const met = new Set(drawn.map(({ state }) => state))
  // The draw may leave a state out.
  const left = states.filter((state) => !met.has(state)).map((state) => ({ text: statements[0]!, state }))
  return [...drawn, ...left]
}

/** Number of a text, the same in every process. */
export const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()

/** States of a connection that ended: the socket is closed, as PostgreSQL does. */
const ENDED: ReadonlySet<string> = new Set(['08006', '57P01'])

/** Statements of the queue, whose own retries are tested with it, and those that begin and end. */
const LEFT_OUT = /pgboss\.|^\s*(?:listen|unlisten|commit|rollback|savepoint|release|discard)/i

export interface Fault {
  text: string
  state: string
}

let recording: Set<string> | undefined
let armed: Fault | undefined
let hit = false

/** The same text for all stores and runs: without numbers, and with one of several equal parameters. */
const textOf = (text: string) =>
  text
    .replace(/\d+/g, '#')
    .replace(/(\$#,? ?)+/g, '$# ')
    .replace(/\s+/g, ' ')
    .slice(0, 300)

type Query = (this: pg.Client, ...all: unknown[]) => unknown

/** Lets statements of the application role fail: see `recorded` and `failing`. */
export function watchStatements(): void {
  const { query } = pg.Client.prototype as unknown as { query: Query }
  const watched: Query = function (...all) {
    const [first] = all
    const text = typeof first === 'string' ? first : ((first as { text?: unknown } | undefined)?.text ?? '')
    const { user } = this as unknown as { user?: string }
    if (typeof text !== 'string' || text === '' || user === 'postgres' || LEFT_OUT.test(text))
      return query.apply(this, all)
    recording?.add(textOf(text))
    if (!armed || hit || textOf(text) !== armed.text) return query.apply(this, all)
    hit = true
    if (ENDED.has(armed.state)) {
      const { connection } = this as unknown as { connection: { stream: { destroy(error?: Error): void } } }
      // Ends before the statement leaves: its transaction is lost.
      connection.stream.destroy()
      return query.apply(this, all)
    }
    const raised = `do $do$ begin raise exception using errcode = '${armed.state}', message = 'planted'; end $do$`
    if (typeof (first as { submit?: unknown }).submit === 'function')
      // A stream of COPY, whose reader gets the error.
      return query.apply(this, [Object.assign(first as object, { text: raised })])
    const done = all.find((one) => typeof one === 'function')
    return query.apply(this, done ? [raised, done] : [raised])
  }
  Object.assign(pg.Client.prototype, { query: watched })
}

/** Runs work and returns the statements that it makes. */
export async function recorded(work: () => Promise<unknown>): Promise<string[]> {
  recording = new Set()
  try {
    await work()
    return [...recording]
  } finally {
    recording = undefined
  }
}

/** Runs work in which a statement fails once. Returns whether it was met; the work's error is swallowed. */
export async function failing(fault: Fault, work: () => Promise<unknown>): Promise<boolean> {
  armed = fault
  hit = false
  try {
    await work().catch(() => {})
    return hit
  } finally {
    armed = undefined
  }
}
