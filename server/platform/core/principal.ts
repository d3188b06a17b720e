/** A person who is signed in, or in whose name a job works. */
export interface Person {
  kind: 'person'
  id: number
}

/**
 * Who acts: from the door to the limits of calls, the audit log, the history of a profile and the jobs that are begun. A key, a token and a
 * channel become further kinds, which the functions here and `writtenBy` (customers/changes/source.ts) distinguish; handlers hand them on.
 */
export type Principal = Person

/** The author of what a row keeps by `created_by`; null of what the program does by itself. */
export const authorOf = (createdBy: number | null): Principal | null =>
  createdBy === null ? null : { kind: 'person', id: createdBy }

/** What `created_by` and the like keep of who acts. */
export const userIdOf = (by: Principal | null): number | null => by?.id ?? null

/** One text for each who acts. */
export const principalKey = ({ kind, id }: Principal) => `${kind}:${id}`
