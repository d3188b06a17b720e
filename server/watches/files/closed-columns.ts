import type { Field } from '../../customers/fields/fields.ts'
import { isActivityRow } from '../../imports/data-sources/targets.ts'
import type { NamedMapping } from './named-mapping.ts'

/**
 * Names of the columns that feed a field which is sensitive by now, or gone. Figures measured before it became so are kept with their values,
 * and shown to no one.
 */
export function closedColumns({ mapping }: NamedMapping, fields: readonly Field[]): ReadonlySet<string> {
  const open = new Set(fields.filter(({ sensitive }) => !sensitive).map(({ id }) => id))
  const closed = mapping.filter((row) => !isActivityRow(row) && !open.has(row.destination_id))
  return new Set(closed.map(({ source_schema_id }) => source_schema_id))
}

interface OfColumn {
  column?: string | undefined
}

/** Leaves out what is about a closed column. */
export const openOnes = <T extends OfColumn>(all: readonly T[], closed: ReadonlySet<string>): T[] =>
  all.filter(({ column }) => column === undefined || !closed.has(column))

interface OfColumns {
  oldest: OfColumn[]
  values: OfColumn[]
  kinds: OfColumn[]
}

/** Figures or terms without the values of closed columns. */
export const openParts = <P extends OfColumns>(parts: P, closed: ReadonlySet<string>) => ({
  ...parts,
  oldest: openOnes<P['oldest'][number]>(parts.oldest, closed),
  values: openOnes<P['values'][number]>(parts.values, closed),
  kinds: openOnes<P['kinds'][number]>(parts.kinds, closed),
})
