import { useDebouncedValue } from '@mantine/hooks'
import { activities } from '@ruam/contract/activities.ts'
import { profileFields } from '@ruam/contract/profile-fields.ts'
import { useRead } from '../core/api.ts'
import type { FieldOwner } from './field-row.ts'

const TYPING_MS = 300

/** What is known of a name: nothing, that it is being asked for, or the answer. */
export type Verdict = 'none' | 'checking' | 'free' | 'taken'

interface Check {
  error: unknown
  isFetching: boolean
  isPlaceholderData: boolean
  data: { exists: boolean } | undefined
}

function verdictOf(name: string, asked: string, check: Check): Verdict {
  // A check that failed is no verdict: the server has the last word when it is saved.
  if (name === '' || check.error) return 'none'
  if (asked !== name || check.isFetching || check.isPlaceholderData || !check.data) return 'checking'
  return check.data.exists ? 'taken' : 'free'
}

const checks = { profile: profileFields.nameAvailable, activity: activities.fieldNameAvailable } as const

/** Whether a field has this name already. A newer question cancels the older (spec section 5); `ask`: it can be asked at all. */
export function useFieldTaken(owner: FieldOwner, kind: 'name' | 'display_name', typed: string, ask: boolean): Verdict {
  const name = typed.trim()
  const [asked] = useDebouncedValue(name, TYPING_MS)
  const enabled = ask && asked !== ''
  const check = useRead(checks[owner], { query: { keyword: asked, kind } }, { enabled, staleTime: 0 })
  return ask ? verdictOf(name, asked, check) : 'none'
}

/** The same of activity types. */
export function useTypeTaken(typed: string, ask: boolean): Verdict {
  const name = typed.trim()
  const [asked] = useDebouncedValue(name, TYPING_MS)
  const enabled = ask && asked !== ''
  const check = useRead(activities.typeNameAvailable, { query: { keyword: asked } }, { enabled, staleTime: 0 })
  return ask ? verdictOf(name, asked, check) : 'none'
}
