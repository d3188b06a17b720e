import { Button } from '@mantine/core'
import { privacyRequests, requestKinds } from '@ruam/contract/privacy/requests.ts'
import { IconPlus, IconSettings, IconShieldQuestion } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { RowGroup, TableColumn } from '../../ui/data-table.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { Pills } from '../../ui/Pills.tsx'
import { option, PlainSelect } from '../../ui/PlainSelect.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import { PrivacyConsents } from '../PrivacyConsents.tsx'
import { PrivacyTabs } from '../PrivacyTabs.tsx'
import { AssigneeCell, DueCell, ReceivedCell, StepCell, WhoCell } from './cells.tsx'
import { requestListText } from './list-text.ts'
import styles from './Requests.module.css'
import type { PrivacyRequest } from './request.ts'
import { requestText } from './request-text.ts'
import { useRequestWords } from './use-request-words.ts'
import { useRequests } from './use-requests.ts'

const loadNew = () => import('./NewRequestDialog.tsx')
const NewRequestDialog = lazyPart(loadNew)
const SettingDialog = lazyPart(() => import('./RequestSettingDialog.tsx'))

const link = ({ id }: PrivacyRequest) => ({ to: 'privacy-request', params: { requestId: id } }) as const

/** First part of the privacy desk that the person may open. */
export function PrivacyDesk() {
  return useMayCall(privacyRequests.list) ? <RequestList /> : <PrivacyConsents />
}

/** Requests of customers about their data: open ones by due date, then those that ended. */
function RequestList() {
  const t = useWords(requestListText)
  const phone = usePhone()
  const mayRecord = useMayCall(privacyRequests.create)
  const maySet = useMayCall(privacyRequests.saveSetting)
  const [dialog, setDialog] = useState<'new' | 'setting'>()
  const view = useView({ sorts: ['due'], sort: 'due', limit: 20, filters: { kind: requestKinds, assignee: 'text' } })
  const { kind, assignee } = view.filters
  const assigneeId = /^[1-9]\d{0,8}$/.test(assignee ?? '') ? assignee : undefined
  const { read, counts } = useRequests({ offset: view.query.offset, limit: view.limit, kind, assigneeId })
  const columns = useColumns()
  const card = useCard()
  const group = useGroup(counts, view.narrowed)
  const recordButton = mayRecord && (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.6} />}
      onPointerEnter={() => void loadNew()}
      onClick={() => setDialog('new')}
    >
      {t.record}
    </Button>
  )
  return (
    <>
      <SettingTabs />
      <PrivacyTabs here="requests" />
      <Toolbar actions={recordButton}>
        <KindPills
          counts={counts}
          kind={kind}
          onChoose={(next) => view.show({ filters: { ...view.filters, kind: next } })}
        />
        <PlainSelect
          aria-label={t.assignee}
          value={assigneeId ?? ''}
          onChange={({ currentTarget: { value } }) =>
            view.show({ filters: { ...view.filters, assignee: value || undefined } })
          }
        >
          {[
            { value: '', label: t.anyAssignee },
            ...(counts?.assignees.map(({ id, name }) => ({ value: String(id), label: name })) ?? []),
          ].map(option)}
        </PlainSelect>
        {maySet && (
          <Button leftSection={<IconSettings size={16} stroke={1.6} />} onClick={() => setDialog('setting')}>
            {t.settings}
          </Button>
        )}
      </Toolbar>
      <DataTable
        label={t.list}
        columns={columns}
        read={read}
        rowKey={({ id }) => id}
        group={group}
        view={view}
        link={link}
        card={phone ? card : undefined}
        summary={
          counts && (
            <>
              <strong>{t.foot({ count: counts.open.total })}</strong>{' '}
              {[t.soon({ count: counts.open.dueSoon }), t.reminds].join(' · ')}
            </>
          )
        }
        empty={{ icon: IconShieldQuestion, title: t.emptyTitle, text: t.emptyText, action: recordButton }}
      />
      <Suspense>
        {dialog === 'new' && <NewRequestDialog onClose={() => setDialog(undefined)} />}
        {dialog === 'setting' && <SettingDialog onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  )
}

type Counts = ReturnType<typeof useRequests>['counts']
type Kind = (typeof requestKinds)[number] | undefined

interface KindPillsProps {
  counts: Counts
  kind: Kind
  onChoose: (kind: Kind) => void
}

/** Kinds with their open requests. */
function KindPills({ counts, kind, onChoose }: KindPillsProps) {
  const t = useWords(requestListText)
  const r = useWords(requestText)
  const pill = (value: Kind, word: string, count: number | undefined) => ({
    value,
    text: (
      <>
        {word} <b>{count !== undefined && formatNumber(count)}</b>
      </>
    ),
  })
  const choices = [
    pill(undefined, t.all, counts?.open.total),
    ...requestKinds.map((one) => pill(one, r[one], counts?.open.kinds[one])),
  ]
  return <Pills label={t.kinds} choices={choices} chosen={kind} onChoose={onChoose} />
}

function useColumns(): TableColumn<PrivacyRequest, 'due'>[] {
  const t = useWords(requestListText)
  const r = useWords(requestText)
  return useMemo(
    () => [
      { id: 'kind', title: t.request, link: true, cell: ({ kind }) => <span className={styles.kind}>{r[kind]}</span> },
      { id: 'who', title: t.customer, cell: (request) => <WhoCell request={request} /> },
      { id: 'received', title: t.received, cell: (request) => <ReceivedCell request={request} /> },
      { id: 'step', title: t.step, cell: (request) => <StepCell request={request} /> },
      { id: 'assignee', title: t.assignee, cell: (request) => <AssigneeCell request={request} /> },
      { id: 'due', title: t.due, width: 220, cell: (request) => <DueCell request={request} /> },
    ],
    [t, r],
  )
}

/** Heads of the open and of the closed requests. `narrowed`: not all of them are listed, whose figures the store has. */
function useGroup(counts: Counts, narrowed: boolean) {
  const t = useWords(requestListText)
  if (!counts) return undefined
  const { closed } = counts
  const figures = closed.averageDays !== null && t.average({ days: closed.averageDays, most: closed.mostDays ?? 0 })
  const late = closed.late > 0 ? t.someLate({ count: closed.late }) : t.noneLate
  return ({ closedAt }: PrivacyRequest): RowGroup =>
    closedAt === null
      ? {
          id: 'open',
          head: (
            <>
              <strong>{t.open({ count: counts.total })}</strong> {t.byDue}
            </>
          ),
        }
      : {
          id: 'closed',
          head: narrowed ? (
            <strong>{t.closedSome}</strong>
          ) : (
            <>
              <strong>{t.closed({ count: closed.total })}</strong> {[figures, late].filter(Boolean).join(' ')}
            </>
          ),
        }
}

function useCard() {
  const r = useWords(requestText)
  const { who } = useRequestWords()
  return (request: PrivacyRequest) => (
    <>
      <span className={styles.card}>
        <strong className={styles.kind}>{r[request.kind]}</strong>
        <span>{who(request)}</span>
      </span>
      <span className={styles.card}>
        <StepCell request={request} />
        <AssigneeCell request={request} />
      </span>
      <DueCell request={request} />
    </>
  )
}
