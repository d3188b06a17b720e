import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import { type ReadTrace, writeTrace, writeTraceOf } from '../../http/read-trace.ts'
import type { TableQuery } from './read-table.ts'

const WAY = titleOf(exports.create)

const shownIn = ({ storeId, userId, rights }: TableQuery) => ({
  storeId,
  viewer: { kind: 'person' as const, id: userId },
  role: rights.roles.join(', '),
  way: WAY,
})

/** Writes what a file shows, in the snapshot that it is made of. */
export const traceExport = (db: Db, asked: TableQuery, trace: ReadTrace) =>
  writeTrace(db, { ...shownIn(asked), requestId: null, trace })

/** Writes that a file shows the sensitive fields of these customers. */
export function tracePeople(
  db: Db,
  asked: TableQuery,
  fields: readonly (Field | undefined)[],
  people: RawBuilder<{ id: number }>,
): Promise<void> {
  const ids = fields.flatMap((field) => (field?.sensitive ? [field.id] : []))
  return writeTraceOf(db, shownIn(asked), ids, people)
}

/** Customers per row. */
const PEOPLE = 10_000

/** Writes whom a file of customers holds, in the snapshot that it is made of. */
export const recordPeople = (
  db: Db,
  { storeId, job, userId }: Pick<TableQuery, 'storeId' | 'job' | 'userId'>,
  fields: readonly (Field | undefined)[],
  people: RawBuilder<{ id: number }>,
) =>
  sql`insert into export_people (store_id, export_id, part, user_id, field_ids, profile_ids)
    select ${storeId}::int, ${job}::int, part, ${userId}::int, ${fields.flatMap((field) => field?.id ?? [])}::int[], ids
    from (
      select part, array_agg(id order by id) as ids
      from (select id, (row_number() over (order by id) - 1) / ${PEOPLE} as part from (${people}) chosen) placed
      group by part
    ) parts`.execute(db)
