import type { Broadcast, BroadcastSummary, BroadcastTarget } from '@ruam/contract/broadcasts/broadcast.ts'
import { HOLDOUT_SHARE } from '@ruam/contract/broadcasts/effect.ts'
import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { closedFields } from '../../customers/profiles/closed.ts'
import { withoutValues } from '../../customers/rules/without-values.ts'
import type { Db } from '../../database/db.ts'
import { trialOf } from '../ab-test/trial.ts'
import { countClicked } from '../audience/not-clicked.ts'
import { countUnsent } from '../audience/unsent.ts'
import { clickersOf, linksOf } from '../links/queries.ts'
import { countCalledOn } from '../records/charges.ts'
import { type BroadcastRow, findBroadcast, type SummaryRow } from '../records/queries.ts'
import { peopleNamed } from '../settings/queries.ts'
import { mayApprove, type Reader } from './may-approve.ts'

interface Names {
  users: ReadonlyMap<number, string>
  channels: ReadonlyMap<number, { type: 'lineOA' | 'lineModule'; name: string }>
  /** Empty for a reader who may not see labels. */
  labels: ReadonlyMap<number, BroadcastSummary['audience']['labels'][number]>
  clickers: ReadonlyMap<number, number>
}

async function namesOf(
  db: Db,
  storeId: number,
  rights: Rights,
  rows: readonly (SummaryRow & Partial<BroadcastRow>)[],
): Promise<Names> {
  const userIds = [...new Set(rows.flatMap((row) => [row.created_by ?? [], row.approved_by ?? []].flat()))]
  const channelIds = [...new Set(rows.flatMap(({ channel_id }) => channel_id ?? []))]
  const { rows: users } = await sql<{ id: number; name: string }>`
    select id, btrim(first_name || ' ' || last_name) as name from users where id = any(${userIds}::int[])`.execute(db)
  const { rows: channels } = await sql<{ id: number; type: 'lineOA' | 'lineModule'; name: string }>`
    select id, type, name from channel where store_id = ${storeId} and id = any(${channelIds}::int[])`.execute(db)
  const labelIds = [...new Set(rows.flatMap(({ target }) => target.include.label_ids))]
  const { rows: labels } = may(rights, 'cdp-core.label.read')
    ? await sql<BroadcastSummary['audience']['labels'][number]>`
        select id, name, color, type from label where store_id = ${storeId} and id = any(${labelIds}::int[])`.execute(
        db,
      )
    : { rows: [] }
  return {
    users: new Map(users.map(({ id, name }) => [id, name])),
    channels: new Map(channels.map(({ id, ...channel }) => [id, channel])),
    labels: new Map(labels.map((label) => [label.id, label])),
    clickers: await clickersOf(
      db,
      storeId,
      rows.flatMap(({ id, started_at }) => (started_at === null ? [] : id)),
    ),
  }
}

/** Returns who paused or stopped a broadcast last, by the audit log. */
async function lastStop(db: Db, storeId: number, id: number): Promise<Broadcast['stopped']> {
  const { rows } = await sql<NonNullable<Broadcast['stopped']>>`
    select btrim(u.first_name || ' ' || u.last_name) as name, l.at
    from audit_log l join users u on u.id = l.user_id
    where l.store_id = ${storeId} and l.subject_type = 'broadcast' and l.subject_id = ${String(id)}
      and l.action in ('broadcast_paused', 'broadcast_canceled')
    order by l.at desc, l.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

const personOf = (id: number | null, { users }: Names) => (id === null ? null : { id, name: users.get(id) ?? '' })

function summaryOf(row: SummaryRow, names: Names): BroadcastSummary {
  const channel = row.channel_id === null ? undefined : names.channels.get(row.channel_id)
  const { queued, accepted, failed, skipped, unknown } = row
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    sub_status: row.sub_status,
    reason: row.reason,
    channel: channel ? { ...channel, channel_id: row.channel_id! } : null,
    purpose_id: row.purpose_id,
    audience: {
      type: row.target.type,
      labels: row.target.include.label_ids.flatMap((id) => names.labels.get(id) ?? []),
      chosen: row.target.profile_ids.length,
    },
    schedule: { type: row.send_at === null ? 'now' : 'at', send_at: row.send_at, time_zone: row.time_zone },
    estimate: row.estimate,
    counts: { queued, accepted, failed, skipped, unknown },
    clickers: names.clickers.get(row.id) ?? null,
    author: personOf(row.created_by, names),
    created_at: row.created_at,
    updated_at: row.updated_at,
    started_at: row.started_at,
    finished_at: row.finished_at,
  }
}

/** A target's rule without what it compares sensitive fields with, for people without the right to them. Older targets have none. */
async function ruleShownTo(db: Db, storeId: number, rights: Rights, { rule }: Partial<BroadcastTarget>) {
  return rule ? withoutValues(rule, closedFields(rights, await fieldsOf(db, storeId, 'th'))) : null
}

/** Returns the holdout of a broadcast. A draft that has not chosen one gets the default; one that was sent before holdouts has none. */
const holdoutOf = ({ status, holdout_share, holdout_off_reason, repeats_id }: BroadcastRow): Broadcast['holdout'] => ({
  share: holdout_share ?? (status === 'draft' ? HOLDOUT_SHARE : 0),
  off_reason: holdout_off_reason,
  repeats_id,
})

/** Returns what is known of a call for everyone. */
async function toAllOf(db: Db, storeId: number, row: BroadcastRow): Promise<Broadcast['to_all']> {
  if (!isToAll(row.target)) return null
  const of = { storeId, channelId: row.channel_id ?? 0 }
  return {
    friends: row.line_friends,
    counted_on: row.line_counted_on,
    withdrawn: row.confirmed_withdrawn,
    called_on: row.called_on,
    charged: row.charged,
    charged_with: row.called_on === null ? 0 : await countCalledOn(db, of, row.called_on),
    charge_waits: row.charge_due_at !== null,
  }
}

async function named(db: Db, storeId: number, id: number): Promise<Broadcast['repeats']> {
  const row = await findBroadcast(db, storeId, id)
  return row ? { id, name: row.name } : null
}

/** Returns broadcasts as a list shows them. */
export async function viewSummaries(
  db: Db,
  storeId: number,
  { rights }: Reader,
  rows: readonly SummaryRow[],
): Promise<BroadcastSummary[]> {
  const names = await namesOf(db, storeId, rights, rows)
  return rows.map((row) => summaryOf(row, names))
}

/** Returns a broadcast as a reader sees it. */
export async function viewBroadcast(
  config: Pick<Config, 'mediaUrl'>,
  db: Db,
  storeId: number,
  reader: Reader,
  row: BroadcastRow,
): Promise<Broadcast> {
  const names = await namesOf(db, storeId, reader.rights, [row])
  return {
    ...summaryOf(row, names),
    target: {
      ...row.target,
      // Older targets have none.
      with_held_out: row.target.with_held_out ?? false,
      not_clicked: row.target.not_clicked ?? false,
      rule: await ruleShownTo(db, storeId, reader.rights, row.target),
    },
    chosen: await peopleNamed(db, storeId, row.target.profile_ids),
    messages: row.messages,
    quick_replies: row.quick_replies,
    stop_reply: row.stop_reply,
    notification_disabled: row.notification_disabled,
    link_tracking: row.link_tracking,
    ab_test: row.ab_test,
    trial: await trialOf(db, storeId, row),
    links: row.frozen_at === null ? [] : await linksOf(config, db, storeId, row.id),
    version: row.version,
    approved_by: personOf(row.approved_by, names),
    approved_at: row.approved_at,
    stopped: row.reason === 'user' ? await lastStop(db, storeId, row.id) : null,
    ...(row.frozen_at === null ? { unsent: 0, held_out: 0 } : await countUnsent(db, storeId, row.id)),
    clicked: row.frozen_at === null ? null : await countClicked(db, storeId, row),
    holdout: holdoutOf(row),
    repeats: row.repeats_id === null ? null : await named(db, storeId, row.repeats_id),
    to_all: await toAllOf(db, storeId, row),
    may_approve: row.sub_status === 'awaiting_approval' && (await mayApprove(db, storeId, reader, row)),
  }
}
