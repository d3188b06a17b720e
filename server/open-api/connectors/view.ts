import type { Language } from '@ruam/contract/errors/catalog.ts'
import { connectorProblemWords } from '@ruam/contract/open-api/connector-states.ts'
import type { ConnectorDetail } from '@ruam/contract/open-api/connectors.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../core/api-error.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { HIDDEN, maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import { hiddenFrom } from '../../imports/data-sources/hidden-columns.ts'
import { dataSourceOf } from '../../imports/data-sources/one.ts'
import { fieldsOfConnector } from '../../ingest/connectors/fields.ts'
import { type LetterCounts, lettersOfProgram } from '../../ingest/connectors/letter-lists.ts'
import { type ConnectorRow, findConnector, readConnector } from '../../ingest/connectors/queries.ts'
import { columnsOfFields, mappedNumbers } from '../../ingest/connectors/source.ts'
import type { Core } from '../../servers/core.ts'

interface Viewer {
  core: Core
  db: Db
  storeId: number
  user: Pick<Caller, 'rights' | 'trace'>
  language: Language
  request: Pick<FastifyRequest, 'protocol' | 'host'>
}

/** Throws not_found if the store has no connector with this id. */
export async function connectorOf(db: Db, storeId: number, id: number): Promise<ConnectorRow> {
  const row = await findConnector(db, storeId, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/** Returns the counts of a program's source, or of a connector. Throws not_found. */
export const letterSourceOf = async (db: Db, storeId: number, id: number): Promise<LetterCounts> =>
  (await lettersOfProgram(db, storeId, id)) ?? connectorOf(db, storeId, id)

/** Dead letters that a person may see. */
export const visibleDeadLetters = (
  { dead_letters, sensitive_letters }: Pick<ConnectorRow, 'dead_letters' | 'sensitive_letters'>,
  rights: Rights,
): number => (maySeeSensitive(rights) ? dead_letters : dead_letters - sensitive_letters)

/** A connector as lists show it. */
export function viewConnector(
  row: ConnectorRow,
  { core, user, language, request }: Pick<Viewer, 'core' | 'user' | 'language' | 'request'>,
) {
  const { problem, problem_at, each_path, sensitive_letters: _, ...rest } = row
  const origin = core.config.publicUrl ?? `${request.protocol}://${request.host}`
  return {
    ...rest,
    dead_letters: visibleDeadLetters(row, user.rights),
    each: each_path,
    problem: problem && {
      name: problem,
      message: connectorProblemWords[problem][language],
      since: problem_at!,
    },
    url: `${origin}/open-api/v1/connectors/${row.id}/records`,
  }
}

/** A connector with the fields of its items, whose newest values are masked for readers who may not see them. */
export async function viewConnectorDetail(viewer: Viewer, id: number): Promise<ConnectorDetail> {
  const { db, storeId, user, language } = viewer
  const row = await connectorOf(db, storeId, id)
  const fields = await fieldsOfConnector(db, storeId, id)
  const { mapping } = await dataSourceOf(db, storeId, id)
  const read = columnsOfFields(fields, [], mapping)
  const hidden = await hiddenFrom(user, db, storeId, read, await fieldsOf(db, storeId, language))
  const mapped = mappedNumbers(mapping)
  const { examples } = await readConnector(db, storeId, id).executeTakeFirstOrThrow()
  // Fields beyond the most that a mapping can have are judged by no one.
  const isOpen = maySeeSensitive(user.rights) || (hidden.size === 0 && !row.fields_capped)
  const example = isOpen ? (JSON.parse(examples) as unknown[]).at(-1) : undefined
  const arrays = fields.filter(({ kinds }) => kinds.includes('objects')).map(({ path }) => path)
  return {
    ...viewConnector(row, viewer),
    example: example === undefined ? null : JSON.stringify(example, null, 2),
    fields: fields.map(({ no, last_value, ...field }) => ({
      ...field,
      id: String(no),
      last_value: hidden.has(String(no)) ? HIDDEN : last_value,
      mapped: mapped.has(no),
    })),
    arrays: row.each_path === null || arrays.includes(row.each_path) ? arrays : [row.each_path, ...arrays],
  }
}
