import { IconTool } from '@tabler/icons-react'
import { useLabels } from '../../../customers/labels/use-labels.ts'
import { useFieldText } from '../../../customers/profiles/field-text.ts'
import { LabelChips } from '../../../customers/profiles/LabelChips.tsx'
import { useWords } from '../../../data/text.ts'
import { Fold } from '../../../ui/Fold.tsx'
import { labelColor } from '../../../ui/label-color.ts'
import { recordText } from '../record-text.ts'
import { runs } from '../run-text.ts'
import type { RecordOfRun } from '../use-source.ts'
import styles from './RecordDetail.module.css'
import { changesOf, type Legend, type RecordValue, type RetainedField, recordLabelsOf } from './record-view.ts'

/** Before and after: what changes first, what stays in a fold. */
export function ChangeTable({ record, legend }: { record: RecordOfRun; legend: Legend }) {
  const t = useWords(runs)
  const r = useWords(recordText)
  const valueText = useValueText()
  const { changed, kept } = changesOf(record, legend)
  const labels = recordLabelsOf(record)
  const newLabels = labels && !labels.same ? labels : undefined
  const isNew = record.status === 'added'
  const count = changed.length + (newLabels ? 1 : 0)
  const sameLabels = labels?.same ? labels.after : []
  const stays = kept.length + (sameLabels.length > 0 ? 1 : 0)
  // A row that only feeds an activity says nothing of its customer.
  if (count + stays === 0) return record.change?.activity ? null : <p>{t.noChange}</p>
  return (
    <div className={styles.box}>
      {count > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{isNew ? t.addedFields({ count }) : t.changedFields({ count })}</th>
              {!isNew && <th scope="col">{t.before}</th>}
              <th scope="col" style={{ width: '48%' }}>
                {t.after}
              </th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ field, before, after, notes }) => (
              <tr key={field.id}>
                <th scope="row">{field.displayName}</th>
                {!isNew && (
                  <td className={before === null ? styles.quiet : undefined}>{valueText(field, before) || t.blank}</td>
                )}
                <td className={styles.after}>
                  {!isNew && <small>{before === null ? t.filled : t.changed}</small>}
                  {valueText(field, after) || t.blank}
                  <Notes notes={notes} />
                </td>
              </tr>
            ))}
            {newLabels && (
              <tr>
                <th scope="row">{r.labels}</th>
                {!isNew && (
                  <td className={newLabels.before.length === 0 ? styles.quiet : undefined}>
                    {newLabels.before.length === 0 ? t.blank : <RecordLabels ids={newLabels.before} />}
                  </td>
                )}
                <td className={styles.after}>
                  {!isNew && <small>{t.filled}</small>}
                  <RecordLabels ids={newLabels.after} fresh={newLabels.fresh} />
                </td>
              </tr>
            )}
          </tbody>
        </table>
      )}
      {stays > 0 && <KeptFields kept={kept} labels={sameLabels} open={count === 0} />}
    </div>
  )
}

function KeptFields({ kept, labels, open }: { kept: RetainedField[]; labels: readonly number[]; open: boolean }) {
  const t = useWords(runs)
  const r = useWords(recordText)
  const valueText = useValueText()
  const why = ({ field, value, why, raw }: RetainedField) => {
    if (why === 'empty') return t.keptEmpty
    if (why === 'kept') return t.keptValue({ value: raw })
    return raw === String(value) || raw === valueText(field, value) ? t.sameAsFile : t.sameAsFileRaw({ value: raw })
  }
  return (
    <Fold label={t.unchanged({ count: kept.length + (labels.length > 0 ? 1 : 0) })} open={open}>
      <table>
        <tbody>
          {kept.map((one) => (
            <tr key={one.field.id}>
              <th scope="row">{one.field.displayName}</th>
              <td>{valueText(one.field, one.value)}</td>
              <td className={styles.quiet}>
                {why(one)}
                <Notes notes={one.notes} />
              </td>
            </tr>
          ))}
          {labels.length > 0 && (
            <tr>
              <th scope="row">{r.labels}</th>
              <td colSpan={2}>
                <RecordLabels ids={labels} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </Fold>
  )
}

/** Corrections of a value. */
export function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <span key={note} className={styles.note}>
      <IconTool size={14} stroke={1.6} />
      {note}
    </span>
  ))
}

/** Displays a value of a field as a profile does. */
function useValueText() {
  const fieldText = useFieldText()
  return ({ fieldName, dataType }: RetainedField['field'], value: RecordValue) =>
    fieldText({ name: fieldName, dataType, value })
}

/** Labels by their ids; how many, for people who may not read labels. `fresh`: names of those that are still to be made. */
function RecordLabels({ ids, fresh = [] }: { ids: readonly number[]; fresh?: readonly string[] }) {
  const t = useWords(recordText)
  const { data } = useLabels()
  const known = data?.data.filter(({ id }) => ids.includes(id)) ?? []
  const rest = ids.length - known.length
  const there = known.map((label) => ({ ...label, color: labelColor(label.color) }))
  const made = fresh.map((name, place) => ({
    id: -1 - place,
    name: t.newLabel({ name }),
    color: labelColor('gray'),
    type: 'general' as const,
  }))
  return (
    <>
      <LabelChips labels={[...there, ...made]} />
      {rest > 0 && ` ${t.labelCount({ count: rest })}`}
    </>
  )
}
