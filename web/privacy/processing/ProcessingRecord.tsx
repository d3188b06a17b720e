import { Button } from '@mantine/core'
import { privacyProcessing, processingParts } from '@ruam/contract/privacy/processing.ts'
import {
  changeWords,
  type ProcessingFormat,
  partWords,
  processingLine,
} from '@ruam/contract/privacy/processing-text.ts'
import { IconFileDownload } from '@tabler/icons-react'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import { download, type Got, useRead, useWrite } from '../../data/api.ts'
import { usePreferences } from '../../data/preferences.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { Bones } from '../../ui/Bones.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { useMayCall } from '../../ui/may.ts'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { Unread } from '../../ui/Unread.tsx'
import styles from '../Parts.module.css'
import { PrivacyTabs } from '../PrivacyTabs.tsx'
import { processingText } from './text.ts'

type Record = Got<typeof privacyProcessing.get>

const fetchFile = (id: number) =>
  download(privacyProcessing.download, { params: { id } }, () => {}).catch((refused: unknown) => {
    if (!isApiError(refused)) throw refused
    alerts.error(refused.message)
  })

/** The record of processing activities: what changed since the last kept one, its lines by part, and the kept ones. */
export function ProcessingRecord() {
  const t = useWords(processingText)
  const mayKeep = useMayCall(privacyProcessing.take)
  const read = useRead(privacyProcessing.get, {})
  const take = useWrite(privacyProcessing.take)
  const record = read.data
  return (
    <>
      <SettingTabs />
      <PrivacyTabs here="processing" />
      <Toolbar
        actions={
          mayKeep && (
            <Button
              variant="filled"
              leftSection={<IconFileDownload size={16} stroke={1.6} />}
              loading={take.isPending}
              disabled={!record}
              onClick={() => take.mutate({}, { onSuccess: ({ id }) => void fetchFile(id) })}
            >
              {t.keep}
            </Button>
          )
        }
      >
        <p className={styles.about}>{t.about}</p>
      </Toolbar>
      {read.error && record && (
        <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />
      )}
      {record ? <Parts record={record} /> : read.error ? <Unread read={read} /> : <Bones />}
    </>
  )
}

function Parts({ record: { lines, changes, taken } }: { record: Record }) {
  const t = useWords(processingText)
  const dates = useFormat()
  const { language } = usePreferences()
  const format: ProcessingFormat = { language, day: dates.date, number: dates.formatNumber }
  const index = language === 'th' ? 0 : 1
  const [last] = taken
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={t.record} tabIndex={0}>
      <div className={styles.part}>
        <h2>
          {last ? t[changes.length > 0 ? 'since' : 'same']({ date: dates.dateTime(last.takenAt) }) : t.never}
          {changes.length > 0 && <span>{dates.formatNumber(changes.length)}</span>}
        </h2>
        <ul>
          {changes.map(({ kind, line, was }) => {
            const { name, facts } = processingLine(line, format)
            const before = was && processingLine(was, format)
            const said = before && [before.name === name ? '' : before.name, before.facts].filter(Boolean).join(' · ')
            return (
              <li key={line.key}>
                <span>
                  <span className={styles.kind}>{changeWords[kind][index]}</span>
                  {name}
                </span>
                <p>{[facts, said && t.was({ facts: said })].filter(Boolean).join(' · ')}</p>
              </li>
            )
          })}
        </ul>
      </div>
      {processingParts.map((part) => {
        const own = lines.filter((line) => line.part === part)
        return (
          <div key={part} className={styles.part}>
            <h2>
              {partWords[part][index]}
              <span>{own.length > 0 ? dates.formatNumber(own.length) : t.none}</span>
            </h2>
            <ul>
              {own.map((line) => {
                const { name, facts } = processingLine(line, format)
                return (
                  <li key={line.key}>
                    <span>{name}</span>
                    <p>{facts}</p>
                  </li>
                )
              })}
            </ul>
          </div>
        )
      })}
      {taken.length > 0 && <KeptRecords taken={taken} />}
    </section>
  )
}

function KeptRecords({ taken }: Pick<Record, 'taken'>) {
  const t = useWords(processingText)
  const { dateTime, formatNumber } = useFormat()
  return (
    <div className={styles.part}>
      <h2>
        {t.kept}
        <span>{formatNumber(taken.length)}</span>
      </h2>
      <ul>
        {taken.map(({ id, takenAt, takenBy }) => (
          <li key={id}>
            <span>{dateTime(takenAt)}</span>
            <p>{takenBy && t.by({ name: takenBy.name })}</p>
            <Button
              size="compact-sm"
              aria-label={t.downloadOf({ date: dateTime(takenAt) })}
              onClick={() => void fetchFile(id)}
            >
              {t.download}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
