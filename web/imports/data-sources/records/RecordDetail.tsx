import { activities } from '@ruam/contract/customers/activities.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useFieldText } from '../../../customers/profiles/field-text.ts'
import { useRead } from '../../../data/api.ts'
import { usePreferences } from '../../../data/preferences.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { recordText } from '../record-text.ts'
import { runs } from '../run-text.ts'
import { RecordState } from '../StatusBadge.tsx'
import { text } from '../text.ts'
import type { RecordOfRun } from '../use-source.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { CutOffNames } from './CutOffNames.tsx'
import failed from './FailedRow.module.css'
import { FailedRow } from './FailedRow.tsx'
import { inSentence } from './in-sentence.ts'
import styles from './RecordDetail.module.css'
import { RecordHead } from './RecordHead.tsx'
import { type Answering, ReviewDetail } from './ReviewDetail.tsx'
import { type Legend, recordLineOf } from './record-view.ts'
import type { Corrections } from './use-corrections.ts'
import { useRecordTitle } from './use-record-title.ts'

interface RecordDetailProps {
  record: RecordOfRun
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
        <ReviewDetail
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
          {t.row({ no: recordLineOf(record) })}
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
          <CutOffNames record={record} />
        </>
      )}
      {activity && <RecordActivity activity={activity} />}
    </article>
  )
}

type Activity = NonNullable<NonNullable<RecordOfRun['change']>['activity']>

/** The activity that a row adds to the customer. */
function RecordActivity({ activity }: { activity: Activity }) {
  const t = useWords(recordText)
  const format = useFormat()
  const fieldText = useFieldText()
  const types = useRead(activities.types, { query: { offset: 0, limit: -1 } })
  const type = types.data?.data.find(({ id }) => id === activity.activityId)
  const fields = new Map(type?.fields.map((field) => [field.id, field]))
  const filled = activity.fields.filter(
    ({ id, value }) => value !== null && fields.get(id)?.fieldType !== 'system_activity',
  )
  return (
    <div className={styles.box}>
      <table>
        <thead>
          <tr>
            <th scope="col">{type ? t.addsActivity({ name: type.name }) : t.addsActivityUnnamed}</th>
            <th scope="col" style={{ width: '62%' }}>
              {t.value}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t.activityAt}</th>
            <td className={styles.after}>{format.dateTime(activity.activityAt)}</td>
          </tr>
          {filled.map(({ id, name, value }) => (
            <tr key={id}>
              <th scope="row">{fields.get(id)?.displayName ?? name}</th>
              <td className={styles.after}>
                {fieldText({ name, dataType: fields.get(id)?.dataType ?? 'String', value })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Cells of an imported row that could not be read and were left empty, each with its reason. */
function UnreadCells({ record, legend }: { record: RecordOfRun; legend: Legend }) {
  const t = useWords(runs)
  const s = useWords(text)
  return record.data
    .filter(({ error }) => error !== null)
    .map(({ id, value, error }) => (
      <div key={id} className={failed.fault} data-status="unread" role="note">
        <IconAlertTriangle size={18} stroke={1.6} />
        <p>
          <strong>
            {s.column} {legend.columns.get(id) ?? id} “{value}”
          </strong>{' '}
          {t.leftEmpty}
          <br />
          {error}
        </p>
      </div>
    ))
}
