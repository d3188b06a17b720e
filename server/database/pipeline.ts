import pg from 'pg'
import { inSpan } from '../core/trace.ts'
import type { Read } from './prepared.ts'

type Row = Record<string, unknown>
type Fields = readonly { name: string; parse: (text: string) => unknown }[]

/** Result fields of prepared statements by connection and name. */
const preparedOn = new WeakMap<pg.Connection, Map<string, Fields>>()

/** Connections behind a pooler: the next transaction has another session, which knows no names of this one. */
const nameless = new WeakSet<pg.ClientBase>()
export const withoutNames = (client: pg.ClientBase) => void nameless.add(client)
export const isNameless = (client: pg.ClientBase) => nameless.has(client)

/** A command, which answers nothing and has no plan to keep. */
export const command = (text: string): Read => ({ name: '', text, values: [] })

/**
 * Statements as one message, with one wait for all of their answers. Up to the single Sync at their end PostgreSQL skips what follows an
 * error: a statement that raises keeps those after it from being done. The connection may be left in a transaction that failed.
 */
export function runPipeline(client: pg.ClientBase, statements: readonly Read[], early?: Early): Promise<Row[][]> {
  const work = () =>
    new Promise<Row[][]>((resolve, reject) => {
      client.query(new Pipeline(statements, resolve, reject, !isNameless(client), early))
    })
  return inSpan('pipeline', 'client', {}, work)
}

/** Work on the rows of the first `count` statements, while PostgreSQL does the others. It must not throw. */
interface Early {
  count: number
  work(rows: Row[][]): void
}

/** Object that pg calls for messages of its connection, as for cursors. Public for suites, which rewrite its statements. */
export class Pipeline implements pg.Submittable {
  readonly #statements: Read[]
  readonly #resolve: (rows: Row[][]) => void
  readonly #reject: (error: unknown) => void
  readonly #fields: Fields[] = []
  readonly #rows: Row[][] = [[]]
  /** The statement whose answer comes next. */
  #at = 0
  #known: Map<string, Fields> | undefined
  readonly #named: boolean
  readonly #early: Early | undefined

  constructor(
    statements: readonly Read[],
    resolve: (rows: Row[][]) => void,
    reject: (error: unknown) => void,
    named = true,
    early?: Early,
  ) {
    this.#named = named
    this.#early = early
    this.#statements = [...statements]
    this.#resolve = resolve
    this.#reject = reject
  }

  rewrite(text: (text: string) => string): void {
    for (const [place, statement] of this.#statements.entries())
      this.#statements[place] = { ...statement, text: text(statement.text) }
  }

  submit(connection: pg.Connection): void {
    const known = preparedOn.get(connection) ?? new Map<string, Fields>()
    preparedOn.set(connection, known)
    this.#known = known
    // One write to the socket.
    connection.stream.cork()
    for (const [place, { name, text, values }] of this.#statements.entries()) {
      const fields = this.#named ? known.get(name) : undefined
      const kept = this.#named ? name : ''
      if (!fields) {
        // Closing a missing statement is no error; an existing one was prepared by a failed pipeline.
        if (kept !== '') connection.close({ type: 'S', name: kept }, false)
        connection.parse({ name: kept, text, types: [] }, false)
      }
      this.#fields[place] = fields ?? []
      connection.bind({ portal: '', statement: kept, values: values.map(asSent) } as never, false)
      if (!fields && name !== '') connection.describe({ type: 'P' }, false)
      connection.execute(null, false)
      // PostgreSQL would keep the rows back until the Sync.
      if (place + 1 === this.#early?.count) connection.flush()
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#fields[this.#at] = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields: texts }: { fields: (string | null)[] }): void {
    const row: Row = {}
    const fields = this.#fields[this.#at]!
    for (let place = 0; place < fields.length; place++) {
      const text = texts[place]!
      row[fields[place]!.name] = text === null ? null : fields[place]!.parse(text)
    }
    this.#rows[this.#at]!.push(row)
  }

  handleCommandComplete(): void {
    this.#at++
    if (this.#at === this.#early?.count) this.#early.work(this.#rows.slice(0, this.#at))
    this.#rows[this.#at] = []
  }

  handleError(error: unknown): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    for (const [place, { name }] of this.#statements.entries())
      if (this.#named && name !== '') this.#known!.set(name, this.#fields[place]!)
    this.#resolve(this.#rows)
  }
}

const asSent = (value: Read['values'][number]) => (value === null || Buffer.isBuffer(value) ? value : String(value))
