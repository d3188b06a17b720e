import { Button } from '@mantine/core'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { IconActivity, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import { ExportList } from '../../background/exports/ExportList.tsx'
import { useRead } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { useMayOpen } from '../../ui/may.ts'
import { useGo } from '../../ui/route.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { EntryCustomer, EntryEvent, EntryStatus, type LogEntry, useChannelName } from './cells.tsx'
import { EntryDialog } from './EntryDialog.tsx'
import { LogFilters } from './LogFilters.tsx'
import { LogGraph } from './LogGraph.tsx'
import { requestedChannels, requestOf, useLogView } from './log-view.ts'
import styles from './OnlineLog.module.css'
import { ReplayButton } from './ReplayButton.tsx'
import { rangeOf } from './range.ts'
import { text } from './text.ts'
import { useLogTime } from './use-log-time.ts'
import { useTail } from './use-tail.ts'

const POLL_MS = 2000

/** Everything that came in from channels or went out, as it happens. */
export function OnlineLog() {
  const t = useWords(text)
  const { timeZone } = useStore()
  const go = useGo()
  const phone = usePhone()
  const accounts = useMayOpen('setting-line-oa')
  const time = useLogTime()
  const columns = useLogColumns()
  const view = useLogView()
  const [paused, setPaused] = useState(false)
  const [opened, setOpened] = useState<LogEntry>()
  const open = useCallback((entry: LogEntry) => setOpened(entry), [])
  const { range, days } = view.filters
  const follows = view.page === 1 && view.dir === 'desc'
  const live = follows && !paused
  const tail = useTail(live)
  const asked = rangeOf(range, days, tail.now)
  const { offset, limit, sortDir, keyword } = view.query
  const { from, to = tail.until } = asked
  const filters = requestOf(view.filters)
  const { channelId, status, ...rest } = filters
  const read = useRead(
    onlineLog.search,
    { query: { offset, limit, sortDir, from, ...filters, ...(keyword && { keyword }), ...(to && { to }) } },
    { poll: () => (live ? POLL_MS : false) },
  )
  if (!read.isPlaceholderData) tail.see(read.data?.data[0]?.time)
  const count = read.data?.total ?? 0
  return (
    <>
      <SettingTabs />
      <Toolbar
        actions={
          <>
            {follows && (
              <>
                <span className={styles.live} data-live={live}>
                  <i />
                  {live ? t.live : t.paused}
                </span>
                <Button
                  leftSection={
                    paused ? <IconPlayerPlay size={16} stroke={1.8} /> : <IconPlayerPause size={16} stroke={1.8} />
                  }
                  onClick={() => setPaused(!paused)}
                >
                  {paused ? t.resume : t.pause}
                </Button>
              </>
            )}
            {status === 'set_aside' && count > 0 && <ReplayButton />}
            <ExportList
              type="online_log"
              filter={{
                from: asked.from,
                ...(to && { to }),
                ...(keyword && { keyword }),
                ...rest,
                // A file has the statuses of entries alone.
                ...(status && { status: status === 'set_aside' ? 'failed' : status }),
                ...(channelId && { channelId: Number(channelId) }),
              }}
            />
          </>
        }
      >
        <LogFilters view={view} />
      </Toolbar>
      <LogGraph asked={asked} channel={requestedChannels(view.filters.channel)} timezone={timeZone} live={live} />
      <DataTable
        label={t.title}
        columns={columns}
        read={read}
        rowKey={(entry) => entry.id}
        view={view}
        opening={{ open, key: opened?.id, label: (entry) => t.open({ time: time.short(entry.time) }) }}
        card={phone ? (entry) => <EntryCard entry={entry} /> : undefined}
        openCard={(entry) => () => setOpened(entry)}
        // Otherwise each poll would be read aloud.
        {...(live && { counted: () => t.newest })}
        summary={
          read.data && (
            <>
              <strong>{read.data.totalCapped ? t.countCapped({ count }) : t.count({ count })}</strong>
              <span className={styles.kept}>{t.kept}</span>
            </>
          )
        }
        empty={{
          icon: IconActivity,
          title: t.emptyTitle,
          text: t.emptyText,
          action: (
            <>
              <Button onClick={() => view.show({ filters: { range: '7d' } })}>{t.showWeek}</Button>
              {accounts && <Button onClick={() => go({ to: 'setting-line-oa' })}>{t.connect}</Button>}
            </>
          ),
        }}
      />
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** An entry on a phone. */
function EntryCard({ entry }: { entry: LogEntry }) {
  const time = useLogTime()
  const channelOf = useChannelName()
  return (
    <div>
      <EntryEvent entry={entry} />
      <span className={styles.about}>
        {time.short(entry.time)} · {channelOf(entry)}
      </span>
      <span className={styles.about}>
        <EntryCustomer entry={entry} linked={false} />
        <EntryStatus entry={entry} />
      </span>
    </div>
  )
}

function useLogColumns(): TableColumn<LogEntry, 'time'>[] {
  const t = useWords(text)
  const time = useLogTime()
  const channelOf = useChannelName()
  return [
    { id: 'time', title: t.time, sort: 'time', sortKind: 'date', width: 130, cell: (entry) => time.short(entry.time) },
    { id: 'channel', title: t.channel, width: 160, quiet: true, cell: channelOf },
    { id: 'event', title: t.event, cell: (entry) => <EntryEvent entry={entry} /> },
    { id: 'customer', title: t.customer, width: 190, cell: (entry) => <EntryCustomer entry={entry} /> },
    { id: 'status', title: t.status, width: 170, cell: (entry) => <EntryStatus entry={entry} /> },
  ]
}
