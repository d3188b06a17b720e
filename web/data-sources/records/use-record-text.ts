import { useWords } from '../../core/text.ts'
import { useFormat } from '../../core/use-format.ts'
import { recordText } from '../record-text.ts'
import { runs } from '../run-text.ts'
import type { RunRecord } from '../use-source.ts'
import { cellAtFault, countChanges, type Legend, reachOfRecord } from './record-view.ts'
import { useConflictText } from './use-conflict-text.ts'

/** Says in a line what a row does. */
export function useAbout(legend: Legend) {
  const t = useWords(runs)
  const r = useWords(recordText)
  const format = useFormat()
  const conflictText = useConflictText(legend)
  return (record: RunRecord): string => {
    if (record.withheld) return r.withheld
    if (record.conflict?.held) return conflictText.sameAs(record.conflict)
    switch (record.status) {
      case 'added': {
        const { phone, email } = reachOfRecord(record, legend)
        return format.formatPhone(phone) || email || '–'
      }
      case 'updated':
        return t.changes({ count: countChanges(record, legend) })
      case 'duplicated':
        if (record.change?.activity) return r.addsActivityUnnamed
        return record.profileId === null ? t.sameAsEarlier : t.noChange
      default: {
        const cell = cellAtFault(record, legend)
        const reason = record.error ?? ''
        return cell?.value ? t.problem({ column: cell.column, value: cell.value, reason }) : reason
      }
    }
  }
}
