import { z } from 'zod'
import { Id } from './common.ts'
import type { NoticeDeclaration } from './notice.ts'
import type { Permission } from './permissions.ts'
import type { Sentence } from './sentence.ts'

/** The single statement of a kind of job. Its work is tied to it by `defineJobs` on the server. */
export interface JobDefinition {
  /** Permissions to start it, any of them. Holders may also stop jobs of others. */
  permissions: readonly Permission[]
  /** Permission to see progress. Jobs do not name the affected profiles. */
  visibleTo: Permission
  /** Title, by name if it differs between requests. {names} are things it uses, {people} the number of affected customers. */
  title: Sentence | Readonly<Record<string, Sentence>>
  /** Counted items, if not customers. */
  counts?: 'rows' | 'values' | 'records' | 'segments' | 'friends'
  /** Writes many profiles: no import and no other such job starts meanwhile. */
  locksProfiles: boolean
  /** It goes on to its end: half-way something is neither as before nor as after. It is tried again until it succeeds. */
  cancellable: boolean
  /** Kind of job that undoes it, within UNDO_DAYS, unless the data has changed since. */
  undoneBy?: string
  /** It begins by itself too: jobs that a person asked for go before it, and a tab speaks of those alone that began in it. */
  automatic?: true
  /** Runs in parallel with the store's other jobs, in a queue of its own. A store runs one such job at a time. */
  ownQueue?: true
  /** It goes into this queue at once, however many of its store are there; its feature's calls show it, and those of jobs do not. */
  queue?: 'export'
  /** Texts of the final notification; null for automatic jobs. */
  notice: NoticeDeclaration | null
}

/** A feature's kinds of jobs, each with its name. */
export type JobDefinitions = Readonly<Record<string, JobDefinition & { kind: string }>>

/** Keeps every literal and gives each definition its name. Names are for ever: rows and histories hold them. */
export function jobsOf<const D extends Readonly<Record<string, JobDefinition>>>(
  definitions: D,
): { readonly [K in keyof D & string]: D[K] & { readonly kind: K } } {
  return Object.fromEntries(Object.entries(definitions).map(([kind, rest]) => [kind, { kind, ...rest }])) as never
}

export const JobStarted = z.object({ job_id: Id })

/** Job of a call that runs in the background only for large amounts; null if the call did all the work. */
export const JobIfAny = z.object({ job_id: Id.nullable() })
