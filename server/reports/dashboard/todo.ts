import { type ConnectionFault, connectionFaultNames, connectionOf } from '@ruam/contract/channels/connection.ts'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { WARN_OF_EXPIRY_DAYS } from '@ruam/contract/platform/constants.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { REMINDED_DAYS } from '@ruam/contract/privacy/requests.ts'
import type { DashboardTodo } from '@ruam/contract/reports/dashboard.ts'
import { watches } from '@ruam/contract/watches/watches.ts'
import { sql } from 'kysely'
import { countPausedBroadcasts } from '../../broadcasts/records/paused-by-restore.ts'
import { countSetAside } from '../../channels/inbox/set-aside.ts'
import { cleanName } from '../../core/clean-text.ts'
import { countPairs } from '../../customers/duplicates/queries.ts'
import { ruleFaultsIn } from '../../customers/membership/faults.ts'
import { allSegments } from '../../customers/membership/segments.ts'
import { normalizeRule } from '../../customers/membership/stored-rule.ts'
import { dueFollowUps } from '../../customers/profile-activities/follow-ups.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import { ruleContext } from '../../customers/rules/context.ts'
import type { Db } from '../../database/db.ts'

/** Pending tasks that this person may do. */
export async function todoOf(db: Db, storeId: number, userId: number, rights: Rights): Promise<DashboardTodo> {
  const rows = may(rights, 'cdp-core.datasource.read') ? await rowsToSee(db, storeId) : undefined
  const approval = may(rights, 'cdp-core.broadcast.approve') ? await approvals(db, storeId, userId) : undefined
  const due = may(rights, 'cdp-core.profile.read')
    ? await dueFollowUps(db, storeId, { offset: 0, limit: NAMED })
    : undefined
  return {
    follow_ups: due
      ? {
          total: due.total,
          first: due.data.map(({ profile, follow_on }) => ({ ...profile, day: follow_on })),
        }
      : null,
    duplicates: may(rights, 'cdp-core.profile.merge') ? (await countPairs(db, storeId, 'open')).total : null,
    waiting_rows: rows?.waiting ?? null,
    waiting_files: may(rights, watches.decide.permission) ? await waitingFiles(db, storeId) : null,
    failed_rows: rows?.failed ?? null,
    broken_segments: may(rights, 'cdp-core.label.read') ? await brokenSegments(db, storeId) : null,
    days_without_backup: may(rights, 'store.store.edit') ? await daysWithoutBackup(db) : null,
    held_after_restore: may(rights, 'cdp-core.broadcast.send') ? await countPausedBroadcasts(db, storeId) : null,
    set_aside_events: await setAsideEvents(db, storeId, rights),
    ...(await brokenChannels(db, storeId, rights)),
    ending_credentials: await endingCredentials(db, storeId, rights),
    privacy_requests: await pressingRequests(db, storeId, rights),
    ...(await deadLetters(db, storeId, rights)),
    broadcast_approvals: approval?.total ?? null,
    broadcast: approval?.oldest ?? null,
  }
}

/** Graphemes of a file's name. */
const FILE_NAME = 255

/** Days after which a missing backup is something to do. */
const BACKUP_DAYS = 2

async function daysWithoutBackup(db: Db): Promise<number> {
  const { rows } = await sql<{ days: number | null }>`select auth.days_without_backup() as days`.execute(db)
  const days = rows[0]!.days ?? 0
  return days >= BACKUP_DAYS ? days : 0
}

/** Counts channels with a fault, of the kinds that the person may set up, and names the LINE account with the gravest. */
async function brokenChannels(
  db: Db,
  storeId: number,
  rights: Rights,
): Promise<Pick<DashboardTodo, 'broken_channels' | 'broken_channel'>> {
  const types = [
    ...(may(rights, 'cdp-core.setting-line.edit') ? ['lineOA', 'lineModule'] : []),
    ...(may(rights, 'cdp-core.setting-facebook.edit') ? ['facebook'] : []),
  ]
  if (types.length === 0) return { broken_channels: null, broken_channel: null }
  const { rows } = await sql<BrokenChannel>`
    select id, name, type, status, fault from channel
    where store_id = ${storeId} and type = any(${types}::text[]) and status <> 'inactive'
      and (status = 'error' or fault is not null)
    order by array_position(${connectionFaultNames}::text[], fault), id`.execute(db)
  const [first] = rows.filter(({ type }) => type !== 'facebook')
  return {
    broken_channels: rows.length,
    broken_channel: first
      ? { id: first.id, name: first.name, module: first.type === 'lineModule', connection: connectionOf(first) }
      : null,
  }
}

interface BrokenChannel {
  id: number
  name: string
  type: string
  status: string
  fault: ConnectionFault | null
}

/** Counts events of channels that no try could apply, for those who may replay them. */
const setAsideEvents = async (db: Db, storeId: number, rights: Rights): Promise<number | null> =>
  onlineLog.replay.permission.some((permission) => may(rights, permission)) ? countSetAside(db, storeId) : null

/** Counts credentials that end soon, of the kinds that the person may see. */
async function endingCredentials(db: Db, storeId: number, rights: Rights): Promise<number | null> {
  const kinds = [
    ...(may(rights, 'cdp-core.api-key.read') ? ['key'] : []),
    ...(may(rights, 'datasource-open-api-token.read') ? ['token'] : []),
  ]
  if (kinds.length === 0) return null
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from credential
    where store_id = ${storeId} and kind = any(${kinds}::text[]) and status = 'active' and expires_at > now()
      and expires_at <= now() + make_interval(days => ${WARN_OF_EXPIRY_DAYS})`.execute(db)
  return rows[0]!.total
}

/** Counts open privacy requests that the store is reminded of, for those who may answer them. */
async function pressingRequests(db: Db, storeId: number, rights: Rights): Promise<number | null> {
  if (!may(rights, 'cdp-core.privacy.manage') || !may(rights, 'cdp-core.profile.read')) return null
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from privacy_request
    where store_id = ${storeId} and closed_at is null and due_at <= now() + make_interval(days => ${REMINDED_DAYS[0]})`.execute(
    db,
  )
  return rows[0]!.total
}

/** Automatic files that wait for a decision, and the one that has waited longest. */
async function waitingFiles(db: Db, storeId: number): Promise<NonNullable<DashboardTodo['waiting_files']>> {
  const { rows } = await sql<{ id: number; name: string; watch_id: number; watch_name: string }>`
    select f.id, f.name, w.id as watch_id, w.name as watch_name
    from watch_file f join watch w on w.store_id = f.store_id and w.id = f.watch_id
    where f.store_id = ${storeId} and f.status = 'waiting' order by f.id`.execute(db)
  const [first] = rows
  if (!first) return { total: 0, first: null }
  const { id, name, watch_id, watch_name } = first
  return {
    total: rows.length,
    first: { id, name: cleanName(name, FILE_NAME), watch: { id: watch_id, name: watch_name } },
  }
}

/** Counts failed items that a person may see and nobody replays: those of connectors, and those of programs. */
async function deadLetters(db: Db, storeId: number, rights: Rights) {
  if (!may(rights, 'datasource-open-api.edit')) return { dead_letters: null, program_letters: null }
  const { rows } = await sql<{ dead_letters: number; program_letters: number }>`
    select (count(*) filter (where s.credential_id is null))::int as dead_letters, count(s.credential_id)::int as program_letters
    from dead_letter d join data_source s on s.store_id = ${storeId} and s.id = d.data_source_id
    where d.store_id = ${storeId} and d.replay_at is null and (${maySeeSensitive(rights)} or not d.sensitive)`.execute(
    db,
  )
  const [counts] = rows
  const maySeePrograms = may(rights, 'cdp-core.api-key.read') || may(rights, 'datasource-open-api-token.read')
  return { ...counts!, ...(!maySeePrograms && { program_letters: null }) }
}

/** Broadcasts that wait for approval and that the person did not write, with the oldest of them. */
async function approvals(db: Db, storeId: number, userId: number) {
  const { rows } = await sql<{ total: number; oldest: DashboardTodo['broadcast'] }>`
    select count(*)::int as total, (jsonb_agg(jsonb_build_object('id', id, 'name', name) order by id)) -> 0 as oldest
    from broadcast where store_id = ${storeId} and status = 'draft'
      and sub_status = 'awaiting_approval' and not ${userId}::int = any(author_ids)`.execute(db)
  return rows[0]!
}

/** Data sources that are named. */
const NAMED = 3

type Kind = 'waiting' | 'failed'

/** Rows to see to in the newest run of each data source. A run counts both kinds as failed. */
async function rowsToSee(db: Db, storeId: number): Promise<Record<Kind, NonNullable<DashboardTodo['failed_rows']>>> {
  const { rows } = await sql<Record<Kind, number> & { id: number; name: string }>`
    select id, name, failed - held as failed, held as waiting from (
      select distinct on (r.data_source_id) d.id, d.name, r.failed, r.held, r.undone_at
      from run r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
      where r.store_id = ${storeId} and r.kind = 'real' and d.deleted_at is null
        and r.created_at > now() - interval '30 days'
      order by r.data_source_id, r.id desc
    ) newest where undone_at is null and failed > 0`.execute(db)
  const of = (kind: Kind) => {
    const sources = rows.filter((row) => row[kind] > 0).sort((a, b) => b[kind] - a[kind] || a.id - b.id)
    return {
      rows: sources.reduce((sum, row) => sum + row[kind], 0),
      sources: sources.slice(0, NAMED).map((row) => ({ id: row.id, name: row.name, rows: row[kind] })),
    }
  }
  return { waiting: of('waiting'), failed: of('failed') }
}

async function brokenSegments(db: Db, storeId: number): Promise<number> {
  const rules = (await allSegments(db, storeId)).map(({ rule }) => rule)
  if (rules.length === 0) return 0
  const context = await ruleContext(db, storeId, rules.map(normalizeRule))
  return rules.filter((rule) => ruleFaultsIn(rule, context).length > 0).length
}
