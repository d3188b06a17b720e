import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import type { RawBuilder } from 'kysely'
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
