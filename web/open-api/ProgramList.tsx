import { Button } from '@mantine/core'
import { programKinds, programs } from '@ruam/contract/open-api/programs.ts'
import { IconBook, IconPlugConnected } from '@tabler/icons-react'
import { SettingTabs } from '../app/SettingTabs.tsx'
import { useRead } from '../data/api.ts'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { DataTable } from '../ui/DataTable.tsx'
import type { TableColumn } from '../ui/data-table.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useMayCall } from '../ui/may.ts'
import { Pills } from '../ui/Pills.tsx'
import { RouteLink, type RouteName } from '../ui/route.tsx'
import { ListSearch } from '../ui/SearchBox.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { useView } from '../ui/view.ts'
import { AddButton } from './AddButton.tsx'
import styles from './OpenApi.module.css'
import { ProgramCard } from './ProgramCard.tsx'
import { ProgramState } from './ProgramState.tsx'
import { daysUntil } from './program-days.ts'
import { doesOf } from './program-does.ts'
import { programTarget } from './program-target.ts'
import { programText } from './program-text.ts'
import { text } from './text.ts'
import { useLeaveAddress } from './use-leave-address.ts'
import { type Program, useProgramActions } from './use-program-actions.tsx'

const sorts = ['name', 'last_used_at', 'expired_at', 'created_at'] as const
const shows = ['all', ...programKinds, 'concern'] as const
type Show = (typeof shows)[number]

interface ProgramListProps {
  /** Programs that the address shows first. */
  show: Show
  /** Dialog that the address opens. */
  start?: 'add' | 'vendor'
  /** Address to which closing that dialog leads. */
  list?: RouteName
}

/** API keys and API tokens as one list, or a note for people who may open the screen but read neither. */
export function ProgramList(props: ProgramListProps) {
  const t = useWords(programText)
  const mayRead = useMayCall(programs.list)
  if (!mayRead) return <EmptyState icon={IconPlugConnected} title={t.noRight} text={t.noRightText} />
  return <Programs {...props} />
}

/** The address of API keys. */
export const KeyPrograms = () => <ProgramList show="key" />
/** The address of API tokens. */
export const TokenPrograms = () => <ProgramList show="token" />
/** The address that makes an API token. */
export const TokenCreate = () => <ProgramList show="token" start="vendor" list="data-source-openapi-token" />
/** The older address that makes an API key. */
export const KeyCreate = () => <ProgramList show="key" start="add" list="setting-api-connector-list" />

function Programs({ show: first, start, list }: ProgramListProps) {
  const t = useWords(programText)
  const s = useWords(text)
  const format = useFormat()
  const phone = usePhone()
  const { menuOf, dialogs, add, isOpen } = useProgramActions(start)
  useLeaveAddress(list, isOpen)
  const view = useView({ sorts, sort: 'last_used_at', dir: 'desc', filters: { show: shows } })
  const show = view.filters.show ?? first
  const kind = show === 'key' || show === 'token' ? show : undefined
  const query = { ...view.query, ...(kind && { kind }), ...(show === 'concern' && { concern: 'any' as const }) }
  const read = useRead(programs.list, { query }, { poll: () => POLL_MS })
  const counts = read.data?.counts

  const secret = ({ kind: what, secretEnd }: Program) =>
    `${what === 'key' ? 'API key' : 'API token'}${secretEnd ? ` …${secretEnd}` : ''}`
  const name = (program: Program) => (
    <span className={styles.name}>
      <RouteLink className={styles.open} {...programTarget(program)}>
        {program.name}
      </RouteLink>
      <span className={styles.quiet}>{secret(program)}</span>
      {program.previousUntil && (
        <span className={styles.quiet}>{s.overlap({ at: format.dateTime(program.previousUntil) })}</span>
      )}
    </span>
  )
  const maker = ({ createdBy, createdAt, concerns }: Program) => (
    <span className={styles.name}>
      {createdBy?.name}
      <span className={concerns.includes('maker_left') ? styles.warn : styles.quiet}>
        {concerns.includes('maker_left') ? t.makerLeft : format.date(createdAt)}
      </span>
    </span>
  )
  const sent = ({ today: { items, read: rows } }: Program) =>
    items > 0 ? formatNumber(items) : rows > 0 ? t.readToday({ count: formatNumber(rows) }) : ''
  const failed = ({ today }: Program) =>
    today.failed > 0 ? (
      <strong className={styles.bad}>{formatNumber(today.failed)}</strong>
    ) : (
      today.items > 0 && <span className={styles.quiet}>0</span>
    )
  const expires = ({ expiredAt, concerns }: Program) =>
    expiredAt && (
      <span className={styles.name}>
        {format.date(expiredAt)}
        {concerns.includes('expires') && (
          <span className={styles.warn}>{t.inDays({ count: daysUntil(expiredAt) })}</span>
        )}
      </span>
    )
  const used = ({ lastUsedAt }: Program) => (lastUsedAt ? format.dateTime(lastUsedAt) : s.never)
  const columns: TableColumn<Program, (typeof sorts)[number]>[] = [
    { id: 'name', title: t.program, sort: 'name', cell: name },
    { id: 'does', title: t.does, quiet: true, width: 150, cell: ({ scopes }) => t[doesOf(scopes)] },
    { id: 'maker', title: t.addedBy, sort: 'created_at', sortKind: 'date', width: 120, cell: maker },
    { id: 'lastUsed', title: s.lastUsed, sort: 'last_used_at', sortKind: 'date', quiet: true, width: 165, cell: used },
    { id: 'sent', title: t.sentToday, align: 'right', width: 96, cell: sent },
    { id: 'failed', title: t.failedToday, align: 'right', width: 104, cell: failed },
    { id: 'expires', title: s.expires, sort: 'expired_at', sortKind: 'date', width: 115, cell: expires },
    { id: 'status', title: s.status, width: 130, cell: (program) => <ProgramState program={program} /> },
    { id: 'actions', pinned: 'end', title: s.actions, width: 72, cell: (program) => menuOf(program) ?? ' ' },
  ]
  const addButton = add && <AddButton name={t.add} onClick={add} />
  const choice = (value: Show, word: string, count: number | undefined) => ({
    value,
    text: count === undefined ? word : `${word} ${formatNumber(count)}`,
  })
  return (
    <>
      <SettingTabs />
      <Toolbar
        actions={
          <>
            <Button component={RouteLink} to="docs-get-started" leftSection={<IconBook size={16} stroke={1.6} />}>
              {s.docs}
            </Button>
            {addButton}
          </>
        }
      >
        <ListSearch view={view} label={t.search} />
        <Pills
          label={t.show}
          chosen={show}
          choices={[
            choice('all', t.all, counts?.all),
            choice('key', t.ofStore, counts?.key),
            choice('token', t.ofVendors, counts?.token),
            choice('concern', t.concern, counts?.concern),
          ]}
          onChoose={(value) => view.show({ filters: { show: value === first ? undefined : value } })}
        />
      </Toolbar>
      <DataTable
        label={t.programs}
        columns={columns}
        read={read}
        failed={s.listFailed}
        rowKey={({ id }) => id}
        view={view}
        card={
          phone
            ? (program) => <ProgramCard program={program} secret={secret(program)} menu={menuOf(program)} />
            : undefined
        }
        summary={
          read.data && (
            <>
              <strong>{t.count({ count: read.data.total })}</strong>{' '}
              {t.sums({ items: formatNumber(read.data.today.items), failed: formatNumber(read.data.today.failed) })}
            </>
          )
        }
        empty={{ icon: IconPlugConnected, title: t.emptyTitle, text: t.emptyText, action: addButton }}
      />
      {dialogs}
    </>
  )
}

const POLL_MS = 15_000
