import type { ConnectionCheck } from '@ruam/contract/channels/connection.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import type { AccountRow } from './account-row.ts'
import { text } from './text.ts'

/** Returns a function that says why the newest try of a check gave no result; null if it gave one. */
export function useTrouble({ checks }: Pick<AccountRow, 'checks'>) {
  const t = useWords(text)
  const format = useFormat()
  return (...kinds: ConnectionCheck[]): string | null => {
    const failed = checks.find(({ kind, trouble }) => kinds.includes(kind) && trouble !== null)
    if (!failed?.trouble || !failed.triedAt) return null
    return t[`${failed.trouble}Trouble`]({ when: format.when(failed.triedAt) })
  }
}
