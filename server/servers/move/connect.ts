import pg from 'pg'
import { COPY_SETTINGS } from '../../database/db.ts'
import type { DatabaseServers, Statements } from '../database-servers.ts'

/** The databases of a move, as their owners. Each connection is opened by its first statement and sees the rows of one store. */
export interface Ends {
  home: Statements
  source: Statements
  target: Statements
  /** Opens all three, so that no hold waits for it. */
  open(): Promise<unknown>
}

async function connect(ownerUrl: string, storeId: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'ruam store move' })
  // The next statement reports a database that has gone away.
  client.on('error', () => {})
  await client.connect()
  await client.query(`${COPY_SETTINGS}; set ruam.store_id = '${storeId}'`)
  return client
}

/** Runs statements on one connection of a database's owner that sees the rows of one store, and of no other. */
export async function inStoreAsOwner<T>(
  ownerUrl: string,
  storeId: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(ownerUrl, storeId)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Makes a connection write as replication does (`replica`): without guards, records of changes and checks of keys. Without the right to set the
 * parameter nothing changes, and rows are written more slowly.
 */
export const writeAs = (client: Statements, role: 'replica' | 'origin') =>
  client.query(
    `select set_config('session_replication_role', '${role}', false) where has_parameter_privilege('session_replication_role', 'SET')`,
  )

/** Opens the databases of a move for as long as the work lasts. */
export async function withEnds<T>(
  servers: DatabaseServers,
  { store, source, target }: { store: number; source: number; target: number },
  work: (ends: Ends) => Promise<T>,
): Promise<T> {
  const endOf = ({ ownerUrl }: { ownerUrl: string }) => {
    let opened: Promise<pg.Client> | undefined
    const open = () => {
      opened ??= connect(ownerUrl, store)
      return opened
    }
    return {
      open,
      query: async (text: string, values?: unknown[]) => (await open()).query(text, values),
      close: async () => (await opened)?.end(),
    }
  }
  const all = [endOf(servers.home), endOf(servers.get(source)), endOf(servers.get(target))] as const
  try {
    return await work({
      ...({ home: all[0], source: all[1], target: all[2] } as Pick<Ends, 'home' | 'source' | 'target'>),
      open: () => Promise.all(all.map(({ open }) => open())),
    })
  } finally {
    for (const { close } of all) await close().catch(() => {})
  }
}
