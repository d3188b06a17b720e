import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds. A connection that takes longer to answer counts as lost. */
const PATIENCE_MS = 2000
const PAUSE_MS = 300

export interface Listener {
  readonly listening: boolean
  /** On the listening connection, so that waiting for a free one never delays it. Throws while the connection is lost. */
  query<T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T[]>
  close(): Promise<void>
}

/**
 * Listens to the push channel on a connection of its own and makes a new one whenever it is lost. What is notified meanwhile is not heard: `lost` says
 * so. Throws when the first connection fails.
 */
export async function listen(url: string, on: { heard(payload: string): void; lost(): void }): Promise<Listener> {
  let client: pg.Client | undefined
  /** One question at a time: what a connection of pg is made for. */
  let turn: Promise<unknown> = Promise.resolve()
  let closing = false

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
      application_name: 'ruam push',
    })
    // Told by 'end' too; without a listener it would end the process.
    next.on('error', () => {})
    let ended = false
    next.once('end', () => {
      ended = true
      if (client === next) lost()
    })
    next.on('notification', ({ payload }) => on.heard(payload ?? ''))
    await next.connect()
    try {
      const { rows } = await next.query<{ name: string }>('select auth.push_channel() as name')
      await next.query(`listen ${pg.escapeIdentifier(rows[0]!.name)}`)
    } catch (error) {
      void next.end().catch(() => {})
      throw error
    }
    if (ended) throw new Error('The connection ended')
    client = next
  }

  function lost() {
    client = undefined
    if (closing) return
    on.lost()
    void reconnect()
  }

  async function reconnect() {
    while (!client && !closing) {
      await sleep(PAUSE_MS)
      if (!closing) await connect().catch(() => {})
    }
    if (closing) await client?.end()
  }

  async function ask<T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T[]> {
    const asked = client
    if (!asked) throw new Error('The push channel is not connected to the database')
    try {
      return (await asked.query<T>(text, values)).rows
    } catch (error) {
      // A connection that doesn't answer tells nothing of what is notified either.
      void asked.end().catch(() => {})
      throw error
    }
  }

  await connect()
  return {
    get listening() {
      return client !== undefined
    },
    query<T extends pg.QueryResultRow>(text: string, values: unknown[]) {
      const answer = turn.then(() => ask<T>(text, values))
      turn = answer.catch(() => {})
      return answer
    },
    async close() {
      closing = true
      await client?.end()
    },
  }
}
