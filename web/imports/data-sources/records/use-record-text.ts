import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { recordText } from '../record-text.ts'
import { runs } from '../run-text.ts'
import type { RecordOfRun } from '../use-source.ts'
import { cellAtFault, countChanges, type Legend, reachOfRecord } from './record-view.ts'
import { useConflictText } from './use-conflict-text.ts'

/** Says in a line what a row does. */
export function useAbout(legend: Legend) {
  const t = useWords(runs)
  const r = useWords(recordText)
  const format = useFormat()
  const conflictText = useConflictText(legend)
  /** Describes changes and an added activity: an activity alone changes nothing else. */
  const changesText = (count: number, { change }: RecordOfRun) =>
    [
      ...(count > 0 || !change?.activity ? [t.changes({ count })] : []),
      ...(change?.activity ? [r.addsActivityUnnamed] : []),
    ].join(' · ')
  return (record: RecordOfRun): string => {
    if (record.withheld) return r.withheld
    if (record.conflict?.held) return conflictText.sameAs(record.conflict)
    switch (record.status) {
      case 'added': {
        const { phone, email } = reachOfRecord(record, legend)
        return format.formatPhone(phone) || email || EMPTY
      }
      case 'updated':
        return changesText(countChanges(record, legend), record)
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
