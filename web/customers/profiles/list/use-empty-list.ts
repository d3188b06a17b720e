import { IconTrash, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '../../../data/text.ts'
import type { EmptyStateProps } from '../../../ui/EmptyState.tsx'
import { useMayOpen } from '../../../ui/may.ts'
import { text } from '../text.ts'
import { listText } from './list-text.ts'

/** What stands where nobody is: in a store without customers, with the ways to its first, or among the deleted. */
export function useEmptyList(deleted: boolean, action: ReactNode): EmptyStateProps {
  const t = useWords(text)
  const l = useWords(listText)
  const mayImport = useMayOpen('data-source-import')
  if (deleted) return { icon: IconTrash, title: l.deletedEmptyTitle, text: l.deletedEmptyText }
  return { icon: IconUsers, title: t.emptyTitle, text: mayImport ? t.emptyText : t.emptyTextRead, action }
}
