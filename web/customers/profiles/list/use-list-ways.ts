import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { useRead } from '../../../data/api.ts'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import type { LinkTarget } from '../../../ui/route.tsx'
import { useOpenMentions } from '../../erasure/use-open-mentions.ts'
import { listText } from './list-text.ts'

/** Links of the list for permitted people: duplicates, and names left by erasures, with counts. */
export function useListLinks(): (LinkTarget & { label: string; count: string })[] {
  const t = useWords(listText)
  const mayMerge = useMayOpen('profile-duplicate')
  const mayList = useMayCall(profileDuplicates.list)
  const mentions = useOpenMentions()
  const { data: pairs } = useRead(
    profileDuplicates.list,
    { query: { offset: 0, limit: 1 } },
    { enabled: mayMerge && mayList, staleTime: 60_000 },
  )
  const many = pairs && pairs.total > 0 ? `${formatNumber(pairs.total)}${pairs.totalCapped ? '+' : ''}` : ''
  return [
    ...(mayMerge ? [{ to: 'profile-duplicate' as const, label: t.duplicates, count: many }] : []),
    ...(mentions > 0 ? [{ to: 'profile-erasure' as const, label: t.mentions({ count: mentions }), count: '' }] : []),
  ]
}
