import { usePreferences } from '../../../data/preferences.ts'
import { useWords } from '../../../data/text.ts'
import { useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { recordText } from '../record-text.ts'
import { runs } from '../run-text.ts'
import { RecordState } from '../StatusBadge.tsx'
import type { RunRecord } from '../use-source.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { FailedRow } from './FailedRow.tsx'
import { type Answering, HeldDetail } from './HeldDetail.tsx'
import { inSentence } from './in-sentence.ts'
import { RecordActivity } from './RecordActivity.tsx'
import styles from './RecordDetail.module.css'
import { RecordHead } from './RecordHead.tsx'
import { type Legend, lineOf } from './record-view.ts'
import { UnreadCells } from './UnreadCells.tsx'
import type { Corrections } from './use-corrections.ts'
import { useRecordTitle } from './use-record-title.ts'

interface RecordDetailProps {
  record: RunRecord
  legend: Legend
  /** The way back to the rows, on a phone. */
  onBack: (() => void) | undefined
  /** For rows that wait: what is said of them. Left out where rows are only looked at. */
  answering?: Answering
  /** To the next row that waits. */
  onNext?: (() => void) | undefined
  /** Takes the focus. */
  focused?: boolean
  corrections?: Corrections | undefined
}

/** One row of the file: what it does to whom, or why it can't. */
export function RecordDetail({ record, legend, onBack, answering, onNext, focused, corrections }: RecordDetailProps) {
  const t = useWords(runs)
  const r = useWords(recordText)
  const { language } = usePreferences()
  const maySee = useMayOpen('profile-detail')
  const titleOf = useRecordTitle(legend)
  const { conflict } = record
  if (conflict?.held) {
    return (
      <article className={styles.detail}>
        <HeldDetail
          record={record}
          conflict={conflict}
          legend={legend}
          onBack={onBack}
          answering={answering}
          onNext={onNext}
          focused={focused ?? false}
        />
      </article>
    )
  }
  const matched = record.matchedBy === null ? undefined : legend.fields.get(record.matchedBy)
  const activity = record.change?.activity
  const known = record.profileId !== null && maySee
  const refused = record.status === 'failed' || record.status === 'conflict'
  return (
    <article className={styles.detail}>
      <RecordHead title={titleOf(record)} onBack={onBack} focused={focused ?? false}>
        <RecordState status={record.status} />
        <span>
          {t.row({ no: lineOf(record) })}
          {matched && ` · ${r.matchedBy({ field: inSentence(matched.displayName, language) })}`}
        </span>
        {known && (
          <RouteLink to="profile-detail" params={{ profileId: record.profileId ?? undefined }} className="ruam-thumb">
            {t.openProfile}
          </RouteLink>
        )}
      </RecordHead>
      {record.withheld ? (
        <p>{r.withheld}</p>
      ) : refused ? (
        <FailedRow record={record} legend={legend} corrections={corrections} />
      ) : (
        <>
          <UnreadCells record={record} legend={legend} />
          <ChangeTable record={record} legend={legend} />
        </>
      )}
      {activity && <RecordActivity activity={activity} />}
    </article>
  )
}
