import { z } from 'zod'
import { Id, NamedRow } from '../platform/common.ts'

/**
 * Conflict of two automations, or of one with itself. `label`: one gives a label that the other takes. `value`: both set a field, to
 * different values. `moment`: both message a customer in the same moment. `greeting`: LINE’s greeting answers the same moment. `cycle`: its
 * own label or value lets its customers enter again.
 */
const conflictKinds = ['label', 'value', 'moment', 'greeting', 'cycle'] as const

export const Conflict = z.object({
  kind: z.enum(conflictKinds),
  automation: NamedRow,
  /** The other automation; null of a greeting and of a cycle of one alone. */
  other: NamedRow.nullable(),
  label_id: Id.nullable(),
  field_id: Id.nullable(),
  channel_id: Id.nullable(),
  /** Name of the label, field or account. */
  name: z.string().nullable(),
  /** Customers whose label both have changed. */
  people: z.int(),
})
export type Conflict = z.infer<typeof Conflict>
