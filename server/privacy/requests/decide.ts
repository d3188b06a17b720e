import type { requestDecisions } from '@ruam/contract/privacy/requests.ts'
import { type SqlBool, sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Principal } from '../../core/principal.ts'
import { listPurposes } from '../../customers/consents/calls/queries.ts'
import { recordConsent } from '../../customers/consents/calls/record.ts'
import { startErasures } from '../../customers/erasure/start.ts'
import { authorsNamed } from '../../customers/history/source-names.ts'
import { restrictProfile } from '../../customers/restriction/queries.ts'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { findRequest, profilesOfRequest, type RequestRow } from './queries.ts'
import { requestSetting } from './setting.ts'

interface Acting {
  core: Pick<Core, 'jobs'>
  db: Db
  storeId: number
  user: Principal
}

interface Decided {
  decision: (typeof requestDecisions)[number]
  reason: string
}

/**
 * Decides a request whose requester is known, and does what was granted. Throws request_decided with the name of who was first, and
 * request_step at any other step.
 */
export async function decideRequest(acting: Acting, row: RequestRow, { decision, reason }: Decided): Promise<void> {
  const { db, storeId, user } = acting
  const grants = decision !== 'refused'
  const waits = grants && row.kind === 'erase' && (await requestSetting(db, storeId)).erase_needs_two
  const decided = await db
    .updateTable('privacy_request')
    .set({
      ...{ decision, decision_reason: reason, decided_by: user.id, needs_approval: waits },
      ...{ decided_at: sql`clock_timestamp()`, updated_at: risenUpdatedAt },
    })
    .where('store_id', '=', storeId)
    .where('id', '=', row.id)
    .where('identity_at', 'is not', null)
    .where('decided_at', 'is', null)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!decided) throw await lateFor(db, storeId, row.id)
  if (grants && !waits) await doGranted(acting, row, reason)
}

async function lateFor(db: Db, storeId: number, id: number): Promise<ApiError> {
  const now = await findRequest(db, storeId, id)
  if (!now?.decided_at || now.decided_by === null) return new ApiError('request_step')
  const [author] = await authorsNamed(db, [now.decided_by])
  return new ApiError('request_decided', { name: author?.name ?? '' })
}

/** Confirms an erasure as a second person, and starts it. Throws request_own_approval, and request_step at any other step. */
export async function approveErasure(acting: Acting, row: RequestRow): Promise<void> {
  const { db, storeId, user } = acting
  if (row.decided_by === user.id) throw new ApiError('request_own_approval')
  const approved = await db
    .updateTable('privacy_request')
    .set({ approved_at: sql`clock_timestamp()`, approved_by: user.id, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', row.id)
    .where(sql<SqlBool>`needs_approval and approved_at is null and closed_at is null and decided_at is not null`)
    .returning('id')
    .executeTakeFirst()
  if (!approved) throw new ApiError('request_step')
  await doGranted(acting, row, row.decision_reason)
}

/** Restricts, withdraws or erases. What customers want to see or correct is left to staff. */
async function doGranted({ core, db, storeId, user }: Acting, row: RequestRow, reason: string): Promise<void> {
  const ids = await profilesOfRequest(db, storeId, row.id)
  if (row.kind === 'erase') await startErasures(core, db, storeId, user, ids)
  if (row.kind === 'restrict' || row.kind === 'object') {
    const kind = row.kind === 'object' ? 'objected' : 'restricted'
    for (const profile_id of ids.toSorted((a, b) => a - b))
      await restrictProfile(db, storeId, user, { profile_id, kind, reason })
  }
  if (row.kind === 'withdraw') {
    const purposes = (await listPurposes(db, storeId, { offset: 0, limit: 0 })).map(({ id }) => id)
    const meant = row.purpose_ids.length > 0 ? purposes.filter((id) => row.purpose_ids.includes(id)) : purposes
    for (const profile_id of ids)
      for (const purpose_id of meant)
        await recordConsent(db, storeId, user, {
          ...{ profile_id, purpose_id, operation: 'withdrawn', note: '' },
          evidence: { way: 'request' },
        })
  }
}
