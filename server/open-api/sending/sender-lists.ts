import type { ReceiptKind } from '@ruam/contract/imports/items.ts'
import { openApiChanging } from '@ruam/contract/open-api/changing.ts'
import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import { isIdentityField, mayRead, mayWrite } from '../../customers/fields/access.ts'
import type { Field } from '../../customers/fields/fields.ts'
import type { ProgramCaller } from '../../http/programs.ts'
import type { StoredLists } from '../../ingest/items/sender-lists.ts'

/** Notes the fields that items write, for the page of who reads and writes what. */
export function noteWrites(user: ProgramCaller, fields: readonly Field[], items: readonly unknown[]): void {
  const names = new Set(items.flatMap((item) => Object.keys(valuesOf(item))))
  for (const field of fields) if (names.has(field.name) && mayWrite(user, field)) user.used.writes.add(field.id)
}

/** Values of the customer of an item, which may have any shape. */
function valuesOf(item: unknown): object {
  const { profile = item } = Object(item) as { profile?: unknown }
  return Object(Object(profile).values) as object
}

/** Returns the lists of a program for a request, as its receipt keeps them. The mapping of a connector is its list for writing. */
export function listsOf(user: ProgramCaller, fields: readonly Field[], kind: ReceiptKind): StoredLists {
  const ids = (wanted: (field: Field) => boolean) => fields.filter(wanted).map(({ id }) => id)
  return {
    reads: ids((field) => mayRead(user, field)),
    ...(kind !== 'records' && {
      fills: ids((field) => mayWrite(user, field) === 'fill'),
      overwrites: ids((field) => mayWrite(user, field) === 'overwrite'),
    }),
    ...(kind === 'activities' && { adds: ids(isIdentityField) }),
    ...(recordsConsents(user) && { consents: true }),
  }
}

/** True for a key with the scope, and for a token that an open API lets record a consent. */
export const recordsConsents = ({ credential, scopes, calls }: ProgramCaller): boolean =>
  credential === 'key'
    ? scopes.includes(openApiChanging.recordConsent.scope)
    : calls?.includes(titleOf(openApiChanging.recordConsent)) === true
