import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/**
 * Returns a connection that prepares each text which it runs more than once, so that PostgreSQL plans it once: the days of a rehearsal run the
 * same few texts thousands of times. `forget` rolls back, and drops what was prepared: behind a pooler the connection goes on.
 */
export function prepareRepeated(client: pg.PoolClient): { client: pg.PoolClient; forget(): Promise<void> } {
  const prefix = `rehearsal_${randomBytes(6).toString('hex')}`
  let count = 0
  /** Names by text; null: it was run once. */
  const names = new Map<string, string | null>()
  const run = client.query.bind(client) as (...all: unknown[]) => unknown
  const query = (text: unknown, values?: unknown) => {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return run(text, values)
    let name = names.get(text)
    if (name === undefined) names.set(text, null)
    else if (name === null) {
      name = `${prefix}_${++count}`
      names.set(text, name)
    }
    return name ? run({ name, text, values }) : run(text, values)
  }
  const forget = async () => {
    const prepared = [...names.values()].filter((name) => name !== null)
    await client.query(['rollback', ...prepared.map((name) => `deallocate ${name}`)].join('; '))
  }
  return { client: Object.create(client, { query: { value: query } }) as pg.PoolClient, forget }
}
