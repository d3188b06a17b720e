import { z } from 'zod'
import { RunId } from '../imports/run-state.ts'
import { Id } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** How imports start automations. */
export const automationImports = feature({
  /** Active automations that take imports, with the customers of a run that may enter each. */
  entrants: {
    method: 'GET',
    path: '/automation/import/{run_id}',
    summary: ['อ่านจำนวนลูกค้าที่การนำเข้าจะเริ่มการทำงานอัตโนมัติ', 'Count customers whom an import starts automations for'],
    permission: 'cdp-core.setting-line.read',
    alsoRequires: 'cdp-core.datasource.read',
    params: z.strictObject({ run_id: RunId }),
    response: z.object({
      data: z.array(
        z.object({
          automation_id: Id,
          name: z.string(),
          /** No more than these. Conditions of an activity, the rule of a segment and earlier entries keep others out, which no preview knows. */
          at_most: z.int(),
          /** True if it has messages. */
          sends: z.boolean(),
        }),
      ),
    }),
  },
})
