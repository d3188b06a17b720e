import type { ProcessingChange, ProcessingLine } from '@ruam/contract/privacy/processing.ts'

/** Returns the differences of a record to the one before it: in the order of the record, then what is gone. */
export function differences(
  lines: readonly ProcessingLine[],
  before: readonly ProcessingLine[] | undefined,
): ProcessingChange[] {
  if (!before) return []
  const former = new Map(before.map((line) => [line.key, line]))
  const present = new Set(lines.map(({ key }) => key))
  return [
    ...lines.flatMap((line): ProcessingChange[] => {
      const was = former.get(line.key)
      if (!was) return [{ kind: 'added', line, was: null }]
      return compared(line) === compared(was) ? [] : [{ kind: 'changed', line, was }]
    }),
    ...before.flatMap((line): ProcessingChange[] =>
      present.has(line.key) ? [] : [{ kind: 'removed', line, was: null }],
    ),
  ]
}

/** Counts rise every day. */
const compared = ({ name, sensitive, facts: { count: _, ...facts } }: ProcessingLine): string =>
  JSON.stringify([name, sensitive, Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))])
