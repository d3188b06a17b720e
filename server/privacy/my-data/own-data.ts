import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { requestKinds } from '@ruam/contract/privacy/requests.ts'
import { sql } from 'kysely'
import { listPurposes } from '../../customers/consents/calls/queries.ts'
import type { Standing } from '../../customers/consents/standing.ts'
import { standingsOf } from '../../customers/consents/standings-of.ts'
import { calledName } from '../../customers/counter/card.ts'
import { purchasesOf } from '../../customers/fields/amount-field.ts'
import { computedValues } from '../../customers/fields/computed.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { contactsOf } from '../../customers/profiles/contacts.ts'
import { masked } from '../../customers/profiles/masking.ts'
import { fieldValue, profilesById } from '../../customers/profiles/queries.ts'
import type { Db } from '../../database/db.ts'
import { pageValue } from './page-value.ts'

/** Days for which the page shows requests that have ended. */
const ENDED_DAYS = 30

/** A value as the customer sees it. */
export interface OwnValue {
  /** Name of its field. */
  name: string
  label: string
  text: string
}

/** A purpose with the customer's answer. */
export interface OwnConsent {
  id: number
  name: string
  text: string
  standing: Standing
  /** Day of the newest answer; null without one. */
  day: string | null
}

/** A request of the customer. Days are those of the store. */
export interface OwnRequest {
  kind: (typeof requestKinds)[number]
  day: string
  due: string
  outcome: 'done' | 'refused' | 'erased' | null
  /** Sent by this page, for all of these profiles. */
  mine: boolean
}

/** Everything that the page shows of one customer. Nothing of staff or of other customers. */
export interface OwnData {
  name: string
  values: OwnValue[]
  /** First day is null without any. */
  purchases: { count: number; since: string | null }
  activities: number
  messages: number
  labels: number
  consents: OwnConsent[]
  restricted: boolean
}

const dayOf = (instant: string) => sql.raw(`(${instant} at time zone store_zone())::date::text`)

interface Counted {
  name: string
  bought: number
  since: string | null
  activities: number
  messages: number
  labels: number
}

/** Reads what the store keeps of a live customer. */
export async function readOwnData(
  db: Db,
  storeId: number,
  id: number,
  language: Language,
): Promise<OwnData | undefined> {
  const [row] = await profilesById(db, storeId, [id])
  if (!row) return undefined
  const types = (await purchasesOf(db, storeId))?.types ?? []
  const own = sql`store_id = ${storeId} and profile_id = ${id}`
  const isPurchase = sql`type_id = any(${types}::int[])`
  const ofActivities = sql`
    select (count(*) filter (where ${isPurchase}))::int as bought, (count(*) filter (where not ${isPurchase}))::int as activities,
      (min(activity_at) filter (where ${isPurchase}) at time zone store_zone())::date::text as since
    from activity where ${own}`
  const { rows } = await sql<Counted>`
    select ${calledName} as name, b.bought, b.since, b.activities,
      (select count(*)::int from broadcast_recipient where ${own} and status = 'accepted') as messages,
      (select count(*)::int from profile_label where ${own} and source <> 'manual_remove') as labels
    from profile p cross join (${ofActivities}) b
    where p.store_id = ${storeId} and p.id = ${id}`.execute(db)
  const { name, bought, since, activities, messages, labels } = rows[0]!
  return {
    name,
    values: await valuesOf(db, storeId, row, language),
    ...{ purchases: { count: bought, since }, activities, messages, labels },
    consents: await consentsOf(db, storeId, id),
    restricted: row.restricted_at !== null,
  }
}

type Row = Awaited<ReturnType<typeof profilesById>>[number]

/** Values in the order of the fields. Sensitive ones are masked, for a phone may be in other hands. */
async function valuesOf(db: Db, storeId: number, row: Row, language: Language): Promise<OwnValue[]> {
  const fields = await fieldsOf(db, storeId, language)
  const computed = (await computedValues(db, storeId, [row.id], fields)).get(row.id)
  const further = (await contactsOf(db, storeId, [row.id])).get(row.id)
  const textOf = (field: Field, value: string | number | boolean) =>
    pageValue(field, field.sensitive ? masked(field, value)! : value, language)
  return fields.flatMap((field): OwnValue[] => {
    const value = field.formula ? (computed?.[field.id] ?? null) : fieldValue(row, field)
    if (value === null || value === '') return []
    const all = [value, ...(further?.get(field.id) ?? [])]
    return [{ name: field.name, label: field.display_name, text: all.map((one) => textOf(field, one)).join(', ') }]
  })
}

async function consentsOf(db: Db, storeId: number, id: number): Promise<OwnConsent[]> {
  const purposes = await listPurposes(db, storeId, { offset: 0, limit: 0 })
  const standings = await standingsOf(
    db,
    storeId,
    id,
    purposes.map((purpose) => purpose.id),
  )
  return purposes.map(({ id: purpose, name, description }) => {
    const { standing, at } = standings.get(purpose)!
    return { id: purpose, name, text: description, standing, day: at?.slice(0, 10) ?? null }
  })
}

/** Returns requests of the customer: open ones, and those that ended lately. */
export async function ownRequests(db: Db, storeId: number, ids: readonly number[]): Promise<OwnRequest[]> {
  const { rows } = await sql<OwnRequest>`
    select r.kind, ${dayOf('r.received_at')} as day, ${dayOf('r.due_at')} as due, r.outcome, r.source = 'my_data' and (select count(*) from privacy_request_profile p
      where p.store_id = ${storeId} and p.request_id = r.id and p.profile_id = any(${ids}::bigint[])) = cardinality(${ids}::bigint[]) as mine
    from privacy_request r
    where r.store_id = ${storeId} and (r.closed_at is null or r.closed_at > now() - make_interval(days => ${ENDED_DAYS}))
      and exists (select from privacy_request_profile p
        where p.store_id = ${storeId} and p.request_id = r.id and p.profile_id = any(${ids}::bigint[]))
    order by r.closed_at is not null, r.due_at, r.id`.execute(db)
  return rows
}
