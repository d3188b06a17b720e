import { startPostgres15 } from '../tools/postgres15-server.ts'

export interface Server {
  /** Name in the table. */
  name: string
  /** Superuser's connection string; undefined for the embedded server. */
  url: string | undefined
  stop(): Promise<void>
}

/** Starts PostgreSQL 15 if POSTGRES15_BIN names it, or takes the server of BENCH_DATABASE_URL, or the embedded one. */
export async function startServer(): Promise<Server> {
  const url = process.env.BENCH_DATABASE_URL
  if (url) return { name: 'PostgreSQL of BENCH_DATABASE_URL', url, stop: async () => {} }
  if (!process.env.POSTGRES15_BIN) return { name: 'embedded PostgreSQL 18', url: undefined, stop: async () => {} }
  const { superUrl, stop } = await startPostgres15({})
  return { name: 'PostgreSQL 15', url: superUrl, stop: async () => stop() }
}
