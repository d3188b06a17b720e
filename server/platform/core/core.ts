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
  /** Number of the database server; home, which is 1, if unset. */
  server?: number
  /** Of several database servers: the cores of all. Unset with one. */
  servers?: CoreServers
  /** None where nobody counts: in most tests. */
  limits?: CallLimits
}

/** What leads to a store without naming it, found by a hash or a name. */
export type Lead = 'credential' | 'webhook' | 'invitation' | 'media'

/** Of an installation with several database servers: their cores, and where each store lies (decision 67). */
export interface CoreServers {
  readonly home: Core
  /** Numbers of all servers, those included that are away. */
  readonly ids: readonly number[]
  /** Cores of the servers that are there, home first. */
  open(): Core[]
  /** Throws server_away. */
  coreOf(server: number): Core
  serverOf(storeId: number): number
  /** Core of the store to which something leads; home if nobody knows it. Throws as `seek` does. */
  find(lead: Lead, key: Buffer): Promise<Core>
  /**
   * Looks at every server, also for what was found before. Returns undefined if none has it. Throws server_away if it may be of a server that is
   * away, and store_moving if it may be of a store that neither server has open.
   */
  seek(lead: Lead, key: Buffer): Promise<Core | undefined>
  /** True while a store is held for the end of its move, as of the last read. */
  isMoving(storeId: number): boolean
  /** True while each store lies at home. */
  allAtHome(): boolean
  /** Reads the directory again. */
  read(): Promise<void>
  /** Brings the news to the servers that are there. */
  tell(): Promise<void>
  /** Takes a server in, after it was opened. */
  join(core: Core): void
  close(): void
}
