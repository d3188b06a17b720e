import { Button } from '@mantine/core'
import { system } from '@ruam/contract/reports/system.ts'
import { type SystemFormat, type SystemLine, systemLines, systemText } from '@ruam/contract/reports/system-text.ts'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import { useRead } from '../../data/api.ts'
import { formatBytes } from '../../data/format-size.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { Bones } from '../../ui/Bones.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { HoursGraph } from './HoursGraph.tsx'
import { QueueTable } from './QueueTable.tsx'
import styles from './System.module.css'
import { SystemRow } from './SystemRow.tsx'
import { text } from './text.ts'

const MINUTE_MS = 60_000

/** State of the installation: whether the store works, and one line for each part, the gravest first. */
export function SystemPage() {
  const t = useWords(text)
  const format = useFormat()
  const { language } = usePreferences()
  const [open, setOpen] = useState<string>()
  const read = useRead(system.get, {}, { poll: () => MINUTE_MS })
  const report = read.data
  if (!report) {
    return (
      <>
        <SettingTabs />
        {read.error ? <Unread read={read} /> : <Bones />}
      </>
    )
  }
  const spoken: SystemFormat = {
    language,
    date: format.date,
    when: format.when,
    number: format.formatNumber,
    bytes: formatBytes,
  }
  const copy = (only?: SystemLine['part']) => {
    const content = systemText(report, spoken, only).join('\n')
    const done = navigator.clipboard?.writeText(content) ?? Promise.reject(new Error('No clipboard'))
    done.then(
      () => alerts.success(t.copied, { id: 'copied' }),
      () => alerts.error(t.copyFailed, { id: 'copied' }),
    )
  }
  const lines = systemLines(report, spoken)
  const things = lines.filter(({ state }) => ['broken', 'now', 'soon'].includes(state)).length
  const works = lines.every(({ state }) => state !== 'broken')
  const Icon = works ? IconCircleCheck : IconCircleX
  return (
    <>
      <SettingTabs />
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={styles.scroll} tabIndex={0}>
        <header className={styles.head}>
          <Icon size={24} stroke={1.8} data-good={works} />
          <div role="status">
            <h2>{works ? t.works : t.partly}</h2>
            <p>
              {things > 0 ? t.things({ count: things }) : t.nothing} ·{' '}
              {t.checked({ time: format.time(report.checked) })}
            </p>
          </div>
          {report.hours.length > 0 && <HoursGraph hours={report.hours} />}
        </header>
        <ul className={styles.lines}>
          {lines.map((line) => (
            <SystemRow
              key={line.part}
              line={line}
              mails={report.operator}
              open={open === line.part}
              onToggle={() => setOpen(open === line.part ? undefined : line.part)}
              onCopy={() => copy(line.part)}
            >
              {line.part === 'jobs' && report.parts.jobs?.facts && (
                <QueueTable jobs={report.parts.jobs.facts} mails={report.parts.mail?.facts?.today ?? 0} />
              )}
            </SystemRow>
          ))}
        </ul>
      </div>
      <footer className={styles.foot}>
        <p>{t.foot}</p>
        <Button variant="subtle" size="compact-md" onClick={() => copy()}>
          {t.copyAll}
        </Button>
      </footer>
    </>
  )
}
