import { sql } from 'kysely'
import { raiseNames } from '../../access/stores/names-version.ts'
import type { Db } from '../../database/db.ts'
import { addFieldToType } from './activity-type-queries.ts'
import { fieldNameProblem } from './field-names.ts'
import { builtInNames } from './given-names.ts'

const FIELD_NAMES = { field_name: 'noteText', display_name: builtInNames.noteField.th as string }

interface NoteType {
  type: number
  /** Field of the note's text. */
  field: number
}

/**
 * Returns the activity type of notes, and restores removed parts. The first note creates it, or reuses a type of that name. Later it is
 * found by its purpose, whatever its name. Its field cannot change its type until the transaction ends.
 */
export async function noteType(db: Db, storeId: number): Promise<NoteType> {
  const known = await findNoteType(db, storeId)
  if (known) return known
  const names = await freeNames(db, storeId)
  // Serializes two first notes: the second finds the type of the first.
  return (await findNoteType(db, storeId)) ?? makeNoteType(db, storeId, names)
}

async function findNoteType(db: Db, storeId: number): Promise<NoteType | undefined> {
  const { rows } = await sql<NoteType>`
    select t.id as type, f.id as field from activity_type t
      join activity_field f on f.store_id = t.store_id and f.purpose = 'note' and f.data_type = 'String'
        and f.converting_to is null
    where t.store_id = ${storeId} and t.purpose = 'note' and t.field_ids @> array[f.id]
    for share of f`.execute(db)
  return rows[0]
}

/** Returns free names, and reserves them until the transaction ends. */
async function freeNames(db: Db, storeId: number): Promise<typeof FIELD_NAMES> {
  for (let serial = 1; ; serial++) {
    const { field_name, display_name } = FIELD_NAMES
    const names =
      serial === 1 ? FIELD_NAMES : { field_name: field_name + serial, display_name: `${display_name} ${serial}` }
    if (!(await fieldNameProblem(db, storeId, names))) return names
  }
}

async function makeNoteType(db: Db, storeId: number, names: typeof FIELD_NAMES): Promise<NoteType> {
  const { rows } = await sql<{ id: number }>`
    insert into activity_type as t (store_id, name, purpose) select ${storeId}, ${builtInNames.noteType.th}, 'note'
    where not exists (select from activity_type where store_id = ${storeId} and purpose = 'note')
    on conflict (store_id, name_key(name)) do update set purpose = 'note'
    returning id`.execute(db)
  const type = rows[0]?.id ?? (await ofPurpose(db, storeId, 'activity_type'))!
  const field = (await ofPurpose(db, storeId, 'activity_field')) ?? (await makeField(db, storeId, names))
  // No effect if the type already has the field.
  await addFieldToType(db, storeId, type, field)
  await raiseNames(db, storeId)
  return { type, field }
}

async function ofPurpose(db: Db, storeId: number, table: 'activity_type' | 'activity_field') {
  const text = table === 'activity_field' ? sql`and data_type = 'String' and converting_to is null` : sql``
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where store_id = ${storeId} and purpose = 'note' ${text} for share`.execute(db)
  return rows[0]?.id
}

async function makeField(db: Db, storeId: number, names: typeof FIELD_NAMES): Promise<number> {
  // A field whose type is no longer text keeps its values, but accepts no new notes.
  await db
    .updateTable('activity_field')
    .set({ purpose: null })
    .where('store_id', '=', storeId)
    .where('purpose', '=', 'note')
    .execute()
  const { id } = await db
    .insertInto('activity_field')
    .values({ ...names, store_id: storeId, data_type: 'String', purpose: 'note' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
