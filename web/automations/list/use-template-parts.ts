import { activities } from '@ruam/contract/customers/activities.ts'
import { usePurposes, useSendingAccounts } from '../../broadcasts/use-choices.ts'
import { useOwnFields, useSystemFields } from '../../customers/profiles/list-fields.ts'
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
  const system = useSystemFields()
  const own = useOwnFields(mayTypes, undefined)
  const types = useRead(activities.types, { query: all }, { enabled: mayTypes, staleTime: MINUTE })
  const accounts = useSendingAccounts().data
  const purposes = usePurposes().data
  if (!accounts || !purposes || (mayTypes && !types.data && !types.error)) return undefined
  return {
    language,
    fields: [...system, ...(own ?? [])],
    types: types.data?.data ?? [],
    accounts,
    purposes,
  }
}
