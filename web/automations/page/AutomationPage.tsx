import { Button } from '@mantine/core'
import { automations } from '@ruam/contract/automations/automations.ts'
import { IconBolt } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { usePageTitle } from '../../app/page-title.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RouteLink } from '../../ui/route.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { useView } from '../../ui/view.ts'
import { type AutomationTab, AutomationTabs, automationTabs } from '../AutomationTabs.tsx'
import { type Automation, LOOK_MS } from '../automation.ts'
import { automationText } from '../automation-text.ts'
import { AutomationBar } from './AutomationBar.tsx'
import styles from './Page.module.css'

const StepsTab = lazyPart(() => import('../edit/StepsTab.tsx'))
const People = lazyPart(() => import('../people/AutomationPeople.tsx'))
const Effect = lazyPart(() => import('./AutomationEffect.tsx'))
const Rehearsal = lazyPart(() => import('../rehearsal/AutomationRehearsal.tsx'))
const History = lazyPart(() => import('./AutomationHistory.tsx'))

/** An automation: its steps, customers, effect, rehearsal and history, each a tab of its address. */
export function AutomationPage() {
  const t = useWords(automationText)
  const { automationId: id = '' } = useParams({ strict: false }) as { automationId?: string }
  const valid = /^[1-9]\d{0,8}$/.test(id)
  const { filters } = useView({ sorts: ['step'], sort: 'step', filters: { tab: automationTabs } })
  const tab = filters.tab ?? 'steps'
  // The editor keeps what it has read until it saves.
  const poll = (one: Automation | undefined) => tab !== 'steps' && one?.status === 'active' && LOOK_MS
  const read = useRead(automations.get, { params: { id } }, { enabled: valid, poll })
  usePageTitle(read.data && (read.data.name || t.noName))
  if (!valid || (read.error?.status === 404 && !read.data)) return <AutomationMissing />
  if (read.data) return <Parts key={read.data.id} automation={read.data} tab={tab} />
  return read.error ? <Unread read={read} /> : <Bones />
}

function Parts({ automation, tab }: { automation: Automation; tab: AutomationTab }) {
  const { id, version, onTheWay, name } = automation
  const t = useWords(automationText)
  // Before the first start there are no customers and no effect.
  const shown = automationTabs.filter((one) => version !== null || (one !== 'people' && one !== 'effect'))
  const here = shown.includes(tab) ? tab : 'steps'
  const tabs = <AutomationTabs id={id} here={here} shown={shown} onTheWay={version === null ? undefined : onTheWay} />
  const parts: Record<AutomationTab, () => ReactNode> = {
    steps: () => <StepsTab automation={automation} tabs={tabs} />,
    people: () => <People automation={automation} />,
    effect: () => <Effect automation={automation} />,
    rehearsal: () => <Rehearsal automation={automation} />,
    history: () => <History automation={automation} />,
  }
  return (
    <section className={styles.page} aria-label={name || t.noName} data-tab={here}>
      {here !== 'steps' && (
        <>
          <AutomationBar automation={automation} />
          {tabs}
        </>
      )}
      <Suspense fallback={<Bones />}>{parts[here]()}</Suspense>
    </section>
  )
}

function AutomationMissing() {
  const t = useWords(automationText)
  const button = (
    <Button component={RouteLink} to="broadcast-list" search={{ tab: 'automations' }}>
      {t.toList}
    </Button>
  )
  return <EmptyState icon={IconBolt} title={t.gone} action={button} />
}
