import { useDebouncedValue } from '@mantine/hooks'
import { activities } from '@ruam/contract/activities.ts'
import { segments } from '@ruam/contract/segments.ts'
import { useRead } from '../core/api.ts'

const checks = {
  field: activities.fieldNameAvailable,
  type: activities.typeNameAvailable,
  label: segments.nameAvailable,
} as const
const TYPING_MS = 300

/** Whether a name is taken; asked while typing, a newer question cancels the older (spec section 5). `ask`: it can be asked at all. */
export function useTaken(of: keyof typeof checks, typed: string, ask: boolean): 'no' | 'checking' | 'free' | 'taken' {
  const name = typed.trim()
  const [asked] = useDebouncedValue(name, TYPING_MS)
  const check = useRead(checks[of], { query: { keyword: asked } }, { enabled: ask && asked !== '', staleTime: 0 })
  // A check that failed is no verdict: the server has the last word when the thing is made.
  if (!ask || name === '' || check.error) return 'no'
  if (asked !== name || check.isFetching || check.isPlaceholderData || !check.data) return 'checking'
  return check.data.exists ? 'taken' : 'free'
}
