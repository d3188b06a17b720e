import type { JobKind } from '@ruam/contract/jobs.ts'
import type { JobDefinition, JobDefinitions } from '@ruam/contract/platform/job.ts'
import type { Permission, Rights } from '@ruam/contract/platform/permissions.ts'
import type pg from 'pg'
import type { Db } from '../database/db.ts'
import type { Core } from '../servers/core.ts'
import type { Block, JobRow } from './queries.ts'
import type { FillTitles } from './titles.ts'

export interface JobContext<R> {
  core: Core
  storeId: number
  /** As it was claimed; `cursor` says where a worker before has come to. */
  job: JobRow & { request: R }
  signal: AbortSignal
  /**
   * Runs a block of the job in one transaction with its count, so that a job that resumes after a crash, or in its next time slice,
   * repeats nothing. Ends the work by an exception if the job was cancelled, another worker has claimed it, or other jobs wait. Retries
   * the work after a conflict with another writer.
   */
  block(work: (db: Db, client: pg.PoolClient) => Promise<Block>): Promise<void>
}

/** Works a job of one kind to its end and answers its result. Throws a Refusal to end it as failed. */
export type JobWorker<R = never> = (working: JobContext<R>) => Promise<object | undefined>

/** Implementation of a kind of job. `R`: its request, ids and choices only. */
export interface JobHandler<R = never> {
  work: JobWorker<R>
  /** Fills titles of such jobs; omitted if the definition's title has no placeholders. */
  titles?: FillTitles
  /** Paths into a request that are deleted when the job ends: search terms and typed text, where no erasure could find a customer. */
  forget?: readonly (readonly string[])[]
  /** Runs in the transaction that ends the job, whatever the outcome. */
  after?(core: Pick<Core, 'jobs'>, db: Db, storeId: number, ended: JobRow): Promise<void>
  /** Takes away what the work left whose end did not count: it was cancelled, or another worker has it. */
  unused?(core: Core, result: object | undefined): Promise<void>
  /** Further ids of the notice about its end. */
  about?(db: Db, storeId: number, job: JobRow): Promise<Record<string, number>>
  /** Publishes progress to recipients other than those of its kind. */
  publish?(db: Db, storeId: number, job: JobRow): Promise<void>
}

/** Undo of a kind of job by another kind. */
interface JobUndo {
  undo: {
    /** Permission to undo the job: the one needed to start it. */
    permission(job: JobRow): Permission
    /** Throws if the answer of the undo would tell the caller of values that they may not see. */
    refuse?(db: Db, storeId: number, job: JobRow, rights: Rights): Promise<void>
    /** Keeps others away in the caller's transaction; throws when one of them is at work. */
    lock(db: Db, storeId: number): Promise<void>
    /** Request of the job that undoes it. */
    request(job: JobRow): object
  }
}

type WorkOf<D extends JobDefinition> = JobHandler & (D extends { undoneBy: string } ? JobUndo : { undo?: never })

/** Every kind there is with its work. */
export type JobHandlers = Readonly<Record<JobKind, JobHandler & Partial<JobUndo>>>

/** Ties a feature's kinds of jobs to their work; a missing or extra one does not compile. */
export function defineJobs<D extends JobDefinitions, W extends { [K in keyof D]: WorkOf<D[K]> }>(
  _definitions: D,
  works: W & Record<Exclude<keyof W, keyof D>, never>,
): W {
  return works
}
