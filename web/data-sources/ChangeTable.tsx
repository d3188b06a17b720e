import { IconChevronDown } from '@tabler/icons-react'
import { useWords } from '../core/text.ts'
import { useFieldText } from '../profiles/field-text.ts'
import styles from './RecordDetail.module.css'
import { changesOf, type KeptField, type Legend, type RunRecord, type Value } from './record-view.ts'
import { runs } from './run-text.ts'

/** Before and after: what changes first, what stays in a fold. */
export function ChangeTable({ record, legend }: { record: RunRecord; legend: Legend }) {
  const t = useWords(runs)
  const tell = useTell()
  const { changed, kept } = changesOf(record, legend)
  const isNew = record.status === 'added'
  return (
    <div className={styles.box}>
      {changed.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">
                {isNew ? t.addedFields({ count: changed.length }) : t.changedFields({ count: changed.length })}
              </th>
              {!isNew && <th scope="col">{t.before}</th>}
              <th scope="col" style={{ width: '48%' }}>
                {t.after}
              </th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ field, before, after }) => (
              <tr key={field.id}>
                <th scope="row">{field.displayName}</th>
                {!isNew && (
                  <td className={before === null ? styles.quiet : undefined}>{tell(field, before) || t.blank}</td>
                )}
                <td className={styles.after}>
                  {!isNew && <small>{before === null ? t.filled : t.changed}</small>}
                  {tell(field, after) || t.blank}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {(kept.length > 0 || changed.length === 0) && <KeptFields kept={kept} open={changed.length === 0} />}
    </div>
  )
}

function KeptFields({ kept, open }: { kept: KeptField[]; open: boolean }) {
  const t = useWords(runs)
  const tell = useTell()
  const why = ({ field, value, why, raw }: KeptField) => {
    if (why === 'empty') return t.keptEmpty
    if (why === 'kept') return t.keptValue({ value: raw })
    return raw === String(value) || raw === tell(field, value) ? t.sameAsFile : t.sameAsFileRaw({ value: raw })
  }
  return (
    <details className={styles.fold} open={open}>
      <summary>
        {t.unchanged({ count: kept.length })}
        <IconChevronDown size={16} stroke={1.6} color="var(--ruam-text-3)" aria-hidden />
      </summary>
      <table>
        <tbody>
          {kept.map((one) => (
            <tr key={one.field.id}>
              <th scope="row">{one.field.displayName}</th>
              <td>{tell(one.field, one.value)}</td>
              <td className={styles.quiet}>{why(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** Tells a value of a field as it is told in a profile. */
function useTell() {
  const fieldText = useFieldText()
  return ({ fieldName, dataType }: KeptField['field'], value: Value) => fieldText({ name: fieldName, dataType, value })
}
