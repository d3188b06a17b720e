import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RouteLink } from '../../ui/route.tsx'
import styles from '../../ui/Tabs.module.css'
import { AuditEntries } from './AuditLog.tsx'
import { text } from './text.ts'

const OlderUsage = lazyPart(async () => ({ default: (await import('./OlderUsage.tsx')).OlderUsage }))
const screen = 'setting-audit-log'

/** The audit log, and the use of the older API as its second tab. */
export function AuditLogTabs() {
  const t = useWords(text)
  const older = (useSearch({ strict: false }) as { tab?: unknown }).tab === 'older'
  return (
    <>
      <SettingTabs />
      <nav className={styles.tabs} aria-label={t.tabs}>
        <RouteLink to={screen} aria-current={older ? undefined : 'page'}>
          {t.entries}
        </RouteLink>
        <RouteLink to={screen} search={{ tab: 'older' }} aria-current={older ? 'page' : undefined}>
          {t.olderApi}
        </RouteLink>
      </nav>
      {older ? (
        <Suspense fallback={<Bones />}>
          <OlderUsage />
        </Suspense>
      ) : (
        <AuditEntries />
      )}
    </>
  )
}
