import type { Label } from '@ruam/contract/customers/labels.ts'
import { type OlderLabel, olderLabels } from '@ruam/contract/older/labels.ts'
import { changeLabel, labelCalls } from '../customers/labels/calls/routes.ts'
import { implementOlder } from './implement-older.ts'

const older = ({ description: note, ...label }: Label): OlderLabel => ({
  ...label,
  note,
  rule_mode: label.type === 'general' ? 'general' : 'advance',
})

export const olderLabelRoutes = implementOlder(olderLabels, {
  async list({ query: { keyword: search, sort_dir: sort_direction, ...query }, ...context }) {
    const page = await labelCalls.list({ ...context, query: { ...query, search, sort_direction } })
    return { ...page, data: page.data.map(older) }
  },

  async create({ body, ...context }) {
    const type = body.type === 'general' ? 'general' : 'advanced'
    return older(await labelCalls.create({ ...context, body: { ...body, type } }))
  },

  get: async (context) => older(await labelCalls.get(context)),

  update: async ({ stale, ...context }) =>
    older(await changeLabel({ ...context, stale: (current) => stale(older(current)) })),

  delete: labelCalls.delete,

  exists: ({ params, ...context }) =>
    labelCalls.nameAvailable({ ...context, params: undefined, query: { keyword: params.value } }),
})
