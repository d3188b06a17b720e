import { z } from 'zod'

/** Kinds of further names; a note is what else stood in the cell of a name. */
const furtherNameKinds = ['nickname', 'former_name', 'maiden_name', 'note'] as const
export type FurtherNameKind = (typeof furtherNameKinds)[number]

/** A further name of a customer, or a note, read from a cell of a name. */
export const FurtherName = z.object({ kind: z.enum(furtherNameKinds), value: z.string() })
export type FurtherName = z.output<typeof FurtherName>
