import type pg from 'pg'

const SETTING = 'ruam.pooler'
const REFUSED =
  'The pooler splits transactions between sessions, which loses the store of a call: set `pool_mode = transaction` in its settings, and restart it.'

/** Throws if a pooler gives each statement another session: pgbouncer in statement mode refuses transactions, others lose their settings. */
export async function assertTransactions(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    await client.query('select set_config($1, $2, true)', [SETTING, 'kept'])
    const { rows } = await client.query<{ kept: boolean }>(
      'select current_setting($1, true) is not distinct from $2 as kept',
      [SETTING, 'kept'],
    )
    await client.query('commit')
    if (!rows[0]!.kept) throw new Error(REFUSED)
  } catch (error) {
    broken = error as Error
    throw /statement pooling/.test(broken.message) ? new Error(REFUSED, { cause: error }) : error
  } finally {
    client.release(broken)
  }
}
