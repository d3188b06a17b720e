import { Button } from '@mantine/core'
import { olderUsage } from '@ruam/contract/reports/older-usage.ts'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { type Got, useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import styles from './AuditLog.module.css'
import { OlderChanges } from './OlderChanges.tsx'
import { text } from './text.ts'

type Usage = Got<typeof olderUsage.list>['data'][number]

/** Callers of the older API, with the calls they make. */
export function OlderUsage() {
  const t = useWords(text)
  const format = useFormat()
  const phone = usePhone()
  const view = useView({ sorts: ['last_day'], sort: 'last_day', dir: 'desc' })
  const { offset, limit } = view.query
  const read = useRead(olderUsage.list, { query: { offset, limit } })
  const [opened, setOpened] = useState<Usage['user']>()
  const change = (user: Usage['user']) => (
    <Button
      size={phone ? 'md' : 'compact-sm'}
      aria-label={t.changesOf({ name: user.name })}
      onClick={() => setOpened(user)}
    >
      {t.changes}
    </Button>
  )
  const columns: TableColumn<Usage, 'last_day'>[] = [
    { id: 'caller', title: t.caller, width: 200, cell: ({ user }) => user.name },
    { id: 'call', title: t.call, cell: ({ call }) => <code>{call}</code> },
    { id: 'calls', title: t.calls, align: 'right', width: 140, cell: ({ calls }) => format.formatNumber(calls) },
    { id: 'becomes', title: t.newerCall, cell: ({ becomes }) => becomes !== null && <code>{becomes}</code> },
    { id: 'lastDay', title: t.lastDay, quiet: true, width: 140, cell: ({ lastDay }) => format.date(lastDay) },
    { id: 'change', title: t.changes, width: 170, cell: ({ user }) => change(user) },
  ]
  return (
    <>
      <DataTable
        label={t.olderApi}
        columns={columns}
        read={read}
        rowKey={({ user, call }) => `${user.id} ${call}`}
        view={view}
        card={
          phone
            ? ({ user, call, calls, lastDay }) => (
                <div>
                  <strong>{user.name}</strong> <code>{call}</code>
                  <span className={styles.about}>
                    {t.calls}: {format.formatNumber(calls)} · {format.date(lastDay)}
                  </span>
                  {change(user)}
                </div>
              )
            : undefined
        }
        empty={{ icon: IconPlugConnected, title: t.olderTitle, text: t.olderText }}
      />
      {opened && <OlderChanges user={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
