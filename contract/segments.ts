import { z } from 'zod'
import { Description, Direction, Exists, Id, Keyword, Page, pageOf, sortBy, Text, Time, TimeText } from './common.ts'
import { feature } from './endpoint.ts'

export const labelTypes = ['general', 'advanced'] as const
/** The colours a label may have, by the name the theme knows them under. */
export const labelColors = [
  'gray',
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
] as const

export const Label = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  color: z.string(),
  type: z.enum(labelTypes),
  /** People who have it. */
  target_count: z.int(),
  display_enabled: z.boolean(),
  created_at: Time,
  updated_at: Time,
})
export type Label = z.infer<typeof Label>

export const LabelQuery = Page.extend({
  search: Keyword.optional(),
  type: z.enum(labelTypes).optional(),
  display_status: z.enum(['true', 'false']).optional(),
  updated_from: TimeText.optional(),
  updated_to: TimeText.optional(),
  sort_by: sortBy(['updated_at', 'created_at', 'name', 'target_count'], 'updated_at'),
  sort_direction: Direction.default('desc'),
})
export type LabelQuery = z.output<typeof LabelQuery>

/** Labels, called segments where they follow a rule. */
export const segments = feature({
  list: {
    method: 'GET',
    path: '/label',
    permission: 'cdp-core.label.read',
    query: LabelQuery,
    response: pageOf(Label),
  },
  nameAvailable: {
    method: 'GET',
    path: '/label/name/available',
    permission: 'cdp-core.label.read',
    query: z.strictObject({ keyword: Text(1000) }),
    response: Exists,
  },
  create: {
    method: 'POST',
    path: '/label',
    permission: 'cdp-core.label.create',
    body: z.strictObject({
      name: Text(1000),
      description: Description.default(''),
      color: z.enum(labelColors),
      type: z.literal('general'),
    }),
    response: Label,
    errors: ['label_name_taken', 'label_name_invalid', 'label_name_reserved'],
  },
})
