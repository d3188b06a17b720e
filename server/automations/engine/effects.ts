import { type RawBuilder, sql } from 'kysely'
import { lockField } from '../../customers/bulk/lock-field.ts'
import { lockLabels } from '../../customers/changes/labels.ts'
import { lockLiveProfiles } from '../../customers/changes/lock-live.ts'
import type { ChangeSource, Sources } from '../../customers/changes/source.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { noteType } from '../../customers/fields/note-type.ts'
import { addLabels, removeLabels } from '../../customers/labels/write.ts'
import { insertNotes } from '../../customers/profile-activities/insert-notes.ts'
import { tryLockForEdit } from '../../customers/profiles/lock.ts'
import { writeValues } from '../../customers/profiles/write.ts'
import { addDays } from '../../customers/rules/days.ts'
import type { Db } from '../../database/db.ts'
import { dayAt } from '../../formats/values/time-zones.ts'
import type { Changed, Due, Effects, Version } from '../records/world.ts'

const sourceOf = ({ automation_id }: Version): ChangeSource => ({ source: 'automation', id: automation_id })

const idsOf = (due: readonly Due[]) => due.map(({ profile_id }) => profile_id)

/** Effects on customers in the product, by the functions of their features: counters, history and segments follow. */
export const profileEffects: Pick<Effects, 'lock' | 'label' | 'value' | 'note'> = {
  async lock({ db, storeId }, step, due) {
    const setsValues = step.kind === 'label' || step.kind === 'value'
    if (setsValues && !(await tryLockForEdit(db, storeId))) return false
    // The order of all writers: what the store shares comes before profiles.
    if (step.kind === 'value') await fieldToSet(db, storeId, step.field_id)
    if (step.kind === 'note') await noteType(db, storeId)
    if (setsValues || step.kind === 'note') await lockLiveProfiles(db, storeId, idsOf(due))
    return true
  },

  async label({ db, storeId }, version, { label_id, value }, due) {
    const labels = await lockLabels(db, storeId, [label_id])
    const { rows } = await sql<{ id: number }>`
      select p.id from unnest(${idsOf(due)}::bigint[]) p (id) where ${labels.length > 0} and ${value} <> exists (
        select from profile_label where store_id = ${storeId} and label_id = ${label_id} and profile_id = p.id
          and source <> 'manual_remove')`.execute(db)
    const ids = rows.map(({ id }) => id)
    await (value ? addLabels : removeLabels)(db, storeId, sourceOf(version), { labelIds: labels, ids })
    return ids.map((profile_id) => ({ profile_id, before: !value }))
  },

  async value({ db, storeId }, version, { field_id, value }, due) {
    const field = await fieldToSet(db, storeId, field_id)
    if (!field) return []
    const { rows } = await sql<Changed>`
      select id as profile_id, ${storedValue(field)} as before from profile
      where store_id = ${storeId} and id = any(${idsOf(due)}::bigint[])
        and ${storedValue(field)} is distinct from ${JSON.stringify(value)}::jsonb`.execute(db)
    const runs = new Map(due.map(({ profile_id, run_id }) => [profile_id, run_id]))
    const values = new Map([[field_id, value]])
    const sourcesOf = (id: number) =>
      new Map<number, Sources[string]>([[field_id, ['automation', version.automation_id, runs.get(id)!]]])
    const edits = rows.map(({ profile_id: id }) => ({ id, values, sources: sourcesOf(id) }))
    await writeValues(db, storeId, sourceOf(version), edits)
    return rows
  },

  async note({ db, storeId, timeZone }, _, { text, follow_up_days }, due) {
    const { type, field } = await noteType(db, storeId)
    const of = due.map(({ profile_id, at }) => {
      const follow_on = follow_up_days === null ? null : addDays(dayAt(at, timeZone), follow_up_days)
      return { profile_id, at, follow_on }
    })
    return insertNotes(db, storeId, { typeId: type, fieldId: field, text, of })
  },
}

/** Returns a field that can be set, locked against changes; undefined if it is gone, computed or being converted. */
async function fieldToSet(db: Db, storeId: number, id: number): Promise<Field | undefined> {
  const field = (await fieldsOf(db, storeId, 'th')).find((one) => one.id === id)
  if (!field || field.formula || field.converting) return undefined
  return (await lockField(db, storeId, { field_id: id, data_type: field.data_type })) ? field : undefined
}

/** Value of a row of `profile` as JSON; the JSON null without one. */
const storedValue = ({ id, column }: Field): RawBuilder<unknown> =>
  column ? sql`coalesce(to_jsonb(${sql.ref(column)}), 'null')` : sql`coalesce(custom -> ${String(id)}, 'null')`
