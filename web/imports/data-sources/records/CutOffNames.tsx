import { furtherNameText } from '../../../customers/profiles/further-name-text.ts'
import { useWords } from '../../../data/text.ts'
import type { RecordOfRun } from '../use-source.ts'
import styles from './RecordDetail.module.css'

/** Pieces that are cut off the name in a row's cell, and what becomes of them. */
export function CutOffNames({ record }: { record: RecordOfRun }) {
  const t = useWords(furtherNameText)
  const names = record.change?.furtherNames ?? []
  if (names.length === 0) return null
  return (
    <div className={styles.box}>
      <table>
        <colgroup>
          <col />
          <col style={{ width: '48%' }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t.cutOff}
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map(({ kind, value }) => (
            <tr key={`${kind} ${value}`}>
              <th scope="row">{t[`keptAs_${kind}`]}</th>
              <td className={styles.after}>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
