import { activities } from '@ruam/contract/customers/activities.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { unknownLabels, unreadableModes } from '@ruam/contract/imports/mapping.ts'
import { LabelPicker } from '../../../customers/labels/LabelPicker.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { Choice } from './Choice.tsx'
import styles from './MatchSentence.module.css'
import type { MappingAnswer } from './mapping-answer.ts'
import { activityKeyOf, type Draft, feedersOf } from './mapping-draft.ts'
import { LINE_USER_ID, type MappingActivityType, ROW_LABELS, type TargetFields } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

interface RowExtrasProps {
  types: readonly MappingActivityType[]
  draft: Draft
  fields: TargetFields
  onEqual: (choice: Pick<Draft, 'activityKey' | 'equal'>) => void
  onActivity: (activity: number | null) => void
  onNewType: () => void
  onLabels: (labels: number[]) => void
  onUnknown: (unknown: Draft['unknownLabels']) => void
  /** LINE accounts of several providers; none while all are of one. */
  accounts: MappingAnswer['lineAccounts']
  onLineAccount: (account: number | null) => void
  onUnreadable: (unreadable: Draft['unreadableCells']) => void
  /** True if the activity lacks its date column and the user tried to continue. */
  dateMissing: boolean
}

const NEW = 'new'

/** Additions of every row to the fields: an activity, and labels. */
export function RowExtras(props: RowExtrasProps) {
  const { types, draft, dateMissing } = props
  const { activity, labels: labelIds } = draft
  const t = useStepWords(mappingText)
  const maySeeLabels = useMayCall(labels.list)
  const mayMakeType = useMayCall(activities.createType)
  const mayMakeLabels = useMayCall(labels.create)
  const named = [...types].sort((a, b) => a.name.localeCompare(b.name, 'th'))
  const gone = activity !== null && !types.some(({ id }) => id === activity)
  const showLabels = maySeeLabels || labelIds.length > 0
  return (
    <div className={styles.extras}>
      <p>
        <span className={styles.phrase}>{t.rowAdds}</span>{' '}
        <Choice
          label={t.activityOfRow}
          value={activity === null ? '' : String(activity)}
          missing={dateMissing || gone}
          options={[
            { value: '', label: t.noActivity },
            ...named.map(({ id, name }) => ({ value: String(id), label: name })),
            ...(gone ? [{ value: String(activity), label: t.typeGone }] : []),
            ...(mayMakeType ? [{ value: NEW, label: t.newType }] : []),
          ]}
          onChange={(value) => {
            if (value === NEW) props.onNewType()
            else props.onActivity(value ? Number(value) : null)
          }}
        />
      </p>
      {activity !== null && !gone && <EqualRows draft={draft} fields={props.fields} onChange={props.onEqual} />}
      {showLabels && (
        <div className={styles.labels}>
          <span className={styles.phrase}>{t.labelsOfRows}</span>
          <LabelPicker label={t.labelsOfRows} value={labelIds} onChange={props.onLabels} />
        </div>
      )}
      {feedersOf(draft).has(ROW_LABELS) && (
        <p>
          <span className={styles.phrase}>{t.unknownLabels}</span>{' '}
          <Choice
            label={t.unknownLabels}
            value={draft.unknownLabels}
            options={unknownLabels
              .filter((value) => mayMakeLabels || value === 'skip' || value === draft.unknownLabels)
              .map((value) => ({ value, label: t[`unknown_${value}`] }))}
            onChange={(value) => props.onUnknown(value === 'skip' ? 'skip' : 'make')}
          />
        </p>
      )}
      {props.accounts.length > 0 && feedersOf(draft).has(LINE_USER_ID) && (
        <p>
          <span className={styles.phrase}>{t.lineAccount}</span>{' '}
          <Choice
            label={t.lineAccount}
            value={draft.lineAccountId === null ? '' : String(draft.lineAccountId)}
            options={[
              { value: '', label: t.lineAccountUnknown },
              ...props.accounts.map(({ id, name, provider }) => ({
                value: String(id),
                label: provider ? `${name} (${provider})` : name,
              })),
            ]}
            onChange={(value) => props.onLineAccount(value ? Number(value) : null)}
          />
        </p>
      )}
      <p>
        <span className={styles.phrase}>{t.unreadableCells}</span>{' '}
        <Choice
          label={t.unreadableCells}
          value={draft.unreadableCells}
          options={unreadableModes.map((value) => ({ value, label: t[`unreadable_${value}`] }))}
          onChange={(value) => props.onUnreadable(value === 'fail' ? 'fail' : 'empty')}
        />
      </p>
    </div>
  )
}

interface EqualRowsProps {
  draft: Draft
  fields: TargetFields
  onChange: (choice: Pick<Draft, 'activityKey' | 'equal'>) => void
}

/** Meaning of equal rows of a customer: one activity each, repeats, or one if a field such as the receipt number agrees. */
function EqualRows({ draft, fields, onChange }: EqualRowsProps) {
  const t = useStepWords(mappingText)
  const key = activityKeyOf(draft)
  const fed = [...feedersOf(draft).keys()].flatMap((one) => {
    const field = fields.get(one)
    return field?.type === 'custom_activity' ? [field] : []
  })
  return (
    <p>
      <span className={styles.phrase}>{t.equalRows}</span>{' '}
      <Choice
        label={t.equalRows}
        value={key === null ? draft.equal : String(key)}
        options={[
          { value: 'each', label: t.equal_each },
          { value: 'once', label: t.equal_once },
          ...fed.map(({ id, displayName }) => ({ value: String(id), label: t.equalByKey({ field: displayName }) })),
        ]}
        onChange={(value) =>
          onChange(
            value === 'each' || value === 'once'
              ? { activityKey: null, equal: value }
              : { activityKey: Number(value), equal: 'each' },
          )
        }
      />
    </p>
  )
}
