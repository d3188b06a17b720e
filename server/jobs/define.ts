import type { JobDefinition, JobDefinitions } from '@ruam/contract/job.ts'
import type { JobKind } from '@ruam/contract/jobs.ts'
import type { Permission } from '@ruam/contract/permissions.ts'
import type { Db } from '../core/db.ts'
import type { Core } from '../core/implement.ts'
import type { JobRow } from './queries.ts'
import type { FillTitles } from './titles.ts'
import type { JobWorker } from './work.ts'

/** What the server knows of a kind of job. `R`: what a job carries, ids and choices alone. */
export interface JobWork<R = never> {
  work: JobWorker<R>
  /** What fills the titles of such jobs; left out where the definition's title is whole. */
  titles?: FillTitles
  /** Paths into a request, which go when the job is over: what somebody searched for or typed, which no erasure could find there. */
  forget?: readonly (readonly string[])[]
  /** What follows when it is over, however it ended: with the transaction that ends it. */
  after?(core: Pick<Core, 'jobs'>, db: Db, storeId: number, ended: JobRow): Promise<void>
  /** Takes away what the work left whose end did not count: it was cancelled, or another worker has it. */
  unused?(core: Core, result: object | undefined): Promise<void>
  /** Further ids of the notice about its end. */
  about?(db: Db, storeId: number, job: JobRow): Promise<Record<string, number>>
  /** Says how far it is, to others than those who hear of its kind. */
  publish?(db: Db, storeId: number, job: JobRow): Promise<void>
}

/** Of a kind that is taken back by another. */
export interface JobUndo {
  undo: {
    /** What somebody must hold to take this one back: only who might have made it. */
    permission(job: JobRow): Permission
    /** Keeps others away in the caller's transaction; throws when one of them is at work. */
    lock(db: Db, storeId: number): Promise<void>
    /** What the job that takes it back carries. */
    request(job: JobRow): object
  }
}

type WorkOf<D extends JobDefinition> = JobWork & (D extends { undoneBy: string } ? JobUndo : { undo?: never })

/** Every kind there is with its work. */
export type JobWorks = Readonly<Record<JobKind, JobWork & Partial<JobUndo>>>

/** Ties a feature's kinds of jobs to their work; a missing or extra one does not compile. */
export function defineJobs<D extends JobDefinitions, W extends { [K in keyof D]: WorkOf<D[K]> }>(
  _definitions: D,
  works: W & Record<Exclude<keyof W, keyof D>, never>,
): W {
  return works
}
