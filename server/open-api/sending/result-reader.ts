import { may } from '@ruam/contract/platform/permissions.ts'
import { type FieldCaller, readableFields } from '../../customers/fields/access.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { HIDDEN, type MaskedValue } from '../../customers/profiles/masking.ts'
import type { Caller } from '../../http/authorize.ts'
import type { ProgramCaller } from '../../http/programs.ts'
import type { ReadTrace } from '../../http/read-trace.ts'

/** What a caller may read of what items met. */
export interface ResultReader {
  /** Profiles at all, and so who is a customer. */
  profiles: boolean
  activities: boolean
  /** Values of a profile field. */
  field(id: number): boolean
  /** Stands for a value that the reader may not see; undefined if it is left out. */
  hidden: MaskedValue | undefined
  /** Collects the sensitive values that are shown. */
  trace: ReadTrace
}

/** A program reads what its scopes and lists open for this call. */
export const programReader = (user: ProgramCaller, fields: readonly Field[]): ResultReader => ({
  profiles: user.scopes.includes('profile:read'),
  activities: user.calls
    ? user.calls.includes('GET /open-api/v1/profiles/{id}/activities')
    : user.scopes.includes('activity:read'),
  field: readsOf(user, fields),
  hidden: undefined,
  trace: user.trace,
})

/** A person reads customers by their right, and sensitive fields by that to them. */
export function personReader(
  { rights, trace }: Pick<Caller, 'rights' | 'trace'>,
  fields: readonly Field[],
): ResultReader {
  const profiles = may(rights, 'cdp-core.profile.read')
  const reads = readsOf({ kind: 'person', rights }, fields)
  return { profiles, activities: profiles, field: (id) => profiles && reads(id), hidden: HIDDEN, trace }
}

function readsOf(caller: FieldCaller, fields: readonly Field[]): ResultReader['field'] {
  const ids = new Set(readableFields(caller, fields).map(({ id }) => id))
  return (id) => ids.has(id)
}
