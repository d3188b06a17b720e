import { IconTrash, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '../../../data/text.ts'
import type { EmptyStateProps } from '../../../ui/EmptyState.tsx'
import { useMayOpen } from '../../../ui/may.ts'
import { text } from '../text.ts'
import { listText } from './list-text.ts'

/** Content of an empty list: ways to the first customer, or a note about deleted ones. */
export function useEmptyList(deleted: boolean, action: ReactNode): EmptyStateProps {
  const t = useWords(text)
  const l = useWords(listText)
  const mayImport = useMayOpen('data-source-import')
  if (deleted) return { icon: IconTrash, title: l.deletedEmptyTitle, text: l.deletedEmptyText }
  return { icon: IconUsers, title: t.emptyTitle, text: mayImport ? t.emptyText : t.emptyTextRead, action }
}
