import { useDebouncedValue } from '@mantine/hooks'
import { dataSources } from '@ruam/contract/data-sources.ts'
import { isName } from '@ruam/contract/names.ts'
import { useRead } from '../core/api.ts'
import type { NameCheck } from './stages.ts'

const TYPING_MS = 300

/** Whether a data source may have this name; asked while typing, a newer question cancels the older (spec section 5). */
export function useNameCheck(typed: string): NameCheck {
  const name = typed.trim()
  const [asked] = useDebouncedValue(name, TYPING_MS)
  const check = useRead(dataSources.exists, { query: { name: asked } }, { enabled: isName(asked), staleTime: 0 })
  if (name === '') return 'empty'
  if (!isName(name)) return 'invalid'
  // A check that failed is no verdict: the server has the last word when the data source is made.
  if (check.error) return 'free'
  if (asked !== name || check.isFetching || check.isPlaceholderData || !check.data) return 'checking'
  return check.data.exists ? 'taken' : 'free'
}
