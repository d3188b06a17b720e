import { Button } from '@mantine/core'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { IconPlayerPause, IconPlayerPlay, IconPlugOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { usePageTitle } from '../app/page-title.ts'
import { useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { alerts } from '../ui/alerts.ts'
import { Bones } from '../ui/Bones.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import { useMayCall } from '../ui/may.ts'
import { RouteLink } from '../ui/route.tsx'
import tabStyles from '../ui/Tabs.module.css'
import { Unread } from '../ui/Unread.tsx'
import { useView } from '../ui/view.ts'
import { ConnectorAccess } from './ConnectorAccess.tsx'
import { ConnectorDays } from './ConnectorDays.tsx'
import { ConnectorMapping } from './ConnectorMapping.tsx'
import { ConnectorRequests } from './ConnectorRequests.tsx'
import { ConnectorTrial } from './ConnectorTrial.tsx'
import type { Connector } from './connector.ts'
import { connectorText } from './connector-text.ts'
import { DeadLetters } from './DeadLetters.tsx'
import styles from './OpenApi.module.css'
import { State } from './State.tsx'
import { text } from './text.ts'

const POLL_MS = 15_000
const tabs = ['mapping', 'requests', 'failed', 'days', 'trial', 'access'] as const

/** One connector: its mapping, what it received, what failed, and its address. */
export function ConnectorDetail() {
  const n = useWords(connectorText)
  const { connectorId = '' } = useParams({ strict: false }) as { connectorId?: string }
  const valid = /^[1-9]\d{0,8}$/.test(connectorId)
  const read = useRead(connectors.get, { params: { id: connectorId } }, { enabled: valid, poll: () => POLL_MS })
  usePageTitle(read.data?.name)
  if (!valid || (read.error?.status === 404 && !read.data)) {
    const list = (
      <Button component={RouteLink} to="data-source-openapi-connector">
        {n.toList}
      </Button>
    )
    return <EmptyState icon={IconPlugOff} title={n.gone} action={list} />
  }
  if (read.data) return <Detail key={read.data.id} connector={read.data} />
  return read.error ? <Unread read={read} /> : <Bones />
}

function Detail({ connector }: { connector: Connector }) {
  const n = useWords(connectorText)
  const view = useView({ sorts: ['name'], sort: 'name', filters: { tab: tabs } })
  const tab = view.filters.tab ?? 'mapping'
  const titles = {
    mapping: n.mapping,
    requests: n.requests,
    failed: n.failed({ count: connector.deadLetters }),
    days: n.days,
    trial: n.trial,
    access: n.access,
  }
  return (
    <>
      <StateBar connector={connector} />
      {connector.problem && <FormNote message={connector.problem.message} />}
      <nav className={tabStyles.tabs} aria-label={n.sections}>
        {tabs.map((one) => (
          <RouteLink
            key={one}
            to="data-source-openapi-connector-create-edit"
            params={{ connectorId: connector.id }}
            search={one === 'mapping' ? {} : { tab: one }}
            aria-current={one === tab ? 'page' : undefined}
          >
            {titles[one]}
          </RouteLink>
        ))}
      </nav>
      {tab === 'mapping' && <ConnectorMapping connector={connector} />}
      {tab === 'requests' && <ConnectorRequests id={connector.id} view={view} />}
      {tab === 'failed' && <DeadLetters id={connector.id} />}
      {tab === 'days' && <ConnectorDays id={connector.id} view={view} />}
      {tab === 'trial' && <ConnectorTrial connector={connector} />}
      {tab === 'access' && <ConnectorAccess connector={connector} />}
    </>
  )
}

/** State of a connector with the figures of today, and the button that pauses it. */
function StateBar({ connector }: { connector: Connector }) {
  const t = useWords(text)
  const n = useWords(connectorText)
  const format = useFormat()
  const confirm = useConfirm()
  const mayEdit = useMayCall(connectors.setStatus)
  const setStatus = useWrite(connectors.setStatus)
  const { id, name, status, lastItemAt, today } = connector
  const paused = status === 'inactive'
  async function change() {
    const question = { title: n.pauseTitle({ name }), text: n.pauseText, yes: n.pause } as const
    if (!paused && !(await confirm({ ...question, mode: 'cancel' }))) return
    setStatus.mutate(
      { params: { id }, body: { status: paused ? 'active' : 'inactive' } },
      { onSuccess: () => alerts.success(paused ? t.switchedOn : t.switchedOff) },
    )
  }
  return (
    <div className={styles.bar}>
      <State status={status} word={status === 'active' ? n.receiving : paused ? n.paused : undefined} />
      <span className={styles.quiet}>
        {lastItemAt ? `${n.lastItem} ${format.dateTime(lastItemAt)}` : n.noItem} · {n.today}{' '}
        {n.itemsToday({ count: today.items })}
        {today.failed > 0 && ` · ${n.failedToday({ count: today.failed })}`}
        {today.refused > 0 && ` · ${n.refusedToday({ count: today.refused })}`}
      </span>
      {mayEdit && (
        <Button
          leftSection={paused ? <IconPlayerPlay size={16} stroke={1.6} /> : <IconPlayerPause size={16} stroke={1.6} />}
          onClick={() => void change()}
        >
          {paused ? n.resume : n.pause}
        </Button>
      )}
    </div>
  )
}
