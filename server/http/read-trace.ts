import { type Endpoint, titleOf } from '@ruam/contract/platform/endpoint.ts'
import { OWNER, type Permission, type Rights } from '@ruam/contract/platform/permissions.ts'
import type { FastifyRequest } from 'fastify'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Principal, principalKey } from '../core/principal.ts'
import type { Db } from '../database/db.ts'
import type { Read } from '../database/prepared.ts'

/**
 * Collects the sensitive values that an answer shows in clear text. Every caller has one, and the call writes it in the transaction
 * that read the values, before it answers.
 */
export class ReadTrace {
  readonly fields = new Set<number>()
  readonly profiles = new Set<number>()
  #any = false

  /** Records a shown value. Null for a column of a file, and for a value that is shown without its customer. */
  note(fieldId: number | null, profileId: number | null): void {
    this.#any = true
    if (fieldId !== null) this.fields.add(fieldId)
    // Negative ids stand for customers that a dry run would add.
    if (profileId !== null && profileId > 0) this.profiles.add(profileId)
  }

  get isEmpty(): boolean {
    return !this.#any
  }
}

/** Thrown in a read-only transaction whose answer needs a trace: the call is repeated in one that may write it. */
export class NeedsTrace extends Error {
  readonly caller: { by: Principal; storeId: number }

  constructor(caller: NeedsTrace['caller']) {
    super('The answer needs a trace.')
    this.caller = caller
  }
}

/** Who was shown values, and by which way. */
export interface DisclosedValues {
  storeId: number
  viewer: Principal
  /** Roles of a person. */
  role: string | null
  way: string
  requestId: string | null
  trace: ReadTrace
}

/** Without another write in the transaction its commit does not wait for the disk: a crash of PostgreSQL may lose the last second. */
const unsynced =
  "(select case when pg_current_xact_id_if_assigned() is null then set_config('synchronous_commit', 'off', true) end) s"

const text = `insert into sensitive_read (store_id, viewer, role, way, field_ids, profile_ids, request_id)
  select $1, $2, $3, $4, $5, $6, $7 from ${unsynced}`

/** Statement that writes a trace. */
export const traceStatement = ({ storeId, viewer, role, way, requestId, trace }: DisclosedValues): Read => ({
  name: 'sensitive_read',
  text,
  values: [storeId, principalKey(viewer), role, way, listed(trace.fields), listed(trace.profiles), requestId],
})

const listed = (ids: ReadonlySet<number>) => `{${[...ids].sort((a, b) => a - b).join(',')}}`

/** Writes a trace in the transaction that read its values. */
export async function writeTrace(db: Db, shown: DisclosedValues): Promise<void> {
  if (shown.trace.isEmpty) return
  const { values } = traceStatement(shown)
  await db.executeQuery(CompiledQuery.raw(text, [...values]))
}

/** A trace whose values are not read yet. */
export interface ExpectedTrace {
  userId: number
  way: string
  requestId: string
}

/** A trace that was written in the message of its read. */
export interface WrittenTrace {
  role: string
  field_ids: string
  profile_ids: string
}

/**
 * Writes the trace of a member's read in its message, if the member has the right. `pairs`: statement for the values that the answer
 * shows, by `field_id` and `profile_id`.
 */
export const insertExpected = (
  storeId: number,
  { userId, way, requestId }: ExpectedTrace,
  right: Permission,
  pairs: RawBuilder<{ field_id: number; profile_id: number }>,
) => sql<WrittenTrace>`insert into sensitive_read (store_id, viewer, role, way, field_ids, profile_ids, request_id)
  select r.store_id, 'person:' || m.user_id, r.name, ${way}, fields, people, ${requestId}
  from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id,
    (select array_agg(distinct field_id order by field_id) as fields, array_agg(distinct profile_id order by profile_id) as people
      from (${pairs}) pairs) shown,
    ${sql.raw(unsynced)}
  where m.store_id = ${storeId} and m.user_id = ${userId} and m.removed_at is null
    and (r.name = ${sql.lit(OWNER)} or ${sql.lit(right)} = any(r.permissions)) and fields is not null
  returning role, field_ids::text, profile_ids::text`

/** True if what was written with the read is what its answer shows. */
export function isExpected(written: WrittenTrace | undefined, shown: DisclosedValues | undefined): boolean {
  if (!shown || !written) return !shown && !written
  return (
    written.role === shown.role &&
    written.field_ids === listed(shown.trace.fields) &&
    written.profile_ids === listed(shown.trace.profiles)
  )
}

/** Customers per row of a trace over many. */
const PEOPLE = 10_000

/** Writes that a file shows fields of many customers, in the snapshot that it is made of. */
export async function writeTraceOf(
  db: Db,
  { storeId, viewer, role, way }: Omit<DisclosedValues, 'trace' | 'requestId'>,
  fields: readonly number[],
  people: RawBuilder<{ id: number }>,
): Promise<void> {
  await sql`insert into sensitive_read (store_id, viewer, role, way, field_ids, profile_ids)
    select ${storeId}, ${principalKey(viewer)}, ${role}, ${way}, ${fields}::int[], array_agg(id order by id)
    from (select id, row_number() over (order by id) / ${PEOPLE} as part from (${people}) chosen) parts
    group by part`.execute(db)
}

/** A caller with its trace. A person has roles. */
type TracedCaller = Principal & { trace: ReadTrace; rights?: Rights }

/** What a call showed its caller; undefined if nothing sensitive. */
export function disclosedBy(
  endpoint: Endpoint,
  request: FastifyRequest,
  { user, storeId }: { user: TracedCaller | undefined; storeId: number },
): DisclosedValues | undefined {
  if (!user || user.trace.isEmpty) return undefined
  const way = titleOf(endpoint)
  return { storeId, viewer: user, role: roleOf(user), way, requestId: request.id, trace: user.trace }
}

const roleOf = ({ rights }: TracedCaller) => rights?.roles.join(', ') ?? null
