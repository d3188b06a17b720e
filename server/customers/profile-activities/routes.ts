import { type ProfileActivity, profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { activityDate } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { typedText } from '../../formats/values/thai.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import type { Context } from '../../http/handler.ts'
import { type Handlers, implement } from '../../http/implement.ts'
import { afterProfilesChanged } from '../changes/after-profiles-changed.ts'
import { touching } from '../changes/touch.ts'
import { localizeType } from '../fields/given-names.ts'
import { noteType } from '../fields/note-type.ts'
import { addPurchaseField, makePurchaseType, purchaseTypeOf } from '../fields/purchase-type.ts'
import { typeOfPurpose } from '../fields/purpose-type.ts'
import { dependency } from '../membership/dependencies.ts'
import type { MaskedValue } from '../profiles/masking.ts'
import { liveProfile } from '../profiles/one.ts'
import { purchasesBy } from '../profiles/purchases.ts'
import { type FieldEdit, onlyOnce, readAll, readTyped } from '../profiles/read-edits.ts'
import { dueFollowUps, markNote } from './follow-ups.ts'
import { list } from './list-read.ts'
import {
  activityValuesThatBegin,
  countByType,
  deleteActivity,
  insertActivity,
  lockActivityFields,
  ownActivityFields,
  typesById,
} from './queries.ts'
import { activityOfAct, nameAct, takeActKey } from './recorded-acts.ts'
import { summaryOf } from './summary.ts'
import { viewActivities } from './view.ts'

/** The calls of a profile's activities. */
export const activityCalls = {
  list,

  async types({ db, storeId, params: { id }, language }) {
    await liveProfile(db, storeId, id)
    const counts = await countByType(db, storeId, id)
    return { data: counts.map((type) => localizeType(type, language)) }
  },

  async summary({ db, storeId, params: { id }, language }) {
    await liveProfile(db, storeId, id)
    return summaryOf(db, storeId, id, language)
  },

  async purchases({ db, storeId, query: { profiles } }) {
    return { data: await purchasesBy(db, storeId, profiles) }
  },

  async visit(context) {
    const { db, storeId, params, body } = context
    // First, because the type is shared by the store: the profile must not be locked while another call creates it.
    const typeId = await typeOfPurpose(db, storeId, 'visit')
    return recordOnce(context, { profileId: params.id, typeId, at: past(body.activity_at), fields: new Map() })
  },

  async sale(context) {
    const { db, storeId, params, body } = context
    const { type, amount, order_number } = await saleType(db, storeId, body.bill_number)
    const fields = new Map<number, MaskedValue>([[amount, Math.round(body.amount * 100) / 100]])
    if (order_number !== undefined) fields.set(order_number, typedText(body.bill_number!))
    return recordOnce(context, { profileId: params.id, typeId: type, at: past(body.activity_at), fields })
  },

  async create(context) {
    const { db, storeId, params, body, language } = context
    const type = await knownType(db, storeId, body.activity_type_id)
    const timeZone = await timeZoneOf(db, storeId)
    const { at, fields } = await readActivity(db, storeId, type, body.fields, { timeZone, language })
    return recordOnce(context, { profileId: params.id, typeId: type.id, at: at ?? body.activity_at, fields })
  },

  async delete({ db, storeId, params: { id, activity_id }, fail, audit }) {
    await touchProfile(db, storeId, id)
    const type = await deleteActivity(db, storeId, id, activity_id)
    if (type === undefined) throw fail('not_found')
    await afterProfilesChanged(db, storeId, 'user', { judged: judgedBy(id, type) })
    await audit('profile', id, { activity_id })
  },

  async note(context) {
    const { db, storeId, params, body } = context
    // First, because the type is shared by the store: the profile must not be locked while another call creates it.
    const { type, field } = await noteType(db, storeId)
    const fields = new Map<number, MaskedValue>([[field, typedText(body.text)]])
    const note = { pinned: body.pinned, followOn: body.follow_on }
    return recordOnce(context, { profileId: params.id, typeId: type, at: past(body.activity_at), fields, note })
  },

  async markNote({ db, storeId, user, params: { id, activity_id }, body, fail, audit }) {
    await touchProfile(db, storeId, id)
    const marks = { ...body, profileId: id, activityId: activity_id, userId: user.id }
    if (!(await markNote(db, storeId, marks))) throw fail('not_found')
    await audit('profile', id, { activity_id })
  },

  async followUps({ db, storeId, query }) {
    const { data, total } = await dueFollowUps(db, storeId, { offset: query.offset, limit: rowsOf(query.limit) })
    return pageAnswer({ ...query, sort_by: 'follow_on', sort_dir: 'asc' as const }, data, total)
  },

  async searchField({ db, storeId, params: { id, field: name }, query }) {
    const type = await knownType(db, storeId, id)
    const timeZone = await timeZoneOf(db, storeId)
    const search = (field: number | null) => activityValuesThatBegin(db, storeId, id, field, query.value, timeZone)
    if (name === activityDate.name) return { data: await search(null) }
    const own = await ownActivityFields(db, storeId)
    const field = type.field_ids.find((each) => own.get(each)?.name === name)
    if (field === undefined) throw new ApiError('not_found')
    return { data: await search(field) }
  },
} satisfies Handlers<typeof profileActivities>

export const profileActivityRoutes = implement(profileActivities, activityCalls)

type ActivityType = Awaited<ReturnType<typeof knownType>>

async function knownType(db: Db, storeId: number, id: number) {
  const type = (await typesById(db, storeId, [id])).get(id)
  if (!type) throw new ApiError('not_found')
  return type
}

/** Values of an activity as typed, read by the rules of imports. */
async function readActivity(
  db: Db,
  storeId: number,
  type: ActivityType,
  edits: readonly FieldEdit[],
  { timeZone, language }: { timeZone: string; language: Language },
): Promise<{ at: string | undefined; fields: Map<number, MaskedValue> }> {
  await lockActivityFields(
    db,
    storeId,
    edits.map(({ id }) => id),
  )
  const own = await ownActivityFields(db, storeId)
  const values = readAll(
    onlyOnce(edits).map(({ id, value }) => {
      // An activity happens at a moment: a day alone begins at midnight of the store.
      if (id === activityDate.id)
        return { id, reading: readTyped({ kind: 'date', data_type: 'Date', times: 'always' }, value, timeZone) }
      const field = type.field_ids.includes(id) ? own.get(id) : undefined
      if (!field) throw new ApiError('not_found')
      if (field.computed) return { id, reading: { failure: 'field_computed' as const } }
      if (field.converting) return { id, reading: { failure: 'field_converting' as const } }
      return { id, reading: readTyped({ ...field, times: 'typed' }, value, timeZone) }
    }),
    language,
  )
  const at = values.get(activityDate.id)
  values.delete(activityDate.id)
  // A day without a time begins at the store's midnight.
  const begins = typeof at === 'string' && /^\d{4}-\d\d-\d\d$/.test(at) ? dayBegins(at, timeZone) : at
  return { at: typeof begins === 'string' ? begins : undefined, fields: values }
}

type Activity = Parameters<typeof insertActivity>[3]

interface ActContext
  extends Pick<Context<typeof profileActivities.visit>, 'db' | 'storeId' | 'user' | 'language' | 'audit'> {
  body: { idempotency_key?: string | undefined }
}

/** Records an act, or returns what its key has recorded. Throws already_exists if that was taken back. */
async function recordOnce({ db, storeId, user, language, audit, body }: ActContext, activity: Activity) {
  const act = body.idempotency_key && { storeId, userId: user.id, key: body.idempotency_key }
  if (act && !(await takeActKey(db, act))) {
    const first = await activityOfAct(db, act)
    if (!first) throw new ApiError('already_exists')
    const [shown] = await viewActivities(db, storeId, [first], language)
    return shown!
  }
  const made = await writeActivity(db, storeId, user.id, activity, language)
  if (act) await nameAct(db, act, made.id)
  await audit('profile', activity.profileId, { activity_id: made.id })
  return made
}

/** Returns a given time that has passed; otherwise undefined, which stands for now. */
const past = (at: string | undefined) => (at !== undefined && Date.parse(at) <= databaseNow() ? at : undefined)

async function firstPurchaseType(db: Db, storeId: number) {
  await makePurchaseType(db, storeId)
  return (await purchaseTypeOf(db, storeId))!
}

/** The store's type of purchases with its fields, which cannot change until the transaction ends. */
async function saleType(db: Db, storeId: number, bill: string | undefined) {
  const { id: type, amount, parts } = (await purchaseTypeOf(db, storeId)) ?? (await firstPurchaseType(db, storeId))
  const order_number = bill
    ? (parts.order_number ?? (await addPurchaseField(db, storeId, type, 'order_number')))
    : undefined
  await lockActivityFields(db, storeId, [amount, ...(order_number === undefined ? [] : [order_number])])
  return { type, amount, order_number }
}

async function writeActivity(
  db: Db,
  storeId: number,
  userId: number,
  activity: Activity,
  language: Language,
): Promise<ProfileActivity> {
  await touchProfile(db, storeId, activity.profileId)
  const row = await insertActivity(db, storeId, userId, activity)
  await afterProfilesChanged(db, storeId, 'user', {
    activities: 1,
    judged: judgedBy(activity.profileId, activity.typeId),
  })
  const [shown] = await viewActivities(db, storeId, [row], language)
  return shown!
}

/** Segments that look at activities of a type ask about their profile again. */
const judgedBy = (id: number, type: number) => ({ ids: [id], reads: [dependency.activity(type)] })

/** An activity by hand touches the profile: lists sort by it. Holds the profile. Throws not_found. */
async function touchProfile(db: Db, storeId: number, id: number): Promise<void> {
  const { rows } = await touching(storeId, sql`${[id]}::bigint[]`).execute(db)
  if (rows.length === 0) throw new ApiError('not_found')
}
