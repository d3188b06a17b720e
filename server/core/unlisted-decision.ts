/** Thrown after a commit: the decision holds, and its line could not be written outside the database. It is tried again. */
export class UnlistedDecision extends Error {
  constructor(cause: unknown) {
    super('A decision holds, but could not be written to the list outside the database', { cause })
  }
}
