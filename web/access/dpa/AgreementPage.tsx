import type { dpa } from '@ruam/contract/access/dpa.ts'
import type { ReactNode } from 'react'
import type { Got } from '../../data/api.ts'
import { Bones } from '../../ui/Bones.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import styles from './Agreement.module.css'
import { useAgreement } from './use-agreement.ts'

/** A page about the agreement, once that is known. */
export function AgreementPage({ children }: { children: (agreement: Got<typeof dpa.detail>) => ReactNode }) {
  const read = useAgreement()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0}>
      <div className={styles.page}>
        {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
        {read.data ? children(read.data) : !read.error && <Bones />}
      </div>
    </div>
  )
}
