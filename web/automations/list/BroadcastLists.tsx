import { automations } from '@ruam/contract/automations/automations.ts'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import type { ReactNode } from 'react'
import { BroadcastList } from '../../broadcasts/list/BroadcastList.tsx'
import { useRead } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { RouteLink } from '../../ui/route.tsx'
import tabStyles from '../../ui/Tabs.module.css'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { useView } from '../../ui/view.ts'
import common from '../Automations.module.css'
import styles from './AutomationList.module.css'
import { AutomationList } from './AutomationList.tsx'
import { automationListText } from './automation-list-text.ts'

/** Broadcasts and automations, each a tab of the address. */
export function BroadcastLists() {
  const { filters } = useView({ sorts: ['name'], sort: 'name', filters: { tab: ['automations'] } })
  return filters.tab === 'automations' ? (
    <AutomationList head={(actions) => <ListTabs here="automations" actions={actions} />} />
  ) : (
    <BroadcastList head={(actions) => <ListTabs here="broadcasts" actions={actions} />} />
  )
}

const one = { offset: 0, limit: 1 } as const

/** Both lists with what each holds. */
function ListTabs({ here, actions }: { here: 'broadcasts' | 'automations'; actions: ReactNode }) {
  const t = useWords(automationListText)
  const counts = {
    broadcasts: useRead(broadcasts.list, { query: one }).data?.total,
    automations: useRead(automations.list, { query: one }).data?.total,
  }
  return (
    <div className={styles.tabRow}>
      <nav className={tabStyles.tabs} aria-label={t.tabs}>
        {(['broadcasts', 'automations'] as const).map((list) => (
          <RouteLink
            key={list}
            to="broadcast-list"
            search={list === 'automations' ? { tab: list } : {}}
            aria-current={list === here ? 'page' : undefined}
          >
            {t[list]}
            <span className={common.tabCount}>{counts[list] !== undefined && formatNumber(counts[list])}</span>
          </RouteLink>
        ))}
      </nav>
      {actions && <Toolbar actions={actions} />}
    </div>
  )
}
