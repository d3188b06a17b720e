import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { RouteLink } from '../core/route.tsx'
import { useMay } from '../core/session.ts'
import { useWords } from '../core/text.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { FailedRow } from './FailedRow.tsx'
import { RecordActivity } from './RecordActivity.tsx'
import styles from './RecordDetail.module.css'
import { recordText } from './record-text.ts'
import { type Legend, lineOf, nameOfRecord, type RunRecord } from './record-view.ts'
import { runs } from './run-text.ts'
import { RecordState } from './StatusBadge.tsx'

interface RecordDetailProps {
  record: RunRecord
  legend: Legend
  /** The way back to the rows, on a phone. */
  onBack: (() => void) | undefined
}

/** Thai words follow each other without a blank, a Latin one stands apart. */
const gapBefore = (name: string) => (/^[A-Za-z]/.test(name) ? ' ' : '')

/** One row of the file: what it does to whom, or why it can't. */
export function RecordDetail({ record, legend, onBack }: RecordDetailProps) {
  const t = useWords(runs)
  const r = useWords(recordText)
  const maySee = useMay()('cdp-core.profile.read')
  const heading = useRef<HTMLHeadingElement>(null)
  const alone = onBack !== undefined
  useEffect(() => {
    // On a phone the list the focus was in has gone.
    if (alone) heading.current?.focus()
  }, [alone])
  const matched = record.matchedBy === null ? undefined : legend.fields.get(record.matchedBy)
  const activity = record.change?.activity
  const known = record.profileId !== null && maySee
  const refused = record.status === 'failed' || record.status === 'conflict'
  return (
    <article className={styles.detail}>
      <header>
        {onBack && (
          <ActionIcon size={44} aria-label={t.backToRows} onClick={onBack}>
            <IconArrowLeft size={18} stroke={1.6} />
          </ActionIcon>
        )}
        <h2 ref={heading} tabIndex={-1}>
          {nameOfRecord(record, legend) || t.noName}
        </h2>
        <RecordState status={record.status} />
        <span>
          {t.row({ no: lineOf(record) })}
          {matched && ` · ${r.matchedBy({ field: matched.displayName, gap: gapBefore(matched.displayName) })}`}
        </span>
        {known && (
          <RouteLink to="profile-detail" params={{ profileId: record.profileId ?? undefined }}>
            {t.openProfile}
          </RouteLink>
        )}
      </header>
      {record.withheld ? (
        <p>{r.withheld}</p>
      ) : refused ? (
        <FailedRow record={record} legend={legend} />
      ) : (
        <ChangeTable record={record} legend={legend} />
      )}
      {activity && <RecordActivity activity={activity} />}
    </article>
  )
}
