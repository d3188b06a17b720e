import type { passkeys } from '@ruam/contract/access/passkeys.ts'
import type { Got } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { passkeyText } from './passkey-text.ts'
import { knowsPasskeys } from './webauthn.ts'

/** Returns the reason why no passkey can be added here; undefined if one can, or if the account is not read yet. */
export function usePasskeyProblem(own: Got<typeof passkeys.list> | undefined): string | undefined {
  const t = useWords(passkeyText)
  if (!own) return undefined
  const { origin, problem, byPassword } = own
  if (!byPassword) return t.atProvider
  if (problem) return t[`problem_${problem}`]({ origin })
  if (window.location.origin !== origin) return t.otherPlace({ origin })
  return knowsPasskeys() ? undefined : t.unknown
}
