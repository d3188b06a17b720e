import type pg from 'pg'
import type { CallLimits } from './call-limits.ts'
import type { Config } from './config.ts'
import type { Jobs } from './jobs.ts'
import type { SideLists } from './side-lists.ts'
import type { Storage } from './storage.ts'

/** Services shared by the whole server, created by main.ts. */
export interface Core {
  config: Config
  /** Connections of the application role. Outside a call's transaction they see no store. */
  pool: pg.Pool
  /** The same, for reads that state what they read (`createReadPool`). */
  readPool: pg.Pool
  /** Connections that keep their session, for settings and temporary tables that outlive a transaction. The pool itself without a pooler. */
  sessions: pg.Pool
  jobs: Pick<Jobs, 'enqueue'>
  storage: Storage
  lists: SideLists
  /** None where nobody counts: in most tests. */
  limits?: CallLimits
}
