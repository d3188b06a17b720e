// Stores in which a suite of moves works: each with a person, a key of a program, a LINE account and its friends.
import { DPA_VERSION } from '@ruam/contract/access/dpa-document.ts'
import { addChannel, type Channel } from '../../tools/line/state.ts'
import type { LineEvent } from '../../tools/line/webhooks.ts'
import { newToken, tokenHash } from '../core/tokens.ts'
import { makeStore } from '../testing/servers/scene.testing.ts'
import type { CrashFile } from './crash-file.ts'
import type { MovesScene } from './moves-scene.ts'
import { type Visitor, visitorOf } from './moves-visitor.ts'

interface Customer {
  /** Undefined until a call has answered. */
  id: number | undefined
  origin: string
  /** Numbers of the edits that were accepted, and of those of which nothing tells. */
  edits: number[]
  unknown: number[]
}

/** A store, and what was accepted of it. */
export interface WorkedStore {
  id: number
  /** Beginning of the phones of its customers: no two stores have one in common. */
  place: number
  visitor: Visitor
  key: string
  channel: Channel
  channelId: number
  webhook: string
  purposeId: number
  activityType: number
  customers: Map<string, Customer>
  phones: string[]
  receipts: number[]
  events: LineEvent[]
  begunFiles: number
  files: { file: CrashFile; runs: { kind: string; stats: CrashFile['counts'] }[] }[]
  /** Texts of broadcasts, with their ids. */
  broadcasts: Map<string, number>
  exports: number
  /** Faults that were found on the way, in words. */
  faults: string[]
}

const FRIENDS = 1200
const SESSION_SECONDS = 4 * 3600

/** Makes a store at home. `place`: its number among those of the suite. */
export async function openWorkedStore(scene: MovesScene, place: number): Promise<WorkedStore> {
  const [home] = scene.clusters
  const storeId = await makeStore(home, 20)
  const ask = async (sql: string, values: unknown[]) =>
    (await home.admin.query<{ id: number }>(sql, values)).rows[0]!.id
  // Stores of the application begin with it: what programs may write.
  await home.admin.query('select open_system_fields($1::int)', [storeId])
  const person = await ask('select user_id as id from store_member where store_id = $1', [storeId])
  await home.admin.query(
    `insert into dpa_decision (store_id, version, status, consentee, document_hash, decided_by) values ($1, $2, 'accepted', '{}', '', $3)`,
    [storeId, DPA_VERSION, person],
  )
  const session = newToken()
  await home.admin.query('select auth.begin_session($1, $2, $3, $4, $4)', [
    person,
    tokenHash(newToken()),
    tokenHash(session),
    SESSION_SECONDS,
  ])
  const visitor = visitorOf(scene, storeId, session)
  const channel = addChannel(scene.line.state, { quota: null })
  const account = await visitor.surely('POST', '/line-oa', {
    channel_id: channel.id,
    channel_secret: channel.secret,
  })
  await home.admin.query(
    `with made as (
      insert into profile (store_id, first_name) select $1, 'เพื่อน ' || n from generate_series(1, $3::int) n returning id)
    insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
    select $1, 'lineOA', $2, 'U' || lpad(id::text, 32, '0'), id, 'friend', now() from made`,
    [storeId, account.id, FRIENDS],
  )
  await home.admin.query(
    `insert into broadcast_setting (store_id, unknown_consent, approval, per_object, tester_ids) values ($1, 'send', false, false, '{}')`,
    [storeId],
  )
  const key = await visitor.surely('POST', '/apikey', { name: 'POS', scopes: ['profile:write', 'activity:write'] })
  return {
    ...{ id: storeId, place, visitor, channel, channelId: account.id, key: key.key },
    webhook: new URL(account.webhook.url).pathname,
    purposeId: await ask("insert into consent_purpose (store_id, name) values ($1, 'ข่าวสาร') returning id", [storeId]),
    activityType: await ask("insert into activity_type (store_id, name) values ($1, 'ซื้อซ้ำ') returning id", [storeId]),
    ...{ customers: new Map(), phones: [], receipts: [], events: [], files: [] },
    ...{ broadcasts: new Map(), begunFiles: 0, exports: 0, faults: [] },
  }
}
