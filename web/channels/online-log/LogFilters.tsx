import { NativeSelect } from '@mantine/core'
import { logEvents, onlineLog } from '@ruam/contract/channels/online-log.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { DayEnds } from '../../customers/profiles/DayEnds.tsx'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import { ListSearch } from '../../ui/SearchBox.tsx'
import type { View } from '../../ui/view.ts'
import { eventText, statusText } from './event-text.ts'
import { connectorChannel, type LogFilterValues, type LogView, logFilters } from './log-view.ts'
import styles from './OnlineLog.module.css'
import { text } from './text.ts'

export function LogFilters({ view }: { view: LogView }) {
  const t = useWords(text)
  const events = useWords(eventText)
  const statuses = useWords(statusText)
  const line = useRead(onlineLog.lineChannels, { query: { limit: -1 } })
  const pages = useRead(onlineLog.facebookChannels, { query: { limit: -1 } })
  const mayConnectors = useMayCall(connectors.list)
  const own = useRead(connectors.list, { query: { offset: 0, limit: -1 } }, { enabled: mayConnectors })
  const channels = [...(line.data?.data ?? []), ...(pages.data?.data ?? [])]
  const { range, days, channel, event, status, answered } = view.filters
  const filter = (change: Partial<LogFilterValues>) => view.show({ filters: { ...view.filters, ...change } })
  return (
    <>
      <NativeSelect
        size="sm"
        className={styles.filter}
        aria-label={t.range}
        value={range ?? ''}
        data={[
          { value: '', label: t.lastHour },
          { value: '24h', label: t.lastDay },
          { value: '7d', label: t.lastWeek },
          { value: 'own', label: t.own },
        ]}
        onChange={({ currentTarget: { value } }) =>
          filter({ range: logFilters.range.find((one) => one === value), days: undefined })
        }
      />
      {range === 'own' && (
        <div className={styles.days}>
          <DayEnds
            value={days}
            heard={{ from: t.from, to: t.to }}
            onChange={(written) => filter({ days: written || undefined })}
          />
        </div>
      )}
      <NativeSelect
        size="sm"
        className={styles.filter}
        aria-label={t.channel}
        value={channel ?? ''}
        data={[
          { value: '', label: t.anyChannel },
          ...channels.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: 'connector', label: t.allConnectors },
          ...(own.data?.data ?? []).map(({ id, name }) => ({ value: connectorChannel(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => filter({ channel: value || undefined })}
      />
      <NativeSelect
        size="sm"
        className={styles.filter}
        aria-label={t.type}
        value={event ?? ''}
        data={[{ value: '', label: t.anyType }, ...logEvents.map((value) => ({ value, label: nameOf(events, value) }))]}
        onChange={({ currentTarget: { value } }) => filter({ event: value || undefined })}
      />
      <NativeSelect
        size="sm"
        className={styles.filter}
        aria-label={t.status}
        value={status ?? ''}
        data={[
          { value: '', label: t.anyStatus },
          ...logFilters.status.map((value) => ({ value, label: statuses[value] })),
        ]}
        onChange={({ currentTarget: { value } }) => filter({ status: logFilters.status.find((one) => one === value) })}
      />
      <NativeSelect
        size="sm"
        className={styles.filter}
        aria-label={t.answer}
        value={answered ?? ''}
        data={[
          { value: '', label: t.anyAnswer },
          { value: 'yes', label: t.answered },
          { value: 'no', label: t.notAnswered },
        ]}
        onChange={({ currentTarget: { value } }) =>
          filter({ answered: logFilters.answered.find((one) => one === value) })
        }
      />
      <ListSearch view={view as Pick<View, 'typed' | 'type'>} label={t.search} />
    </>
  )
}

const nameOf = (names: Readonly<Record<string, string>>, value: string) => names[value] ?? value
