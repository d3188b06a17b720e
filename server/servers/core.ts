import type { CallLimit } from '@ruam/contract/platform/constants.ts'
import type pg from 'pg'
import type { Config } from '../core/config.ts'
import type { Principal } from '../core/principal.ts'
import type { Disk } from '../storage/disk.ts'
import type { SideLists } from '../storage/side-lists.ts'
import type { Storage } from '../storage/storage.ts'
import type { Jobs } from '../work/queue.ts'

/** Limits of the calls of a person or a program. */
export interface CallLimits {
  /** Counts a call against a limit of its caller. Waits only if other processes serve too. Throws too_many_requests. */
  take(by: Principal, limit: CallLimit): Promise<void> | undefined
  /** Returns the calls that are left, and the seconds until the budget is full again. */
  left(by: Principal, limit: CallLimit): { quota: number; remaining: number; reset: number }
  /** Notes this process, adds its calls to those of all processes, and reads the sums. */
  exchange(): Promise<void>
}

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
  /** Cores of all database servers. Unset with one server. */
  servers?: CoreServers
  /** Unset in most tests, which have no limits. */
  limits?: CallLimits
  /** Room on the disk of files and database. Unset in most tests, where there always is. */
  disk?: Disk
  /** Logs an error after which the work goes on; `what` it ended. Unset in tests. */
  report?(error: unknown, what: string): void
}

/** Kinds of keys that lead to a store without naming it, found by a hash or a name. */
export type Lead = 'credential' | 'webhook' | 'invitation' | 'media'

/** Cores of an installation with several database servers, and the server of each store (decision 67). */
export interface CoreServers {
  readonly home: Core
  /** Numbers of all servers, those included that are away. */
  readonly ids: readonly number[]
  /** Cores of the servers that are there, home first. */
  open(): Core[]
  /** Throws server_away. */
  coreOf(server: number): Core
  serverOf(storeId: number): number
  /** Returns the core of the store that a key leads to; home if the key is unknown. Throws as `seek` does. */
  find(lead: Lead, key: Buffer): Promise<Core>
  /**
   * Searches every server, even for a key that was found before. Returns undefined if none has it. Throws server_away if it may belong to an
   * unreachable server, and store_moving if it may belong to a store that neither server has open.
   */
  seek(lead: Lead, key: Buffer): Promise<Core | undefined>
  /** True while a store is held for the end of its move, as of the last read. */
  isMoving(storeId: number): boolean
  /** True while all stores are at home. */
  allAtHome(): boolean
  /** Reads the directory again. */
  read(): Promise<void>
  /** Brings the news to the servers that are there. */
  tell(): Promise<void>
  /** Takes a server in, after it was opened. */
  join(core: Core): void
  close(): void
}
