import { useFieldText } from '../../../customers/profiles/field-text.ts'
import { text as profilesText } from '../../../customers/profiles/text.ts'
import { useWords } from '../../../data/text.ts'
import { runs } from '../run-text.ts'
import type { RecordOfRun } from '../use-source.ts'
import { keyOfRecord, type Legend, nameOfRecord } from './record-view.ts'

/** Says whom a row is about: by name, else, where it has none, by what found the customer or by their number. */
export function useRecordTitle(legend: Legend) {
  const t = useWords(runs)
  const p = useWords(profilesText)
  const fieldText = useFieldText()
  return (record: RecordOfRun): string => {
    const key = keyOfRecord(record, legend)
    return (
      nameOfRecord(record, legend) ||
      (key && fieldText({ ...key.field, name: key.field.fieldName, value: key.value })) ||
      (record.profileId === null ? t.noName : p.customer({ id: String(record.profileId) }))
    )
  }
}
