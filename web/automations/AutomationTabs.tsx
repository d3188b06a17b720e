import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { RouteLink } from '../ui/route.tsx'
import tabs from '../ui/Tabs.module.css'
import styles from './Automations.module.css'
import { automationText } from './automation-text.ts'

export const automationTabs = ['steps', 'people', 'effect', 'rehearsal', 'history'] as const
export type AutomationTab = (typeof automationTabs)[number]

interface AutomationTabsProps {
  id: number
  here: AutomationTab
  /** Tabs there are. */
  shown: readonly AutomationTab[]
  /** Customers on their way. */
  onTheWay: number | undefined
}

/** Parts of an automation, each with an address. */
export function AutomationTabs({ id, here, shown, onTheWay }: AutomationTabsProps) {
  const t = useWords(automationText)
  return (
    <nav className={tabs.tabs} aria-label={t.tabs}>
      {automationTabs
        .filter((tab) => shown.includes(tab))
        .map((tab) => (
          <RouteLink
            key={tab}
            to="automation"
            params={{ automationId: id }}
            search={tab === 'steps' ? {} : { tab }}
            aria-current={tab === here ? 'page' : undefined}
          >
            {t[tab]}
            {tab === 'people' && onTheWay !== undefined && (
              <span className={styles.tabCount}>{formatNumber(onTheWay)}</span>
            )}
          </RouteLink>
        ))}
    </nav>
  )
}
