/** A signed-in person, or the person a job works for. */
export interface Person {
  kind: 'person'
  id: number
}

/**
 * The acting party, from authorization to call limits, audit log, profile history and jobs. API keys and channels become further kinds,
 * told apart here and in `writtenBy` (customers/changes/source.ts).
 */
export type Principal = Person

/** Author for `created_by`; null for system actions. */
export const authorOf = (createdBy: number | null): Principal | null =>
  createdBy === null ? null : { kind: 'person', id: createdBy }

/** User id for `created_by` and similar columns. */
export const userIdOf = (by: Principal | null): number | null => by?.id ?? null

/** Unique text per principal. */
export const principalKey = ({ kind, id }: Principal) => `${kind}:${id}`
