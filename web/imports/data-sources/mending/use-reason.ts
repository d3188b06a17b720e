import { useWords } from '../../../data/text.ts'
import { reasonText } from './mending-text.ts'
import type { MendingGroup } from './use-mending.ts'

/** Returns the short name of a reason. */
export function useReason() {
  const t = useWords(reasonText)
  return ({ reason }: Pick<MendingGroup, 'reason'>) => (reason in t ? t[reason as 'other'] : t.other)
}
