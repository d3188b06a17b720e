import { activities } from '@ruam/contract/customers/activities.ts'
import { usePurposes, useSendingAccounts } from '../../broadcasts/use-choices.ts'
import { useRuleOptions } from '../../customers/rules/use-rule-options.ts'
import { useRead } from '../../data/api.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useMayCall } from '../../ui/may.ts'
import type { TemplateParts } from '../templates.ts'

const all = { offset: 0, limit: 0, sortBy: 'name', sortDir: 'asc' } as const
const MINUTE = 60_000

/** Things of the store that a template uses; undefined until they are read. */
export function useTemplateParts(): TemplateParts | undefined {
  const { language } = usePreferences()
  const mayTypes = useMayCall(activities.types)
  const { system, own, known } = useRuleOptions()
  const types = useRead(activities.types, { query: all }, { enabled: mayTypes, staleTime: MINUTE })
  const accounts = useSendingAccounts().data
  const purposes = usePurposes().data
  if (!known || !accounts || !purposes || (mayTypes && !types.data && !types.error)) return undefined
  return {
    language,
    fields: [...system, ...own],
    types: types.data?.data ?? [],
    accounts,
    purposes,
  }
}
