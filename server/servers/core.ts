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
  /** The same, every third time alone while this process has no calls. */
  exchangeUnlessAtRest(): Promise<void>
}

declare const inside: unique symbol
/** Opaque outside of `servers/`. */
export interface Directory {
  readonly [inside]?: never
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
  /** Directory of the database servers, which `routerOf` reads. Unset with one server. */
  servers?: Directory
  /** Unset in most tests, which have no limits. */
  limits?: CallLimits
  /** Room on the disk of files and database. Unset in most tests, where there always is. */
  disk?: Disk
  /** Logs an error after which the work goes on; `what` it ended. Unset in tests. */
  report?(error: unknown, what: string): void
}

/** Kinds of keys that lead to a store without naming it, found by a hash or a name. */
export type StoreKey = 'credential' | 'webhook' | 'invitation' | 'media' | 'link' | 'menu_link' | 'my_data' | 'line'

/**
 * Way to the stores of an installation, which may lie on several database servers (decision 67). Belongs to one of the servers; `routerOf`
 * returns it.
 */
export interface StoreRouter {
  /** True if there are several servers. */
  readonly several: boolean
  /** Core of home: people, sessions and the directory of stores. */
  readonly home: Core
  /** Cores of the servers that can be reached, home first. */
  reachable(): Core[]
  /** Throws server_away. */
  coreOf(server: number): Core
  serverOf(storeId: number): number
  /** True if a store is on this server. */
  isHere(storeId: number): boolean
  /** True while a store is held for the end of its move, as of the last refresh. */
  isMoving(storeId: number): boolean
  /** True while all stores are at home. */
  allAtHome(): boolean
  /** Connections that count something of a store; those of this server while the store's is away, where it will not be found. */
  countingPool(storeId: number): pg.Pool
  /** Works at the server of a store, and again where the store has moved meanwhile. Throws server_away. */
  atStore<T>(storeId: number, work: (there: Core) => Promise<T>): Promise<T>
  /**
   * Works at the server of the store that a key leads to, and again where that store has just moved. The work returns undefined if it does not
   * find the store, and writes in one transaction.
   */
  atKey<T>(kind: StoreKey, key: Buffer, work: (there: Core) => Promise<T | undefined>): Promise<T | undefined>
  /** Returns the core of the store that a key leads to; home if the key is unknown. Throws as `seek` does. */
  find(kind: StoreKey, key: Buffer): Promise<Core>
  /**
   * Searches every server, even for a key that was found before. Returns undefined if none has it. Throws server_away if it may belong to an
   * unreachable server, and store_moving if it may belong to a store that neither server has open.
   */
  seek(kind: StoreKey, key: Buffer): Promise<Core | undefined>
  /** Reads the directory of stores again. */
  refresh(): Promise<void>
  /** Delivers the news of home to the servers that can be reached. */
  notify(): Promise<void>
}

/** Number of the database server of a core. */
export const serverNumber = ({ server = 1 }: Pick<Core, 'server'>): number => server
