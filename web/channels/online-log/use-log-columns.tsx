import { useWords } from '../../data/text.ts'
import type { Column } from '../../ui/data-table.ts'
import { EntryCustomer, EntryEvent, EntryStatus, type LogEntry, useChannelName } from './cells.tsx'
import { text } from './text.ts'
import { useLogTime } from './use-log-time.ts'

export function useLogColumns(): Column<LogEntry, 'time'>[] {
  const t = useWords(text)
  const time = useLogTime()
  const channelOf = useChannelName()
  return [
    { id: 'time', title: t.time, sort: 'time', sortKind: 'date', width: 130, cell: (entry) => time.short(entry.time) },
    { id: 'channel', title: t.channel, width: 160, quiet: true, cell: channelOf },
    { id: 'event', title: t.event, cell: (entry) => <EntryEvent entry={entry} /> },
    { id: 'customer', title: t.customer, width: 190, cell: (entry) => <EntryCustomer entry={entry} /> },
    { id: 'status', title: t.status, width: 150, cell: (entry) => <EntryStatus entry={entry} /> },
    {
      id: 'latency',
      title: t.latency,
      width: 100,
      align: 'right',
      quiet: true,
      cell: ({ latencyMs }) => latencyMs !== null && t.milliseconds({ ms: latencyMs }),
    },
  ]
}
