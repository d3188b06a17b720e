import pg from 'pg'

/** Namespace of the advisory locks of moves. */
const LOCK = 45

/** One process moves a store. */
export interface MoverLock {
  /** True once the connection that holds the lock is gone: another process may have it. */
  lost(): boolean
  release(): Promise<void>
}

/** Takes the lock of a store's move at home, which ends with its connection; undefined if another process has it. */
export async function acquireMoverLock(homeUrl: string, storeId: number): Promise<MoverLock | undefined> {
  const client = new pg.Client({ connectionString: homeUrl, application_name: 'ruam store move' })
  let lost = false
  const gone = () => {
    lost = true
  }
  client.on('error', gone)
  client.on('end', gone)
  await client.connect()
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1, $2) as mine', [LOCK, storeId])
  if (rows[0]!.mine) return { lost: () => lost, release: () => client.end().catch(() => {}) }
  await client.end()
  return undefined
}
