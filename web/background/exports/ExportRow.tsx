import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconFileTypeCsv, IconFileTypeXls } from '@tabler/icons-react'
import { useState } from 'react'
import { formatBytes } from '../../data/format-size.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { useRemainingTime } from '../../ui/use-remaining-time.ts'
import styles from './ExportPanel.module.css'
import type { ExportItem } from './export-item.ts'
import { openFile } from './open-file.ts'
import { exportText } from './text.ts'

const icons = { xlsx: IconFileTypeXls, csv: IconFileTypeCsv }

/** One export: what it is, how it stands, and the one thing that can be done with it. */
export function ExportRow({ item, onCancel }: { item: ExportItem; onCancel: () => Promise<unknown> }) {
  const t = useWords(exportText)
  const [busy, setBusy] = useState(false)
  const { exportId, fileName, fileType, status, progress } = item
  const Icon = icons[fileType]
  const during = (work: () => Promise<unknown>) => async () => {
    setBusy(true)
    await work().finally(() => setBusy(false))
  }
  const open = () => openFile(exportId).catch(() => alerts.error(t.problem))
  return (
    <li data-status={status}>
      <Icon size={24} stroke={1.4} />
      <div className={styles.what}>
        <strong title={fileName}>{fileName}</strong>
        <Status item={item} />
        {item.cut > 0 && <p className={styles.cut}>{t.cut({ count: item.cut })}</p>}
      </div>
      {status === 'processing' && (
        <Button
          variant="subtle"
          loading={busy}
          aria-label={t.cancelFile({ name: fileName })}
          onClick={() => void during(onCancel)()}
        >
          {t.cancel}
        </Button>
      )}
      {status === 'completed' && (
        <Button
          leftSection={<IconDownload size={16} stroke={1.6} />}
          loading={busy}
          aria-label={t.downloadFile({ name: fileName })}
          onClick={() => void during(open)()}
        >
          {t.download}
        </Button>
      )}
      {status === 'processing' && (
        <Progress className={styles.progress} value={progress * 100} size={4} radius="xl" aria-label={fileName} />
      )}
    </li>
  )
}

/** Status of an export in the words of spec section 4. */
function Status({ item }: { item: ExportItem }) {
  const t = useWords(exportText)
  const format = useFormat()
  const timeLeft = useRemainingTime()
  const { status, progress, rows, size, eta, expiresAt, error } = item
  const parts = (...said: (string | false | null)[]) => said.filter(Boolean).join(' · ')
  if (status === 'processing') {
    if (progress === 0) return <p>{t.waiting}</p>
    const done = rows !== null && t.doneOf({ done: Math.round(progress * rows), total: rows })
    return <p>{parts(t.preparing, done, timeLeft(eta))}</p>
  }
  if (status === 'completed')
    return (
      <p className={styles.good}>
        <IconCircleCheck size={14} stroke={1.8} />
        {parts(
          t.completed,
          rows !== null && t.rows({ count: rows }),
          size !== null && formatBytes(size),
          expiresAt !== null && t.keptUntil({ day: format.date(expiresAt) }),
        )}
      </p>
    )
  if (status === 'cancel') return <p>{t.canceled}</p>
  return (
    <p className={styles.bad}>
      <IconAlertTriangle size={14} stroke={1.8} />
      {parts(t.error, error?.message ?? t.failed)}
    </p>
  )
}
