import type { FieldWrite } from '@ruam/contract/open-api/credentials.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import type { Field } from './fields.ts'

/** A person with the rights of the call. */
interface PersonAccess {
  kind: 'person'
  rights: Rights
}

/** A program with the lists of the call, in which those of the store and of the credential are intersected. `ProgramCaller` is one. */
interface ProgramAccess {
  kind: 'program'
  credential: 'key' | 'token'
  scopes: readonly Scope[]
  reads: ReadonlySet<number>
  writes: ReadonlyMap<number, FieldWrite>
}

/** The SQL login, with the store's list. */
interface SqlAccess {
  kind: 'sql'
  reads: ReadonlySet<number>
}

/** A connector, whose mapping is the list of fields that its items write. Its senders read by their own lists. */
interface ConnectorAccess {
  kind: 'connector'
  mapped: ReadonlySet<number>
}

/** Caller that reads or writes values. */
export type FieldCaller = PersonAccess | ProgramAccess | SqlAccess | ConnectorAccess

/** Right of people to sensitive values. */
const READ_SENSITIVE = 'cdp-core.profile-sensitive.read'

/** The profile field that a computed field is evaluated from; undefined for other fields, and for formulas over activities. */
export const sourceOf = ({ formula }: Pick<Field, 'formula'>): number | undefined =>
  formula?.function === 'age' || formula?.function === 'days_since' ? formula.field_id : undefined

/**
 * Returns true if the caller may read the values of a field. Everything that shows a value, or an answer that depends on one, asks this. A computed
 * field needs a tick of its own and that of its source; `Field.sensitive` is true if its source is sensitive.
 */
export function mayRead(caller: FieldCaller, field: Pick<Field, 'id' | 'sensitive' | 'formula'>): boolean {
  switch (caller.kind) {
    case 'person':
      return !field.sensitive || may(caller.rights, READ_SENSITIVE)
    case 'program': {
      if (!caller.scopes.includes('profile:read')) return false
      // Sensitive fields of a token are open by their own row.
      const bySecretScope = caller.credential === 'token' || caller.scopes.includes('profile-sensitive:read')
      return (!field.sensitive || bySecretScope) && isListed(caller.reads, field)
    }
    case 'sql':
      return isListed(caller.reads, field)
    case 'connector':
      return false
  }
}

/** Formulas name no computed field (formula-check.ts), so a source has no source of its own. */
function isListed(reads: ReadonlySet<number>, field: Pick<Field, 'id' | 'formula'>): boolean {
  const source = sourceOf(field)
  return reads.has(field.id) && (source === undefined || reads.has(source))
}

/**
 * Returns how the caller may write values of a field; null if not at all. A program with the scope `activity:write` alone writes no field: it only
 * adds missing people with `isIdentityField` fields, and never changes one. Computed fields are never written.
 */
export function mayWrite(caller: FieldCaller, field: Pick<Field, 'id' | 'sensitive' | 'formula'>): FieldWrite | null {
  if (field.formula) return null
  switch (caller.kind) {
    case 'person':
      return mayRead(caller, field) ? 'overwrite' : null
    case 'program':
      return caller.scopes.includes('profile:write') ? (caller.writes.get(field.id) ?? null) : null
    case 'sql':
      return null
    case 'connector':
      return caller.mapped.has(field.id) ? 'overwrite' : null
  }
}

/** Fields that the caller may read. */
export const readableFields = <F extends Field>(caller: FieldCaller, fields: readonly F[]): F[] =>
  fields.filter((field) => mayRead(caller, field))

/** Columns of system fields that identify a person, in addition to the store's match keys. */
const IDENTITY_COLUMNS: ReadonlySet<string> = new Set([
  ...['line_user_id', 'citizen_id', 'phone', 'email'],
  ...['prefix_name', 'first_name', 'last_name', 'first_name_en', 'last_name_en'],
])

/** Returns true for a field with which a program may add a missing person, even if it may not write the field. */
export const isIdentityField = ({ column, matchKey }: Pick<Field, 'column' | 'matchKey'>): boolean =>
  matchKey === true || (column !== undefined && IDENTITY_COLUMNS.has(column))
