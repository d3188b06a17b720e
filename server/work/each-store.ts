import { closedAs } from '../core/context.ts'

/** Works in one store after the other. One that fails keeps no other waiting, and its error is thrown at the end; one that moves away is left out. */
export async function eachStore<R extends { store_id: number }>(
  rows: readonly R[],
  work: (row: R) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const row of rows) await work(row).catch((error: unknown) => closedAs(error) || failures.push(error))
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `The work failed in ${failures.length} stores`)
}
