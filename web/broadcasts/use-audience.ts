import { useWords } from '../data/text.ts'
import type { BroadcastSummary } from './broadcast.ts'
import { text } from './text.ts'

/** Returns whom a broadcast is for, in words; empty if its segments are not chosen yet. */
export function useAudience() {
  const t = useWords(text)
  return ({ audience: { type, labels, chosen } }: Pick<BroadcastSummary, 'audience'>): string => {
    if (type === 'all_friends') return t.allFriends
    if (type === 'line_all') return t.toLineAll
    if (type === 'rule') return t.toRule
    return type === 'profiles' ? t.chosenPeople({ count: chosen }) : labels.map(({ name }) => name).join(', ')
  }
}
