import { useWords } from '../../data/text.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { importing } from './import-text.ts'

interface SourceUnreadProps {
  read: { error: { message: string } | null; refetch: () => unknown; isFetching: boolean }
}

/** Says that something of a data source could not be read, and why (spec section 8). */
export function SourceUnread({ read }: SourceUnreadProps) {
  const t = useWords(importing)
  if (!read.error) return null
  return <ErrorBanner message={`${t.getFailed}: ${read.error.message}`} onRetry={read.refetch} busy={read.isFetching} />
}
