import { useDebouncedValue } from '@mantine/hooks'
import type { Exists } from '@ruam/contract/platform/common.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { type Sending, useAsk, useRead } from './api.ts'
import { type ApiError, isApiError } from './request.ts'

const TYPING_MS = 300

/** State of a name check: none, running, answered, or failed. */
type Verdict = 'none' | 'checking' | 'free' | 'taken' | 'failed'

/** A name that is checked while it is typed. */
export interface NameCheck {
  verdict: Verdict
  /** Asks once more, about what stands there now. */
  recheck: () => Promise<Verdict>
}

interface Check {
  error: ApiError | null
  isFetching: boolean
  isPlaceholderData: boolean
  data: { exists: boolean } | undefined
}

/** `asked`: the name that the check is about. `ask`: what is typed can be asked for at all. */
interface Typed {
  name: string
  asked: string
  ask: boolean
}

/** A check that fails counts as a name that is taken (spec section 5), and can be made again; one that was given up says nothing. */
const verdictOfError = (error: unknown): Verdict =>
  // A person who may make a thing and not ask for its name is answered when it is saved.
  isApiError(error, 'canceled', 'forbidden') ? 'none' : 'failed'

/** Returns the state of a check. */
export function verdictOf(check: Check, { name, asked, ask }: Typed): Verdict {
  if (!ask || name === '') return 'none'
  if (asked !== name || check.isFetching) return 'checking'
  if (check.error) return verdictOfError(check.error)
  if (check.isPlaceholderData || !check.data) return 'checking'
  return check.data.exists ? 'taken' : 'free'
}

/** An endpoint that says whether a name exists. */
type NameEndpoint = Endpoint & { response: typeof Exists }

/**
 * Checks a name while the user types; a newer check cancels the older (spec section 5). `sentOf`: how a name is asked for.
 * `ask`: what is typed can be asked for at all.
 */
export function useNameCheck<E extends NameEndpoint>(
  endpoint: E,
  sentOf: (name: string) => Sending<E>,
  typed: string,
  ask: boolean,
): NameCheck {
  const name = typed.trim()
  const [asked] = useDebouncedValue(name, TYPING_MS)
  const askNow = useAsk()
  const sending = (one: string) => sentOf(one) as Sending<NameEndpoint>
  const read = useRead<NameEndpoint>(endpoint, sending(asked), {
    // Never for what stood there before: that may have been no name.
    enabled: ask && asked !== '' && asked === name,
    staleTime: 0,
  })
  const recheck = async (): Promise<Verdict> => {
    if (!ask || name === '') return 'none'
    try {
      return (await askNow<NameEndpoint>(endpoint, sending(name))).exists ? 'taken' : 'free'
    } catch (error) {
      return verdictOfError(error)
    }
  }
  return { verdict: verdictOf(read, { name, asked, ask }), recheck }
}
