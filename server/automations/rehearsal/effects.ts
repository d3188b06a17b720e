import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../../customers/fields/fields.ts'
import { dependency } from '../../customers/membership/dependencies.ts'
import { settingsOfWorld } from '../engine/guards.ts'
import { oncePerWorld } from '../records/once-per-world.ts'
import type { Changed, Due, Effects } from '../records/world.ts'
import { assigned } from './past.ts'
import { changeOf, type PastWorld } from './past-world.ts'
import type { PastQuota } from './quota.ts'
import { namesIn } from './scope.ts'

const idsOf = (due: readonly Due[]) => due.map(({ profile_id }) => profile_id)

/** Value of a row of `profile` as JSON; the JSON null without one. */
const storedValue = ({ id, column }: Field): RawBuilder<unknown> =>
  column ? sql`coalesce(to_jsonb(${sql.ref(column)}), 'null')` : sql`coalesce(custom -> ${String(id)}::text, 'null')`

const noteType = oncePerWorld(async ({ db, storeId }) => {
  const { rows } = await sql<{ id: number }>`
    select id from public.activity_type where store_id = ${storeId} and purpose = 'note'`.execute(db)
  return rows[0]?.id
})

/** Effects of a rehearsal: they change its world alone, where the next step and the rules of segments read them. */
export function pastEffects(past: () => PastWorld, quota: PastQuota): Effects {
  const touch = (due: readonly Due[], ids: ReadonlySet<number>, key: string) => {
    for (const { profile_id, at } of due)
      if (ids.has(profile_id)) past().touched.push({ profile_id, at, keys: [key, dependency.updated], origin: null })
  }
  return {
    lock: async () => true,

    async label({ db, storeId }, _, { label_id, value }, due) {
      const isLabel = sql`x.store_id = ${storeId} and x.label_id = ${label_id}`
      const had = sql`exists (select from profile_label x where ${isLabel} and x.profile_id = p.id and x.source <> 'manual_remove')`
      const isGeneral = sql`exists (select from public.label where store_id = ${storeId} and id = ${label_id} and type = 'general')`
      const { rows } = await sql<{ id: number }>`
        with changed as materialized (
          select p.id from unnest(${idsOf(due)}::bigint[]) p (id) where ${value} <> ${had} and ${isGeneral}
        ), former as (
          delete from pg_temp.profile_label x where ${isLabel} and profile_id in (select id from changed)
        ), given as (
          insert into pg_temp.profile_label (store_id, label_id, profile_id, source)
          select ${storeId}::int, ${label_id}::int, id, 'manual_add' from changed where ${value}
        )
        select id from changed`.execute(db)
      const ids = rows.map(({ id }) => id)
      touch(due, new Set(ids), dependency.label(label_id))
      return ids.map((profile_id) => ({ profile_id, before: !value }))
    },

    async value({ db, storeId }, _, { field_id, value }, due) {
      const field = past().scope.fields.get(field_id)
      if (!field || field.formula || field.converting) return []
      const after = sql`${JSON.stringify(value)}::jsonb`
      const { rows } = await sql<Changed>`select id as profile_id, ${storedValue(field)} as before from profile
        where store_id = ${storeId} and id = any(${idsOf(due)}::bigint[]) and ${storedValue(field)} is distinct from ${after}`.execute(
        db,
      )
      await sql`update pg_temp.profile set ${assigned(field, after)}
        where store_id = ${storeId} and id = any(${rows.map(({ profile_id }) => profile_id)}::bigint[])`.execute(db)
      touch(due, new Set(rows.map(({ profile_id }) => profile_id)), dependency.field(field_id))
      return rows
    },

    async note(world, _, __, due) {
      const { db, storeId } = world
      const type = await noteType(world)
      const { types: read } = namesIn(past().scope)
      // Notes that no rule reads are counted, and kept nowhere.
      if (type === undefined || !read.includes(type))
        return due.map(({ profile_id }) => ({ profile_id, id: past().nextChange() }))
      const { rows } = await sql<{ id: number; profile_id: number; at: string }>`
        insert into pg_temp.activity (store_id, profile_id, type_id, activity_at, created_at)
        select ${storeId}, profile_id, ${type}::int, at, at
        from unnest(${idsOf(due)}::bigint[], ${due.map(({ at }) => at)}::timestamptz[]) n (profile_id, at)
        returning id, profile_id, created_at as at`.execute(db)
      touch(due, new Set(idsOf(due)), dependency.activity(type))
      for (const { id, ...one } of rows)
        past().made.push(
          changeOf(past(), 'activity.created', { ...one, origin: null }, { subject_id: type, activity_id: id }),
        )
      return rows.map(({ id, profile_id }) => ({ id, profile_id }))
    },

    event: async (_, __, ___, due) => due.map(({ profile_id }) => ({ profile_id, id: past().nextChange() })),

    async send(world, { automation_id, definition, holdout }, step, due) {
      const { db, storeId } = world
      const channelId = definition.channel_id!
      const perPerson = (await settingsOfWorld(world)).per_object ? step.messages.length : 1
      const inOrder = due.toSorted((one, two) => one.at.localeCompare(two.at) || one.profile_id - two.profile_id)
      const reasonOf = (one: Due) => {
        if (holdout > 0 && one.held_out) return 'held_out' as const
        return quota.take(channelId, automation_id, one.at, perPerson) ? null : ('quota' as const)
      }
      // The guards let friends pass alone.
      const sent = inOrder.map((one) => ({ ...one, reason: reasonOf(one) }))
      const position = new Map<number, number>()
      const accepted = sent.filter(({ reason }) => reason === null)
      for (const { profile_id } of accepted) position.set(profile_id, past().nextChange())
      await sql`insert into pg_temp.broadcast_recipient (store_id, broadcast_id, position, profile_id, status, updated_at)
        select ${storeId}, ${-automation_id}::int, position, profile_id, 'accepted', at
        from unnest(${accepted.map(({ profile_id }) => position.get(profile_id)!)}::int[], ${idsOf(accepted)}::bigint[],
          ${accepted.map(({ at }) => at)}::timestamptz[]) r (position, profile_id, at)`.execute(db)
      return sent.map(({ profile_id, reason }) => ({
        profile_id,
        reason,
        recipient:
          reason === 'quota' ? null : { broadcast_id: -automation_id, position: position.get(profile_id) ?? 0 },
      }))
    },
  }
}
