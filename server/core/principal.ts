/** A signed-in person, or the person a job works for. */
export interface Person {
  kind: 'person'
  id: number
}

/** A program with an API key or an API token; `id` is that of the credential. */
export interface Program {
  kind: 'program'
  id: number
}

/**
 * The acting party, from authorization to call limits, audit log, profile history and jobs. Channels become a further kind,
 * told apart here and in `writtenBy` (customers/changes/source.ts).
 */
export type Principal = Person | Program

/** Author for `created_by`; null for system actions. */
export const authorOf = (createdBy: number | null): Principal | null =>
  createdBy === null ? null : { kind: 'person', id: createdBy }

/** User id for `created_by` and similar columns; null if no person acts. */
export const userIdOf = (by: Principal | null): number | null => (by?.kind === 'person' ? by.id : null)

/** Unique text per principal. */
export const principalKey = ({ kind, id }: Principal) => `${kind}:${id}`
