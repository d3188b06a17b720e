import { Button } from '@mantine/core'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { programs } from '@ruam/contract/open-api/programs.ts'
import { IconBook, IconClock, IconPlugConnectedX } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { usePageTitle } from '../app/page-title.ts'
import { useRead } from '../data/api.ts'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { Bones } from '../ui/Bones.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useMayCall, useMayOpen } from '../ui/may.ts'
import { RouteLink } from '../ui/route.tsx'
import tabStyles from '../ui/Tabs.module.css'
import { Unread } from '../ui/Unread.tsx'
import { ConnectorDays } from './ConnectorDays.tsx'
import { DeadLetters } from './DeadLetters.tsx'
import styles from './OpenApi.module.css'
import { ProgramAccess } from './ProgramAccess.tsx'
import { ProgramRequests } from './ProgramRequests.tsx'
import { ProgramSettings } from './ProgramSettings.tsx'
import { ProgramState } from './ProgramState.tsx'
import { ProgramWebhooks } from './ProgramWebhooks.tsx'
import { daysUntil } from './program-days.ts'
import { programTarget } from './program-target.ts'
import { programText } from './program-text.ts'
import { type ProgramOfPage, programTabs, useProgramView } from './program-view.ts'
import { text } from './text.ts'
import { useProgramActions } from './use-program-actions.tsx'

const POLL_MS = 15_000

/** One program: its days, requests and errors, what it may do, and its life. */
export function ProgramDetail() {
  const t = useWords(programText)
  const mayRead = useMayCall(programs.get)
  const mayOpenKeys = useMayOpen('data-source-openapi-key')
  const mayOpenTokens = useMayOpen('data-source-openapi-token')
  const {
    keyId,
    apiTokenId,
    id: named = keyId ?? apiTokenId ?? '',
  } = useParams({ strict: false }) as Record<string, string | undefined>
  const valid = mayRead && /^[1-9]\d{0,8}$/.test(named)
  const read = useRead(programs.get, { params: { id: named } }, { enabled: valid, poll: () => POLL_MS })
  usePageTitle(read.data?.name)
  if (!valid || (read.error?.status === 404 && !read.data)) {
    const list = mayOpenKeys ? 'data-source-openapi-key' : 'data-source-openapi-token'
    const toList = (
      <Button component={RouteLink} to={list}>
        {t.toList}
      </Button>
    )
    return (
      <EmptyState
        icon={IconPlugConnectedX}
        title={mayRead ? t.gone : t.noRight}
        action={(mayOpenKeys || mayOpenTokens) && toList}
      />
    )
  }
  if (read.data) return <Detail program={read.data} />
  return read.error ? <Unread read={read} /> : <Bones />
}

function Detail({ program }: { program: ProgramOfPage }) {
  const t = useWords(programText)
  const mayDays = useMayCall(connectorItems.days)
  const view = useProgramView()
  const mayItems = mayDays && program.sourceId !== null
  const shown = programTabs.filter((tab) => mayItems || (tab !== 'days' && tab !== 'failures'))
  const tab = shown.find((one) => one === view.filters.tab) ?? shown[0]!
  const { today, sourceId, connectors } = program
  return (
    <>
      <StateBar program={program} />
      <nav className={tabStyles.tabs} aria-label={t.sections}>
        {shown.map((one) => (
          <RouteLink
            key={one}
            {...programTarget(program)}
            search={one === shown[0] ? {} : { tab: one }}
            aria-current={one === tab ? 'page' : undefined}
          >
            {t[one]}
            {one === 'failures' && today.failed > 0 && (
              <span className={styles.count}>{formatNumber(today.failed)}</span>
            )}
          </RouteLink>
        ))}
      </nav>
      {tab === 'days' && sourceId !== null && (
        <>
          {connectors.length > 0 && (
            <p className={`${styles.quiet} ${styles.line}`}>
              {t.toConnectors}
              {connectors.map(({ id, name, items }) => (
                <RouteLink key={id} to="data-source-openapi-connector-create-edit" params={{ connectorId: id }}>
                  {t.connectorItems({ name, count: items })}
                </RouteLink>
              ))}
            </p>
          )}
          <ConnectorDays id={sourceId} view={view} />
        </>
      )}
      {tab === 'requests' && <ProgramRequests id={program.id} view={view} />}
      {tab === 'failures' && sourceId !== null && (
        <DeadLetters id={sourceId} text={t.lettersText} empty={t.noFailuresText} />
      )}
      {tab === 'webhooks' && <ProgramWebhooks program={program} />}
      {tab === 'access' && <ProgramAccess program={program} />}
      {tab === 'settings' && <ProgramSettings program={program} />}
    </>
  )
}

/** State of a program with its secret and figures of today, and its acts. */
function StateBar({ program }: { program: ProgramOfPage }) {
  const t = useWords(programText)
  const s = useWords(text)
  const format = useFormat()
  const { menuOf, rotateOf, dialogs } = useProgramActions()
  const { kind, secretEnd, lastUsedAt, today, expiredAt, concerns } = program
  const used = lastUsedAt ? `${s.lastUsed} ${format.dateTime(lastUsedAt)}` : s.never
  return (
    <div className={styles.bar}>
      <ProgramState program={program} />
      <span className={styles.quiet}>
        {kind === 'key' ? 'API key' : 'API token'} {secretEnd && `…${secretEnd}`} · {used} ·{' '}
        {t.todayItems({ count: today.items })}
      </span>
      {expiredAt && concerns.includes('expires') && (
        <span className={styles.state} data-state="expired">
          <IconClock size={16} stroke={1.6} />
          {t.expiresAt({ date: format.date(expiredAt), count: daysUntil(expiredAt) })}
          {rotateOf(program) && (
            <button type="button" className={styles.open} onClick={rotateOf(program)}>
              {s.rotate}
            </button>
          )}
        </span>
      )}
      <div className={styles.acts}>
        <Button component={RouteLink} to="docs-get-started" leftSection={<IconBook size={16} stroke={1.6} />}>
          {s.docs}
        </Button>
        {menuOf(program)}
      </div>
      {dialogs}
    </div>
  )
}
