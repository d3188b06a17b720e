import { type Compilable, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { type Db, onConnection } from '../../database/db.ts'
import type { Piece } from './export-file.ts'

/** Lines of CSV, or the fields of a line between tabs. */
export type CopyFormat = 'csv' | 'text'

/** A statement with its values in its text: COPY takes no parameters. */
function inlined(db: Db, query: RawBuilder<unknown>): string {
  const { sql: text, parameters } = (query as Compilable & RawBuilder<unknown>).compile(db)
  return text.replace(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]))
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  throw new Error(`No literal for a ${typeof value}`)
}

/** The rows of a statement as PostgreSQL writes them itself, which is several times as fast as rows that pass through JavaScript. */
export async function* copyOut(
  client: pg.ClientBase,
  query: RawBuilder<unknown>,
  format: CopyFormat,
): AsyncGenerator<Piece> {
  const stream = client.query(to(`copy (${inlined(onConnection(client), query)}) to stdout (format ${format})`))
  for await (const content of stream as AsyncIterable<Buffer>) yield { content, rows: 0 }
  yield { content: '', rows: stream.rowCount }
}

interface Blocks {
  /** The ids after one, in their order. */
  ids: (after: number) => RawBuilder<{ id: number }>
  rows: (after: number, last: number) => RawBuilder<unknown>
}

/**
 * Rows in blocks by their ids, each block by an index, so that none waits for a sort of all of them. How many ids a block spans follows
 * from how many rows the one before had: to count them first would read everything twice.
 */
export async function* inBlocksOfIds(
  client: pg.ClientBase,
  format: CopyFormat,
  { ids, rows }: Blocks,
): AsyncGenerator<Piece> {
  const db = onConnection(client)
  const next = async (after: number) => {
    const found = await sql<{ id: number }>`select id from (${ids(after)} limit 1) next`.execute(db)
    return found.rows[0]?.id
  }
  let span = FIRST_ROWS
  for (let from = await next(0); from !== undefined; ) {
    const last = from + span - 1
    let met = 0
    for await (const piece of copyOut(client, rows(from - 1, last), format)) {
      met += piece.rows
      yield piece
    }
    span = Math.max(FIRST_ROWS, Math.min(span * 4, Math.round((span * BLOCK_ROWS) / Math.max(met, 1))))
    // Ids of one store may lie far apart: the sequence is everybody's.
    from = met * 10 < FIRST_ROWS ? await next(last) : last + 1
  }
}

/** Few at first, so that something is stored at once. */
const FIRST_ROWS = 1000
const BLOCK_ROWS = 20_000
