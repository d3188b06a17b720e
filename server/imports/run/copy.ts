import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

const SPECIAL = /[\\\t\n\r]/
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** One value as COPY's text format writes it; null and undefined are \N. */
export function copyValue(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value !== 'string') return String(value)
  return SPECIAL.test(value) ? value.replace(/[\\\t\n\r]/g, (letter) => ESCAPED[letter]!) : value
}

/** Sends lines that `copyValue` made, joined by tabs, into a temporary table (COPY into a table behind the wall is refused). */
export async function copyLines(client: pg.ClientBase, target: string, lines: string[]): Promise<void> {
  if (lines.length === 0) return
  const stream = client.query(from(`copy ${target} from stdin`))
  stream.end(`${lines.join('\n')}\n`)
  await finished(stream)
}
