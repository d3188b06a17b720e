import { randomUUID } from 'node:crypto'

const given = new WeakMap<object, string>()

/** The number that people report of an unexpected error outside a call, and by which its log line is found: for one error always the same. */
export function referenceOf(error: unknown): string {
  const thrown = error as object
  const reference = given.get(thrown) ?? randomUUID()
  given.set(thrown, reference)
  return reference
}

/** Error stored with work that it ended or delays. */
export const unexpected = (error: unknown) => ({
  name: 'internal' as const,
  details: { request_id: referenceOf(error) },
})
