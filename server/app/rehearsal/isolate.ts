import type { Config } from '../../core/config.ts'
import { refuseOutgoing } from '../../core/outgoing.ts'

/** Port of PostgreSQL where an address names none. */
const POSTGRES_PORT = 5432

/** Beginning of the lines by which a rehearsal reports refused connections. */
export const REFUSED = 'Refused in a rehearsal: '

/** Refuses every connection of a rehearsing process but those to its own database. Does nothing in any other process. */
export function isolate({ rehearsal, databaseUrl }: Config, say: (line: string) => void): void {
  if (!rehearsal) return
  const { hostname, port } = new URL(databaseUrl!)
  refuseOutgoing([{ host: hostname, port: Number(port || POSTGRES_PORT) }], (to) => say(REFUSED + to))
}
