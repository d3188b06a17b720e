import { type PostgresVersion, startPostgres } from '../tools/postgres-server.ts'

export interface Server {
  /** Name in the table. */
  name: string
  /** Superuser's connection string; undefined for the embedded server. */
  url: string | undefined
  stop(): Promise<void>
}

/** Starts the version of PostgreSQL that POSTGRES names, or takes the server of BENCH_DATABASE_URL, or the embedded one. */
export async function startServer(): Promise<Server> {
  const url = process.env.BENCH_DATABASE_URL
  if (url) return { name: 'PostgreSQL of BENCH_DATABASE_URL', url, stop: async () => {} }
  const version = process.env.POSTGRES as PostgresVersion | undefined
  if (!version) return { name: 'embedded PostgreSQL 18', url: undefined, stop: async () => {} }
  const { superUrl, release, stop } = await startPostgres(version)
  return { name: `PostgreSQL ${release}`, url: superUrl, stop: async () => stop() }
}
