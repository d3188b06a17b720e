import { useDebouncedValue } from '@mantine/hooks'

const TYPING_MS = 300

/** What is known of a name: nothing, that it is being asked for, or the answer. */
export type Verdict = 'none' | 'checking' | 'free' | 'taken'

interface Check {
  error: unknown
  isFetching: boolean
  isPlaceholderData: boolean
  data: { exists: boolean } | undefined
}

/** The name to ask for while somebody types; a newer one cancels the older (spec section 5). `ask`: it can be asked at all. */
export function useAsked(typed: string, ask: boolean) {
  const name = typed.trim()
  const [asked] = useDebouncedValue(name, TYPING_MS)
  return {
    asked,
    // Never for what stood there before: that may have been no name.
    options: { enabled: ask && asked !== '' && asked === name, staleTime: 0 },
    verdictOf: (check: Check): Verdict => {
      // A check that failed is no verdict: the server has the last word when it is saved.
      if (!ask || name === '' || check.error) return 'none'
      if (asked !== name || check.isFetching || check.isPlaceholderData || !check.data) return 'checking'
      return check.data.exists ? 'taken' : 'free'
    },
  }
}
