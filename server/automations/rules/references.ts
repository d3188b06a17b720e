import type { Definition } from '@ruam/contract/automations/definition.ts'
import { sql } from 'kysely'
import { wordIdsIn } from '../../broadcasts/messages/word-fields.ts'
import { leavesOf } from '../../customers/rules/leaves-of.ts'
import type { Db } from '../../database/db.ts'
import { rulesIn, stepsOfKind } from './parts.ts'

/** Ids in definitions, by kind. */
export interface References {
  labels: ReadonlySet<number>
  fields: ReadonlySet<number>
  types: ReadonlySet<number>
  broadcasts: ReadonlySet<number>
  channels: ReadonlySet<number>
  purposes: ReadonlySet<number>
  webhooks: ReadonlySet<number>
}

/** Returns all that definitions refer to. `withRules` false: without what their rules do. */
export function referencesIn(definitions: readonly Definition[], withRules = true): References {
  const leaves = (withRules ? definitions : []).flatMap((one) =>
    rulesIn(one).flatMap(({ rule }) => leavesOf(rule).map((leaf) => leaf.rule)),
  )
  const triggers = definitions.flatMap(({ trigger }) => trigger ?? [])
  const steps = <K extends Parameters<typeof stepsOfKind>[1]>(kind: K) =>
    definitions.flatMap((one) => stepsOfKind(one, kind).map(({ step }) => step))
  const messages = steps('message')
  return {
    labels: new Set([
      ...leaves.flatMap((leaf) => (leaf.kind === 'label' ? leaf.label_ids : [])),
      ...triggers.flatMap((one) => ('segment_id' in one ? one.segment_id : [])),
      ...steps('label').map(({ label_id }) => label_id),
    ]),
    fields: new Set([
      ...leaves.flatMap((leaf) => (leaf.kind === 'profile' ? leaf.field_id : [])),
      ...triggers.flatMap((one) => (one.kind === 'date' ? one.field_id : [])),
      ...steps('value').map(({ field_id }) => field_id),
      ...messages.flatMap((one) => wordIdsIn(one.messages)),
    ]),
    types: new Set(leaves.flatMap((leaf) => (leaf.kind === 'activity' ? leaf.activity_type_id : []))),
    broadcasts: new Set([
      ...leaves.flatMap((leaf) => (leaf.kind === 'broadcast' ? leaf.broadcast_id : [])),
      ...triggers.flatMap((one) => (one.kind === 'link' ? one.broadcast_id : [])),
    ]),
    channels: new Set(definitions.flatMap(({ channel_id }) => channel_id ?? [])),
    purposes: new Set([
      ...leaves.flatMap((leaf) => (leaf.kind === 'consent' ? leaf.purpose_id : [])),
      ...messages.flatMap(({ purpose_id }) => purpose_id ?? []),
    ]),
    webhooks: new Set(steps('event').map(({ webhook_id }) => webhook_id)),
  }
}

interface Named {
  id: number
  name: string
}

/** What the store has of references. */
export interface Existing {
  labels: ReadonlyMap<number, Named & { color: string; type: 'general' | 'advanced' }>
  types: ReadonlyMap<number, Named>
  broadcasts: ReadonlyMap<number, Named & { link_tracking: string }>
  channels: ReadonlyMap<number, Named & { status: string }>
  purposes: ReadonlyMap<number, Named>
  /** Named as their programs are. */
  webhooks: ReadonlyMap<number, Named & { credential_id: number }>
}

/** Reads what the store has of references, in one statement. Fields are read by `fieldsOf`. */
export async function existingOf(db: Db, storeId: number, references: References): Promise<Existing> {
  const { labels, types, broadcasts, channels, purposes, webhooks } = references
  const among = (table: string, ids: ReadonlySet<number>, columns: string) => sql`coalesce((
    select jsonb_agg(to_jsonb(t)) from (select ${sql.raw(columns)} from ${sql.table(table)}
      where store_id = ${storeId} and id = any(${[...ids]}::int[])) t), '[]')`
  const { rows } = await sql<{ [K in keyof Existing]: { id: number }[] }>`
    select ${among('label', labels, 'id, name, color, type')} as labels, ${among('activity_type', types, 'id, name')} as types,
      ${among('broadcast', broadcasts, 'id, name, link_tracking')} as broadcasts,
      ${among('channel', channels, 'id, name, status')} as channels, ${among('consent_purpose', purposes, 'id, name')} as purposes,
      coalesce((select jsonb_agg(jsonb_build_object('id', w.id, 'name', c.name, 'credential_id', c.id))
        from webhook w join credential c on c.store_id = w.store_id and c.id = w.credential_id
        where w.store_id = ${storeId} and w.id = any(${[...webhooks]}::int[])), '[]') as webhooks`.execute(db)
  const found = rows[0]!
  const byId = <K extends keyof Existing>(kind: K) =>
    new Map(found[kind].map((row) => [row.id, row])) as unknown as Existing[K]
  return {
    labels: byId('labels'),
    types: byId('types'),
    broadcasts: byId('broadcasts'),
    channels: byId('channels'),
    purposes: byId('purposes'),
    webhooks: byId('webhooks'),
  }
}
