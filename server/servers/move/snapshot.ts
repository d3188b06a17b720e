import pg from 'pg'
import { asOwner } from '../database-servers.ts'
import { inStoreAsOwner } from './connect.ts'
import { dropSlots, slotNameOf } from './slots.ts'
import type { StepTimes } from './step-times.ts'

/** Milliseconds after which the transactions are named that the snapshot waits for. */
const NAME_AFTER_MS = 5000

/**
 * Makes the slot of a store's move, and works with a connection that sees the rows exactly as they were then: the slot's changes begin behind
 * them. Returns what the work does, and the slot's name. PostgreSQL first waits once for all transactions that were writing.
 */
export async function atNewSlot<T>(
  source: { powerUrl: string },
  storeId: number,
  { say, times, signal }: { say: (line: string) => void; times: StepTimes; signal?: AbortSignal },
  work: (reader: pg.Client, slot: string) => Promise<T>,
): Promise<T> {
  const slot = await asOwner(source.powerUrl, (client) => slotNameOf(client, storeId))
  const sender = new pg.Client({
    ...{ connectionString: source.powerUrl, application_name: 'ruam store move', replication: 'database' },
  })
  sender.on('error', () => {})
  await sender.connect()
  // The server would wait on for a client that has gone.
  const interrupt = () => void dropSlots(source.powerUrl, storeId).catch(() => {})
  signal?.addEventListener('abort', interrupt)
  const timer = setTimeout(() => void nameWriters(source.powerUrl, say).catch(() => {}), NAME_AFTER_MS)
  try {
    await sender.query('set statement_timeout = 0')
    // Its grammar knows capital letters alone.
    const create = `CREATE_REPLICATION_SLOT ${pg.escapeIdentifier(slot)} LOGICAL pgoutput (SNAPSHOT 'export')`
    const { rows } = await times.time('snapshot', () => sender.query<{ snapshot_name: string }>(create))
    clearTimeout(timer)
    return await inStoreAsOwner(source.powerUrl, storeId, async (reader) => {
      await reader.query('begin isolation level repeatable read read only')
      await reader.query(`set transaction snapshot ${pg.escapeLiteral(rows[0]!.snapshot_name)}`)
      // The reader keeps the snapshot, which its maker needs no more.
      await sender.end()
      const done = await work(reader, slot)
      await reader.query('commit')
      return done
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', interrupt)
    await sender.end().catch(() => {})
  }
}

async function nameWriters(powerUrl: string, say: (line: string) => void): Promise<void> {
  const { rows } = await asOwner(powerUrl, (client) =>
    client.query<{ pid: number; database: string; seconds: number }>(
      `select pid, datname as database, extract(epoch from clock_timestamp() - xact_start)::int as seconds
       from pg_stat_activity where backend_xid is not null and xact_start < now() - interval '3 seconds' order by xact_start limit 3`,
    ),
  )
  const named = rows.map(({ pid, database, seconds }) => `${pid} in ${database} (${seconds} s)`)
  if (named.length > 0) say(`Copying begins when these transactions have ended: ${named.join(', ')}.`)
}
