import type { profiles } from '@ruam/contract/customers/profiles.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import type { Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import type { Context, Handler } from '../../http/handler.ts'
import type { Handlers } from '../../http/implement.ts'
import { remainingSecondsOf } from '../../jobs/publish-job.ts'
import { writtenBy } from '../changes/source.ts'
import { fieldsOf } from '../fields/fields.ts'
import { assignLabels, checkLabels } from '../labels/write.ts'
import { lockForEdit, runningPipeline } from './lock.ts'
import { Sight } from './masking.ts'
import { liveProfile, profileFor, valuesOf } from './one.ts'
import { loadProfileNames } from './profile-names.ts'
import { fieldValue, profilesById } from './queries.ts'
import { readEdits } from './read-edits.ts'
import { missingProfile } from './survivors.ts'
import { createProfile, deleteProfiles, type ProfileEdit, restoreProfiles, writeValues } from './write.ts'

/** Returns a profile, including a deleted one if the caller may restore it. */
export const anyProfile: Handler<typeof profiles.get> = async ({ db, storeId, params: { id }, user, language }) => {
  const [deleted] = may(user.rights, 'cdp-core.profile.delete') ? await profilesById(db, storeId, [id], true) : []
  const [row] = deleted ? [deleted] : await profilesById(db, storeId, [id])
  if (!row) throw await missingProfile(db, storeId, id)
  const { fields } = await loadProfileNames(db, storeId)
  return profileFor(db, storeId, id, { rights: user.rights, language, row }, fields[language])
}

/** The calls that change one profile. */
export const editCalls = {
  async create({ db, storeId, body, user, language, fail, audit }) {
    await lockForEdit(db, storeId)
    const fields = await fieldsOf(db, storeId, language)
    const options = { rights: user.rights, language, timeZone: await timeZoneOf(db, storeId) }
    const values = readEdits(body.fields, fields, new Map(), options)
    if (![...values.values()].some((value) => value !== null)) throw fail('invalid_input', { fields: ['body.fields'] })
    const by = writtenBy(user)
    // Before the store's total is held, as in the deletion of a profile.
    await checkLabels(db, storeId, body.label_ids)
    const id = await createProfile(db, storeId, by, values)
    await assignLabels(db, storeId, by, [id], body.label_ids)
    await audit('profile', id)
    return profileFor(db, storeId, id, { rights: user.rights, language }, fields)
  },

  async editable({ db, storeId }) {
    const running = await runningPipeline(db, storeId)
    if (!running) return { editable: true, run: null }
    const { data_source_id, name, kind, total, done, started_at } = running
    const progress = total ? Math.min(1, done / total) : 0
    const eta = remainingSecondsOf({ status: 'processing', started_at, done, total })
    return { editable: false, run: { datasource_id: data_source_id, name, kind, progress, eta, started_at } }
  },

  update: (context) => changeProfile(context),

  async delete({ db, storeId, params: { id }, user, fail, audit }) {
    await lockForEdit(db, storeId)
    if ((await deleteProfiles(db, storeId, writtenBy(user), [id])) === 0) throw fail('not_found')
    await audit('profile', id)
  },

  async restore({ db, storeId, params: { id }, user, language, audit }) {
    await lockForEdit(db, storeId)
    // A live profile is already in the requested state.
    if ((await restoreProfiles(db, storeId, writtenBy(user), [id])) > 0) await audit('profile', id)
    return profileFor(db, storeId, id, { rights: user.rights, language })
  },

  async unmask({ db, storeId, params: { id }, body, user, language, fail, audit }) {
    const row = await liveProfile(db, storeId, id)
    const field = (await fieldsOf(db, storeId, language)).find((known) => known.id === body.field_id)
    if (!field) throw fail('not_found')
    await audit('profile', id, { field_id: field.id })
    return { value: Sight.of(user).value(field, fieldValue(row, field), id) }
  },
} satisfies Partial<Handlers<typeof profiles>>

type Update = Context<typeof profiles.update>
type ProfileChange = Omit<Update, 'body'> & {
  /** Without `origin_time` any version is changed. */
  body: { [K in keyof Update['body']]?: Update['body'][K] | undefined }
}

/** Changes the sent fields of a profile. Throws the errors of the call. */
export async function changeProfile(context: ProfileChange) {
  const { db, storeId, params, body, user, language, stale, audit } = context
  const { id } = params
  await lockForEdit(db, storeId)
  const row = await liveProfile(db, storeId, id)
  const fields = await fieldsOf(db, storeId, language)
  const options = { rights: user.rights, language, timeZone: await timeZoneOf(db, storeId) }
  const values = readEdits(body.fields ?? [], fields, valuesOf(row, fields), options)
  const saved = await saveValues(db, storeId, { id, values }, body.origin_time, user)
  if (saved === 'stale') throw stale(await profileFor(db, storeId, id, { rights: user.rights, language }))
  if (saved === 'changed') await audit('profile', id, { fields: values.size })
  return profileFor(db, storeId, id, { rights: user.rights, language }, fields)
}

/** Saves values over the version that the caller has seen, if one is given. Returns 'stale' and saves nothing if it is outdated. */
export async function saveValues(
  db: Db,
  storeId: number,
  edit: ProfileEdit,
  seen: string | undefined,
  by: Principal,
): Promise<'changed' | 'same' | 'stale'> {
  if ((await writeValues(db, storeId, writtenBy(by), [edit], { ...(seen && { seen }) })) > 0) return 'changed'
  if (seen === undefined) return 'same'
  // Nothing to change in this version, or another version.
  const [fresh] = await db
    .selectFrom('profile')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', edit.id)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .execute()
  return fresh ? 'same' : 'stale'
}
