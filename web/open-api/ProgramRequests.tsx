import { NativeSelect } from '@mantine/core'
import { programs } from '@ruam/contract/open-api/programs.ts'
import { IconInbox } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../data/api.ts'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { DataTable } from '../ui/DataTable.tsx'
import type { TableColumn } from '../ui/data-table.ts'
import { EMPTY } from '../ui/Loaded.tsx'
import { ListSearch } from '../ui/SearchBox.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { usePhone } from '../ui/use-phone.ts'
import styles from './OpenApi.module.css'
import { ProgramRequestDialog } from './ProgramRequestDialog.tsx'
import { programText } from './program-text.ts'
import { outcomes, type ProgramRequest, type ProgramView } from './program-view.ts'
import { RequestOutcome } from './RequestOutcome.tsx'
import { useCallName } from './use-call-name.ts'

const POLL_MS = 10_000

/** Every request of a program in the last 30 days. */
export function ProgramRequests({ id, view }: { id: number; view: ProgramView }) {
  const t = useWords(programText)
  const format = useFormat()
  const phone = usePhone()
  const { nameOf } = useCallName()
  const [shown, setShown] = useState<ProgramRequest>()
  const { outcome, run, row } = view.filters
  const query = {
    ...{ offset: (view.page - 1) * view.limit, limit: view.limit, keyword: view.keyword || undefined, outcome },
    ...(run !== undefined && row !== undefined && { runId: run, rowNo: row }),
  }
  const read = useRead(programs.requests, { params: { id }, query }, { poll: () => POLL_MS })
  const narrow = (change: Partial<ProgramView['filters']>) =>
    view.show({ filters: { ...view.filters, tab: 'requests', ...change } })
  const call = (request: ProgramRequest) => (
    <span className={styles.name}>
      <button type="button" className={styles.open} onClick={() => setShown(request)}>
        {nameOf(request.call)}
      </button>
      <span className={`${styles.quiet} ${styles.code}`}>{request.call.replace('/open-api/v1', '')}</span>
    </span>
  )
  const count = ({ items }: ProgramRequest) => (items === null ? '' : formatNumber(items))
  const columns: TableColumn<ProgramRequest, 'name'>[] = [
    { id: 'at', title: t.at, width: 190, quiet: true, cell: ({ at }) => format.dateTime(at) },
    { id: 'call', title: t.call, cell: call },
    { id: 'outcome', title: t.outcome, width: 210, cell: (request) => <RequestOutcome request={request} /> },
    { id: 'items', title: t.items, align: 'right', width: 90, cell: count },
    {
      id: 'ms',
      title: 'ms',
      align: 'right',
      width: 80,
      quiet: true,
      cell: ({ durationMs }) => formatNumber(durationMs),
    },
    {
      id: 'requestId',
      title: t.requestId,
      width: 110,
      quiet: true,
      cell: ({ requestId }) => <span className={styles.code}>…{requestId.slice(-6)}</span>,
    },
  ]
  return (
    <>
      <Toolbar>
        <ListSearch view={view} label={t.searchRequests} />
        <NativeSelect
          size="sm"
          aria-label={t.outcome}
          value={outcome ?? ''}
          data={[{ value: '', label: t.anyOutcome }, ...outcomes.map((one) => ({ value: one, label: t[one] }))]}
          onChange={(event) => narrow({ outcome: outcomes.find((one) => one === event.currentTarget.value) })}
        />
        {row !== undefined && (
          <span className={styles.quiet}>
            {t.oneItem({ row })}{' '}
            <button type="button" className={styles.open} onClick={() => narrow({ run: undefined, row: undefined })}>
              {t.everyRequest}
            </button>
          </span>
        )}
      </Toolbar>
      <DataTable
        label={t.requests}
        columns={columns}
        read={read}
        rowKey={(request) => request.id}
        view={view}
        card={
          phone
            ? (request) => (
                <div>
                  {call(request)}
                  <div className={styles.quiet}>
                    <RequestOutcome request={request} /> {format.dateTime(request.at)} · {t.items}{' '}
                    {count(request) || EMPTY}
                  </div>
                </div>
              )
            : undefined
        }
        summary={
          read.data && (
            <>
              <strong>{(read.data.totalCapped ? t.manyRequests : t.requestCount)({ count: read.data.total })}</strong> ·{' '}
              {t.keptDays}
            </>
          )
        }
        empty={{ icon: IconInbox, title: t.noRequests, text: t.noRequestsText }}
      />
      {shown && <ProgramRequestDialog program={id} request={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
