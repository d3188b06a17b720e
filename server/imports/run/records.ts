import type { Language } from '@ruam/contract/errors/catalog.ts'
import { valueNotes } from '@ruam/contract/formats/value-failures.ts'
import { type RowFailure, rowFailures } from '@ruam/contract/imports/row-failures.ts'
import type { RunRecord } from '@ruam/contract/imports/run-records.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { labelsNamed, type NamedLabel } from '../../customers/labels/make-labels.ts'
import { HIDDEN, type MaskedValue, type Sight } from '../../customers/profiles/masking.ts'
import { fieldValue, profilesById } from '../../customers/profiles/queries.ts'
import type { Db } from '../../database/db.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import type { Storage } from '../../storage/storage.ts'
import { covered } from '../data-sources/hidden-columns.ts'
import type { RunRow } from '../data-sources/runs.ts'
import type { ReadRow, RowActivity } from './decided-rows.ts'
import { fieldReaders, type ReadingOptions } from './field-readers.ts'
import { findAnswers } from './match-answers.ts'
import { changesOfProfiles, labelsBefore, valueBefore } from './matched-values.ts'
import { nameReader } from './name-cells.ts'
import { writtenValues } from './name-fields.ts'
import type { Plan } from './plan.ts'
import type { FieldSource } from './planned-field.ts'
import { type RawRow, readMendedRows } from './raw-rows.ts'
import { rowReader } from './read-rows.ts'
import { ofKeys, type RecordRow } from './record-queries.ts'

export interface RecordView {
  plan: Plan
  /** Null for a stream, whose items are not kept. */
  file: StoredFile | null
  reading: ReadingOptions
  language: Language
  sight: Sight
  /** Segments that are closed to the caller. */
  closed: ReadonlySet<number>
  /** The columns of the file (their ids) that the caller may not see. */
  hidden: ReadonlySet<string>
}

/**
 * Puts together what each row did: before and after in the mapped fields, its labels and its activity. A value that some row
 * of the run changed is read from its records, so that each row shows what it met; the others are the profile's of now.
 */
export async function viewRecords(
  db: Db,
  storage: Storage,
  storeId: number,
  run: RunRow,
  records: RecordRow[],
  view: RecordView,
): Promise<RunRecord[]> {
  const { plan, file, language } = view
  const pointedTo = records.flatMap(({ error }) => error?.people?.map(({ id }) => id) ?? [])
  const ids = [...new Set([...records.flatMap(({ profile_id: id }) => (id === null ? [] : [id])), ...pointedTo])]
  const made = ids.filter((id) => id < 0).map((id) => -id)
  const numbers = [...records.map((record) => record.record_no), ...made]
  const rows = file ? await readMendedRows(db, storage, storeId, run, file, numbers) : new Map<number, RawRow>()
  const profiles = new Map((await profilesById(db, storeId, ids)).map((row) => [row.id, row]))
  const labelsOf = await labelsBefore(db, storeId, run, ids)
  const changesOf = await changesOfProfiles(db, storeId, run.id, ids)
  const answers = await answersOf(db, storeId, records)
  const readRow = file
    ? rowReader(plan, file.facts, view.reading)
    : (no: number): ReadRow => ({ no, error: { failure: 'item_invalid', column: 0, value: '' } })
  const notesOf = noteReader(view)
  const named = await labelsOfRows(db, storeId, records, (no) => readRow(no, rows.get(no)?.cells ?? []))

  /** The values of a profile that no row of the run has changed. */
  const untouched = (id: number): ((field: Field, place: number) => MaskedValue) => {
    const profile = profiles.get(id)
    if (profile) return (field) => fieldValue(profile, field)
    const read = id < 0 ? readRow(-id, rows.get(-id)?.cells ?? []) : undefined
    return (_, place) => (read && 'values' in read ? writtenValues(plan, read.values)[place]! : null)
  }

  return records.map((record) => {
    const { record_no: no, status, profile_id: id } = record
    const { cells, sheet, line } = rows.get(no) ?? { cells: [], sheet: null, line: null }
    const read = readRow(no, cells)
    // The cells of the file are not those that were taken.
    const corrected = file !== null && record.at !== null
    const compared = 'values' in read && !corrected ? read.values : null
    const values = compared && writtenValues(plan, compared)
    const taken = (values !== null || !file || corrected) && id !== null && status !== 'failed' && status !== 'conflict'
    const side = (
      profileId: number | null,
      label_ids: number[],
      pick: (field: Field, place: number) => MaskedValue,
      withEvidence = false,
    ) => ({
      fields: plan.fields.flatMap((planned, place) => {
        const { field } = planned
        if (planned.evidence && !withEvidence) return []
        const value = field.sensitive && view.sight.mode === 'closed' ? HIDDEN : pick(field, place)
        return value === null
          ? []
          : [
              {
                id: field.id,
                name: field.name,
                value:
                  isCovered(planned, view.hidden) && !field.sensitive
                    ? HIDDEN
                    : view.sight.value(field, value, profileId),
              },
            ]
      }),
      label_ids,
    })
    const asMet = (id: number) => {
      const now = untouched(id)
      return (field: Field, place: number) => {
        const value = valueBefore(changesOf.get(id) ?? [], record, field.id)
        return value === undefined ? now(field, place) : value
      }
    }
    const change = () => {
      const labels = (labelsOf.get(id!) ?? []).filter((label) => !view.closed.has(label))
      const own = status === 'duplicated' ? [] : (named.get(no) ?? [])
      const given = status === 'duplicated' ? [] : [...plan.labels, ...own.flatMap((label) => label.id ?? [])]
      const next = [...new Set([...labels, ...given])].sort((a, b) => a - b)
      const new_labels = plan.rowLabels?.makes
        ? [...new Map(own.flatMap(({ id, key, name }) => (id === null ? [[key, name] as const] : []))).values()]
        : []
      const isSeen = !plan.fields.some((one) => nameReader(one) !== null && isCovered(one, view.hidden))
      const further_names = isSeen && 'furtherNames' in read && !corrected ? [...(read.furtherNames ?? [])] : []
      const activity = record.adds_activity && 'activity' in read ? viewActivity(read.activity, view) : null
      if (status === 'added') {
        const given = values ? (_: Field, place: number) => values[place]! : asMet(id!)
        const next_profile = side(id, next, given)
        return { activity, new_labels, further_names, previous_profile: null, next_profile }
      }
      const before = asMet(id!)
      const after = (field: Field, place: number) => {
        const changed = record.changes?.[field.id]
        return changed ? (changed[1] as MaskedValue) : before(field, place)
      }
      const [previous_profile, next_profile] = [side(id, labels, before), side(id, next, after)]
      return { activity, new_labels, further_names, previous_profile, next_profile }
    }
    const conflict = () => ({
      held: record.error!.failure === 'maybe_somebody_else',
      group: record.held_group,
      // What was compared is shown, written or not: the question is about it.
      fields: values === null ? [] : side(null, [], (_, place) => compared![place]!, true).fields,
      // A person who was deleted meanwhile can't be chosen.
      people: (record.error!.people ?? [])
        .filter(({ id }) => id < 0 || profiles.has(id))
        .map(({ id, field }) => ({
          profile_id: id > 0 ? id : null,
          record_no: id < 0 ? -id : null,
          line: id < 0 ? (rows.get(-id)?.line ?? null) : null,
          field_id: field,
          fields: side(id, [], asMet(id), true).fields,
        })),
      answer: answers.get(no) ?? null,
    })
    // The holder of a value is as secret as the value.
    const pointing = [record.matched_by, ...(record.error?.people ?? []).map(({ field }) => field)]
    const withheld = view.sight.mode === 'closed' && pointing.some((field) => tellsSensitive(plan, field))
    return {
      record_no: no,
      line,
      status,
      // A new profile of a dry run can't be opened.
      profile_id: !withheld && id !== null && id > 0 ? id : null,
      matched_by: withheld ? null : record.matched_by,
      withheld,
      data: dataOf(cells, record, view, notesOf(cells)),
      change: taken && !withheld ? change() : null,
      error: record.error
        ? `${sheet === null ? '' : `${sheet}: `}${rowFailures[record.error.failure][language]}`
        : null,
      conflict: status === 'conflict' && !withheld ? conflict() : null,
      correctable: withheld ? [] : correctableColumns(record, view).map(String),
      corrected,
    }
  })
}

/** Current meaning of labels named by rows, by row number. */
async function labelsOfRows(
  db: Db,
  storeId: number,
  records: RecordRow[],
  read: (no: number) => ReadRow,
): Promise<Map<number, NamedLabel[]>> {
  const names = new Map(
    records.flatMap(({ record_no: no }): [number, readonly string[]][] => {
      const row = read(no)
      return 'values' in row && row.labels?.length ? [[no, row.labels]] : []
    }),
  )
  const labels = await labelsNamed(db, storeId, [...new Set([...names.values()].flat())])
  const byName = new Map(labels.map((label) => [label.name, label]))
  return new Map([...names].map(([no, own]) => [no, own.map((name) => byName.get(name)!)]))
}

/** Answers to pending rows, by row number. */
async function answersOf(db: Db, storeId: number, records: RecordRow[]): Promise<Map<number, 'same' | 'other'>> {
  const named = records.flatMap(({ record_no, error }) => (error?.name ? [{ record_no, name: error.name }] : []))
  const answers = await findAnswers(
    db,
    storeId,
    named.map(({ name }) => name),
  )
  return new Map(
    named.flatMap(({ record_no }, place) => {
      const answer = answers[place]
      return answer ? [[record_no, answer.same ? ('same' as const) : ('other' as const)]] : []
    }),
  )
}

/** Failures that no value of a cell mends. */
const beyondCells: readonly RowFailure[] = [
  ...(['too_few_cells', 'too_many_cells', 'wrong_field_count', 'erased_person', 'maybe_somebody_else'] as const),
  ...(['total_row', 'order_elsewhere'] as const),
]
/** Columns (from 1) whose cells can be corrected on the screen. */
function correctableColumns({ error }: RecordRow, { plan, file, hidden }: RecordView): number[] {
  if (!error || !file || beyondCells.includes(error.failure)) return []
  const keys = plan.keys.map((key) => plan.fields[key]!.column + 1)
  const columns = ofKeys.includes(error.failure) || error.column === 0 ? keys : [error.column]
  return [...new Set(columns)].filter((column) => !hidden.has(String(column)))
}

/** True if the match key is a sensitive field; unknown for deleted fields. */
function tellsSensitive({ fields }: Plan, matchedBy: number | null): boolean {
  if (matchedBy === null) return false
  return fields.find(({ field }) => field.id === matchedBy)?.field.sensitive ?? true
}

function viewActivity(activity: RowActivity | null | undefined, { plan: { activity: planned }, hidden }: RecordView) {
  if (!activity || !planned) return null
  const fields = planned.fields.flatMap((field) => {
    const { id, name } = field
    const value = activity.fields[id]
    return value === undefined ? [] : [{ id, name, value: isCovered(field, hidden) ? HIDDEN : value }]
  })
  return { activity_id: planned.typeId, activity_at: activity.at, fields }
}

/** Returns a reader of correction notes for a row, by column position. */
function noteReader({ plan, file, reading, language }: RecordView) {
  if (!file) return () => new Map<number, string>()
  const readers = fieldReaders(plan, file.facts, reading)
  return (cells: string[]): ReadonlyMap<number, string> => {
    const notes = new Map<number, string>()
    if (cells.length !== plan.width) return notes
    for (const [place, read] of readers.entries()) {
      const result = read(cells)
      if ('note' in result && result.note && !plan.fields[place]!.evidence)
        notes.set(plan.fields[place]!.column, valueNotes[result.note][language])
    }
    return notes
  }
}

function dataOf(
  cells: string[],
  { error, unread }: RecordRow,
  { plan, language, hidden }: RecordView,
  notes: ReadonlyMap<number, string>,
) {
  const failures = new Map([...(unread ?? []), ...(error ? [error] : [])].map((one) => [one.column, one.failure]))
  const sentenceOf = (column: number) => {
    const failure = failures.get(column)
    return failure ? rowFailures[failure][language] : null
  }
  return covered(cells.slice(0, Math.max(plan.width, 1)), hidden).map((value, place) => ({
    id: String(place + 1),
    value,
    error: sentenceOf(place + 1),
    note: notes.get(place) ?? null,
  }))
}

const isCovered = ({ column, joined, titlesOf }: FieldSource, hidden: ReadonlySet<string>) =>
  [column, ...joined, titlesOf ?? column].some((place) => hidden.has(String(place + 1)))
