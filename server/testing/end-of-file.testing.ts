type End = () => Promise<unknown>

const ends: End[] = []

/** Does this after the last test of the file, the latest first. vitest takes no such hook from inside of a test; this does. */
export function atEndOfFile(end: End): void {
  ends.push(end)
}

/** Ends what a test file has begun. Throws with all that went wrong, once everything was tried. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = []
  for (const end of ends.splice(0).reverse()) await end().catch((error: unknown) => failures.push(error))
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, 'The file did not end well')
}
