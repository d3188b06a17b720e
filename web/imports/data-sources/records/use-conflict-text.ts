import { useFieldText } from '../../../customers/profiles/field-text.ts'
import { text as profileText } from '../../../customers/profiles/text.ts'
import { usePreferences } from '../../../data/preferences.ts'
import { useWords } from '../../../data/text.ts'
import { shortName } from '../../../ui/short-name.ts'
import { runs } from '../run-text.ts'
import type { RecordOfRun } from '../use-source.ts'
import { answers } from './answer-text.ts'
import {
  type Conflict,
  type ConflictPerson,
  differencesOf,
  firstNameOf,
  isSharedContact,
  nameOfValues,
} from './conflict-view.ts'
import { inSentence, listed } from './in-sentence.ts'
import { type Legend, nameOfRecord, type RecordValue } from './record-view.ts'

/** Describes whom a row points to, by which value, and what speaks against it. */
export function useConflictText(legend: Legend) {
  const t = useWords(answers)
  const r = useWords(runs)
  const p = useWords(profileText)
  const { language } = usePreferences()
  const fieldText = useFieldText()
  const fieldOf = ({ fieldId }: ConflictPerson) => legend.fields.get(fieldId)
  const nameOfField = (id: number) => {
    const { fieldName, displayName } = legend.fields.get(id) ?? {}
    return inSentence(fieldName === 'phone' ? t.phone : (displayName ?? ''), language)
  }
  const field = ({ fieldId }: ConflictPerson) => nameOfField(fieldId)
  const fieldValue = (id: number, value: RecordValue) => {
    const field = legend.fields.get(id)
    return fieldText({ name: field?.fieldName ?? '', dataType: field?.dataType ?? 'String', value })
  }
  /** The value of the row that points to somebody. */
  const value = ({ fields }: Conflict, { fieldId }: ConflictPerson) =>
    fieldValue(fieldId, fields.find(({ id }) => id === fieldId)?.value ?? null)
  const place = ({ recordNo, line }: ConflictPerson) =>
    recordNo === null ? t.existing : t.rowOfFile({ no: line ?? recordNo })
  // The file may hold no name.
  const name = ({ fields, profileId }: ConflictPerson) =>
    shortName(nameOfValues(fields)) || (profileId === null ? r.noName : p.customer({ id: String(profileId) }))
  return {
    fieldValue,
    fieldName: nameOfField,
    field,
    value,
    name,
    /** For a narrow place. */
    firstName: (person: ConflictPerson) => shortName(firstNameOf(person.fields)) || name(person),
    /** Person of a row as read; placeholder if hidden. */
    ofRow: (record: RecordOfRun) =>
      (record.conflict && nameOfValues(record.conflict.fields)) || nameOfRecord(record, legend) || r.noName,
    /** Names the holders of a shared value, in a line. */
    sameAs({ people: [first, ...more] }: Conflict): string {
      if (!first) return ''
      const said = { field: field(first), name: name(first) }
      return more.length === 0 ? t.sameAs(said) : t.sameAsMore({ ...said, count: more.length })
    },
    /** Why a row waits. */
    why(conflict: Conflict, person: ConflictPerson): string {
      const said = { field: field(person), value: value(conflict, person), who: place(person) }
      if (conflict.people.length > 1) return t.whySeveral({ ...said, count: conflict.people.length })
      const what = differencesOf(conflict, person, legend).map(({ displayName }) => displayName)
      if (what.length === 0) return t.whyUnsure(said)
      const why = isSharedContact(fieldOf(person)) ? t.whyShared : t.whyOwn
      return why({ ...said, what: listed(what, language) })
    },
  }
}
