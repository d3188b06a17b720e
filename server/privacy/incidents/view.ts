import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Incident } from '@ruam/contract/privacy/incidents.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { authorsNamed } from '../../customers/history/source-names.ts'
import type { Db } from '../../database/db.ts'
import { exposureSources } from '../exposure/sources.ts'
import { endsOf } from './ended.ts'
import type { IncidentRow } from './queries.ts'

/** Returns fields by id, also those that were deleted. */
export async function incidentFields(db: Db, storeId: number, language: Language) {
  const fields = new Map((await fieldsOf(db, storeId, language)).map((field) => [field.id, field]))
  return (id: number) => {
    const field = fields.get(id)
    return { id, display_name: field?.display_name ?? null, sensitive: field?.sensitive ?? false }
  }
}

/** Incidents as calls return them. */
export async function viewIncidents(
  db: Db,
  storeId: number,
  rows: readonly IncidentRow[],
  language: Language,
): Promise<Incident[]> {
  if (rows.length === 0) return []
  const field = await incidentFields(db, storeId, language)
  const sources = await exposureSources(db, storeId)
  const ends = await endsOf(
    db,
    storeId,
    rows.map(({ id }) => id),
  )
  const users = rows.flatMap((row) => {
    const { created_by, stopped_by, decided_by, notified_by, closed_by } = row
    const all = [created_by, ends.get(row.id)?.user_id, stopped_by, decided_by, notified_by, closed_by]
    return all.flatMap((id) => id ?? [])
  })
  const names = new Map((await authorsNamed(db, [...new Set(users)])).map(({ user_id, name }) => [user_id, name]))
  const act = (at: string, id: number | null) => ({ at, by: id === null ? null : { id, name: names.get(id) ?? '' } })
  return rows.map((row) => {
    const { certain, possible, fields, possible_fields, at_most } = row.exposure!
    const ended = ends.get(row.id)
    const subject = sources.find(({ kind, id }) => kind === row.kind && id === row.subject_id)
    return {
      ...{
        id: row.id,
        title: row.title,
        kind: row.kind,
        subject_id: row.subject_id,
        subject_name: subject?.name ?? '',
      },
      ...{
        from: row.from_at,
        to: row.to_at,
        known_at: row.known_at,
        due_at: row.due_at,
        seconds_left: row.seconds_left,
      },
      ...{ cause: row.cause, contact: row.contact, measures: row.measures, consequences: row.consequences },
      computed_at: row.computed_at,
      certain: { people: certain, fields: fields.map(({ id, people }) => ({ ...field(id), people })) },
      possible: { people: possible, fields: possible_fields.map(field), at_most },
      recorded: act(row.created_at, row.created_by),
      ended: ended ? { ...act(ended.at, ended.user_id), how: ended.how } : null,
      stopped: row.stopped_at === null ? null : { ...act(row.stopped_at, row.stopped_by), words: row.stop_words },
      decision: row.decision && {
        ...act(row.decided_at!, row.decided_by),
        ...{ decision: row.decision, reason: row.decision_reason },
      },
      notified:
        row.notified_at === null ? null : { ...act(row.notified_at, row.notified_by), late_reason: row.late_reason },
      closed: row.closed_at === null ? null : { ...act(row.closed_at, row.closed_by), lesson: row.lesson },
      updated_at: row.updated_at,
    }
  })
}
