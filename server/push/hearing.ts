import type { Config } from '../core/config.ts'
import { type Listener, listen } from './listener.ts'
import { connectNats, watchNats } from './nats.ts'
import { pushSubjectOf } from './subjects.ts'

interface Heard {
  heard(payload: string): void
  lost(): void
}

/** Hears what all processes publish: by notifications of PostgreSQL, or from NATS if there is one. Rights are asked for in PostgreSQL. */
export async function hear({ nats, environment }: Config, directUrl: string, on: Heard): Promise<Listener> {
  if (!nats) return listen(directUrl, on)
  const database = await listen(directUrl, { heard: () => {}, lost: on.lost })
  let connected = true
  const connection = await connectNats(nats, 'ruam push').catch(async (error) => {
    await database.close()
    throw error
  })
  connection.subscribe(pushSubjectOf(environment, '*'), {
    callback: (error, message) => {
      if (!error) on.heard(message.string())
    },
  })
  await connection.flush()
  void watchNats(connection, {
    lost() {
      connected = false
      on.lost()
    },
    back() {
      connected = true
    },
  })
  return {
    get listening() {
      return connected && database.listening
    },
    query: database.query,
    async close() {
      await Promise.all([connection.close(), database.close()])
    },
  }
}
