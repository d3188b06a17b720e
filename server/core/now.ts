/** A look at the database's clock: its milliseconds since 1970, and when it was read by `performance.now`. */
let read: { at: number; since: number } | undefined

/**
 * Milliseconds since 1970 by the clock of the database at home, which writes most stored times: whatever is compared with one uses it. The clock
 * of this machine may differ; it counts until `setDatabaseTime` is first called.
 */
export const databaseNow = (): number => (read ? Math.round(read.at + performance.now() - read.since) : Date.now())

/** Sets the database's clock as it was at `since`, or forgets it. */
export function setDatabaseTime(at: number | undefined, since = performance.now()): void {
  read = at === undefined ? undefined : { at, since }
}
