import type { Core } from './implement.ts'

const HOUR_MS = 3_600_000

/** Clears away what has had its time (see door.purge); files after their rows, so that nothing names one that is gone. */
export async function purge({ pool, storage }: Pick<Core, 'pool' | 'storage'>): Promise<void> {
  const { rows } = await pool.query<{ key: string }>('select door.purge() as key')
  for (const { key } of rows) await storage.remove(key)
}

/** Purges every hour until it is stopped. A failure is told and the next hour tries again. */
export function purgeHourly(core: Core, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => purge(core).catch(onError), HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
