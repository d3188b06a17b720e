import type { consentOperations } from '@ruam/contract/customers/consents.ts'
import { sql } from 'kysely'
import { type Principal, userIdOf } from '../../../core/principal.ts'
import type { Db } from '../../../database/db.ts'
import { writtenBy } from '../../changes/source.ts'
import type { ConsentEvidence } from '../evidence.ts'
import { versionInUse } from '../standing.ts'

type Operation = (typeof consentOperations)[number]

/** An answer to a purpose, with the author's own words about it. */
export interface NewEntry {
  profile_id: number
  purpose_id: number
  operation: Operation
  note: string
  /** Null: nothing was said about it. */
  evidence: ConsentEvidence | null
  /** A guardian answered for a customer under age. */
  guardian?: boolean
  /** Day on which the customer answered, which decides the wording; without it, the one in use. */
  answeredOn?: string | null
}

/** An answer and what it met. */
export interface WrittenEntry {
  profile_id: number
  purpose_id: number
  operation: Operation
  /** Answer before; null if there was none. */
  before: Operation | null
  /** True for a LINE user who wants nothing more. */
  stopped: boolean
  written: boolean
}

/** A run that brings answers of a file or of items. */
export interface AnsweringRun {
  id: number
  createdBy: number | null
  /** Items of a program, not rows of a file. */
  isOfProgram: boolean
}

/** Runs whose undo is still possible are among the newest ones. */
const RUNS_KEPT = 60

/**
 * Writes down what profiles said, at most one answer for each profile and purpose. A person and a program are recorded unless they repeat
 * the newest answer to the same wording; one that a run brought is repeated, so that an undo of the run leaves theirs. A run never grants
 * over a withdrawal. The caller holds the profiles.
 */
export async function writeEntries(
  db: Db,
  storeId: number,
  by: Principal | { run: AnsweringRun },
  said: readonly NewEntry[],
): Promise<WrittenEntry[]> {
  const run = 'run' in by ? by.run.id : null
  const author =
    'run' in by
      ? { source: 'run' as const, user: by.run.createdBy, credential: null }
      : { source: writtenBy(by).source, user: userIdOf(by), credential: by.kind === 'program' ? by.id : null }
  const { rows } = await sql<WrittenEntry>`
    with met as materialized (
      select s.*, newest.id as newest_id, newest.status as before, newest.runs, newest.version as before_version, exists (
          select from profile x join line_stop t on t.store_id = ${storeId} and t.user_id = x.line_user_id
          where x.store_id = ${storeId} and x.id = s.profile_id and not s.purpose_id = any(t.lifted)) as stopped
      from (select o.*, ${versionInUse(storeId, sql`o.purpose_id`, sql`o.answered_on`)} as version
        from jsonb_to_recordset(${JSON.stringify(said.map(asSent))}::jsonb) o (profile_id bigint, purpose_id int, operation text,
          note text, evidence jsonb, guardian boolean, answered_on date)) s
      cross join lateral (select from consent_purpose where store_id = ${storeId} and id = s.purpose_id offset 0) p
      left join lateral (select e.id, e.status, e.runs, e.version from consent_entry e
        where e.store_id = ${storeId} and e.profile_id = s.profile_id and e.purpose_id = s.purpose_id and e.guardian = s.guardian
        order by e.at desc, e.id desc limit 1) newest on true
    ),
    written as (
      insert into consent_entry
        (store_id, profile_id, purpose_id, status, source, created_by, credential_id, note, runs, version, evidence, guardian)
      select ${storeId}, profile_id, purpose_id, operation, ${author.source}, ${author.user}::int, ${author.credential}::int,
        nullif(note, ''), case when ${run}::int is not null then array[${run}::int] end, version, evidence, guardian
      from met where case when ${run}::int is null then operation is distinct from before or runs is not null or ${isNewGrant}
        when operation = 'withdrawn' then before is distinct from 'withdrawn'
        else (before is null or ${isNewGrant}) and not stopped end
      order by profile_id, purpose_id
      returning profile_id, purpose_id
    ),
    repeated as (
      update consent_entry e set runs = (e.runs || ${run}::int)[greatest(1, cardinality(e.runs) + 2 - ${sql.lit(RUNS_KEPT)}):]
      from met where ${run}::int is not null and e.store_id = ${storeId} and e.id = met.newest_id
        and met.before = met.operation and not ${isNewGrant} and e.runs is not null and not ${run}::int = any(e.runs)
    )
    select m.profile_id, m.purpose_id, m.operation, m.before, m.stopped, w.profile_id is not null as written
    from met m left join written w on w.profile_id = m.profile_id and w.purpose_id = m.purpose_id`.execute(db)
  return rows
}

/** The customer granted a former wording, and now this one. */
const isNewGrant = sql`(met.operation = 'granted' and met.before = 'granted' and met.before_version < met.version)`

const asSent = ({ answeredOn = null, guardian = false, ...said }: NewEntry) => ({
  ...said,
  guardian,
  answered_on: answeredOn,
})
