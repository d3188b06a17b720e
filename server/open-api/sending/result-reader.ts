import type { Language } from '@ruam/contract/errors/catalog.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { readableFields } from '../../customers/fields/access.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { HIDDEN, maySeeSensitive, type Value } from '../../customers/profiles/masking.ts'
import type { Caller } from '../../platform/core/authorize.ts'
import type { Db } from '../../platform/core/db.ts'
import type { ProgramCaller } from '../../platform/core/programs.ts'
import type { ReadTrace } from '../../platform/core/read-trace.ts'

/** What a caller may read of what items met. */
export interface ResultReader {
  /** Profiles at all, and so who is a customer. */
  profiles: boolean
  activities: boolean
  /** Values of a profile field. */
  field(id: number): boolean
  /** Stands for a value that the reader may not see; undefined if it is left out. */
  hidden: Value | undefined
  /** Collects the sensitive values that are shown. */
  trace: ReadTrace
}

interface Calling {
  storeId: number
  user: ProgramCaller
  language: Language
}

/** A program reads what its scopes and lists open for this call. */
export async function programReader(db: Db, { storeId, user, language }: Calling): Promise<ResultReader> {
  const { scopes, calls } = user
  const readable = readableFields(user, await fieldsOf(db, storeId, language))
  const ids = new Set(readable.map(({ id }) => id))
  return {
    profiles: scopes.includes('profile:read'),
    activities: calls ? calls.includes('GET /open-api/v1/profiles/{id}/activities') : scopes.includes('activity:read'),
    field: (id) => ids.has(id),
    hidden: undefined,
    trace: user.trace,
  }
}

/** A person reads customers by their right, and sensitive fields by that to them. */
export function personReader(
  { rights, trace }: Pick<Caller, 'rights' | 'trace'>,
  fields: readonly Field[],
): ResultReader {
  const profiles = may(rights, 'cdp-core.profile.read')
  const closed = new Set(fields.flatMap(({ id, sensitive }) => (sensitive && !maySeeSensitive(rights) ? [id] : [])))
  return { profiles, activities: profiles, field: (id) => profiles && !closed.has(id), hidden: HIDDEN, trace }
}
