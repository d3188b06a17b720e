import type { TimedWork } from '../../core/clock.ts'
import type { Core } from '../../servers/core.ts'

const MINUTE_MS = 60_000

/** Ends the files whose days are over, and those of people who may not have them any more (auth.end_exports). */
export async function endExports({ pool, storage }: Pick<Core, 'pool' | 'storage'>): Promise<void> {
  const { rows } = await pool.query<{ key: string }>('select auth.end_exports() as key')
  for (const { key } of rows) await storage.remove(key)
}

/** Looks every minute. */
export const endExportsSteadily = (core: Pick<Core, 'pool' | 'storage'>): TimedWork => ({
  name: 'exports',
  everyMs: MINUTE_MS,
  work: () => endExports(core),
})
