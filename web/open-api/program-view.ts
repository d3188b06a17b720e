import type { programs } from '@ruam/contract/open-api/programs.ts'
import type { Got } from '../data/api.ts'
import { useView } from '../ui/view.ts'

export type ProgramOfPage = Got<typeof programs.get>
export type ProgramRequest = Got<typeof programs.requests>['data'][number]

export const programTabs = ['days', 'requests', 'failures', 'webhooks', 'access', 'settings'] as const
export const outcomes = ['ok', 'failed', 'refused'] as const

/** View of a program's page: its tab, and which requests it shows. */
export const useProgramView = () =>
  useView({
    sorts: ['name'],
    sort: 'name',
    filters: { tab: programTabs, outcome: outcomes, run: 'text', row: 'text' },
  })

export type ProgramView = ReturnType<typeof useProgramView>
