import type pg from 'pg'

/**
 * Returns a connection that prepares no statements. For texts that differ between batches, on a connection that goes back to the pool.
 */
export function unprepared(client: pg.PoolClient): pg.PoolClient {
  const query = (statement: unknown, ...more: unknown[]) => {
    if (typeof statement !== 'object' || statement === null || !('name' in statement))
      return (client.query as (...all: unknown[]) => unknown)(statement, ...more)
    const { name: _, ...nameless } = statement
    return (client.query as (...all: unknown[]) => unknown)(nameless, ...more)
  }
  return Object.create(client, { query: { value: query } }) as pg.PoolClient
}
