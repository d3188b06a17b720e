import { consentWordings } from '@ruam/contract/customers/consent-wordings.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import type { RuleGroup, SegmentRule } from '@ruam/contract/customers/rules.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { namedSource } from './data-sources.ts'
import { customField, typeWithField } from './fields.ts'
import { fresh } from './fresh.ts'
import { label } from './labels.ts'
import { profileId } from './profiles.ts'

/** A segment that does not follow its rule by itself: it is calculated when a caller asks for it. No field decides it. */
export async function segment(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const rules = [{ kind: 'time', at: 'created', operator: 'not_empty' }]
  const rule = {
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: { condition: 'and', groups: [{ condition: 'and', rules }] },
  }
  const { rows } = await admin.query<{ id: number }>(
    `with made as (insert into label (store_id, name, color, type, segment_rule) values ($1, $2, 'teal', 'advanced', $3) returning id),
      kept as (insert into segment (store_id, label_id, reads) select $1, id, '{}' from made),
      named as (insert into names_version as v (store_id) values ($1) on conflict (store_id) do update set version = v.version + 1)
     select id from made`,
    [store.storeId, fresh('เซกเมนต์'), rule],
  )
  return rows[0]!.id
}

/** A segment's rule with one of every kind that names something. */
export const segmentRule = async (store: TestStore): Promise<SegmentRule> => ({
  auto_apply_enabled: false,
  filter: { profile_created_at: { from: '2026-01-01', to: null }, reference_label_ids: [await label(store)] },
  target: { condition: 'and', groups: [await ruleOfEveryKind(store)] },
})

/** A rule with one of every kind that names something, and a group of such in it. */
export async function ruleOfEveryKind(store: TestStore): Promise<RuleGroup> {
  const { type, field } = await typeWithField(store)
  const rules: RuleGroup['rules'] = [
    { kind: 'profile', field_id: await customField(store), operator: 'empty' },
    { kind: 'label', operator: 'has_any', label_ids: [await label(store)] },
    { kind: 'activity', activity_type_id: type, done: true, where: [{ field_id: field, operator: 'not_empty' }] },
    { kind: 'channel', channel_type: 'lineOA', channel_id: await channel(store), operator: 'friend' },
    { kind: 'broadcast', broadcast_id: await broadcast(store), operator: 'sent' },
    { kind: 'consent', purpose_id: (await consentPurpose(store)).id, operator: 'granted' },
    { kind: 'source', data_source_id: await namedSource(store), operator: 'any' },
  ]
  return { condition: 'or', rules: [...rules, { condition: 'and', rules }] }
}

/** An id that no row of the table has or will get. */
const freshId = (table: string) => `nextval(pg_get_serial_sequence('${table}', 'id'))`

/** Makes a channel with a friend, and returns its id. */
export async function channel(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const text = `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
    values ($1, 'lineOA', ${freshId('channel')}, 'U' || $2::bigint, $2::bigint, 'friend', now()) returning channel_id as id`
  return (await admin.query<{ id: number }>(text, [store.storeId, await profileId(store)])).rows[0]!.id
}

/** Makes a broadcast with a recipient, and returns its id. */
export async function broadcast(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const text = `insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, status)
    values ($1, ${freshId('broadcast')}, 1, $2, 'accepted') returning broadcast_id as id`
  return (await admin.query<{ id: number }>(text, [store.storeId, await profileId(store)])).rows[0]!.id
}

export async function consentPurpose(store: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    'insert into consent_purpose (store_id, name) values ($1, $2) returning id, updated_at',
    [store.storeId, fresh('เรื่อง')],
  )
  return rows[0]!
}

/** Makes a purpose of consent whose next wording is a draft. */
export async function draftedPurpose(store: TestStore) {
  const { id } = await store.call(consents.createPurpose, { body: { name: fresh('เรื่อง'), description: 'เดิม' } })
  const body = { text_th: 'ใหม่', text_en: '', channels: ['line' as const], legal_basis: 'consent' as const }
  return store.call(consentWordings.saveDraft, { params: { id: String(id) }, body })
}
