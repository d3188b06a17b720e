import { automationPeople } from '@ruam/contract/automations/people.ts'
import { IconHistory } from '@tabler/icons-react'
import { type Got, useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { useView } from '../../ui/view.ts'
import type { Automation } from '../automation.ts'
import { historyText } from './history-text.ts'

type Entry = Got<typeof automationPeople.history>['data'][number]

/** Who created, edited, started, paused and stopped an automation, the newest first. */
export default function AutomationHistory({ automation }: { automation: Automation }) {
  const t = useWords(historyText)
  const format = useFormat()
  const view = useView({ sorts: ['at'], sort: 'at', dir: 'desc', limit: 20 })
  const { offset, limit } = view.query
  const read = useRead(
    automationPeople.history,
    { params: { id: automation.id }, query: { offset, limit } },
    { staleTime: 0 },
  )
  const wordOf = (action: string) =>
    (Object.hasOwn(t, action) ? (t as Record<string, unknown>)[action] : action) as string
  const said = ({ user, action, details }: Entry) =>
    [
      t.act({ name: user?.name ?? t.system, act: wordOf(action) }),
      typeof details.version === 'number' && t.version({ version: details.version }),
    ]
      .filter(Boolean)
      .join(' · ')
  const columns: TableColumn<Entry, 'at'>[] = [
    { id: 'at', title: t.time, width: 200, quiet: true, cell: ({ at }) => format.dateTime(at) },
    { id: 'act', title: t.what, cell: said },
  ]
  return (
    <DataTable
      label={t.label}
      columns={columns}
      read={read}
      rowKey={({ at, action }) => `${at} ${action}`}
      view={{ ...view, narrowed: false }}
      empty={{ icon: IconHistory, title: t.none, text: t.noneText }}
    />
  )
}
