import { reservedFor } from '@ruam/contract/broadcasts/to-all.ts'
import { z } from 'zod'
import { fetchLine, type LineCredentials, LineError, LineUnreachable } from '../../channels/accounts/line-client.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { correctSent } from '../../channels/accounts/quota.ts'
import { refreshQuota } from '../../channels/accounts/refresh-quota.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { outsideText } from '../../core/outside-text.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { dueCharges, postponeCharge, saveCharge } from '../records/charges.ts'

const Delivered = z.object({ status: outsideText(40), success: z.int().min(0).max(2_147_483_647).optional() })

/** Asks LINE what it charged for the calls for everyone of a day; null: it hides that, undefined: not counted yet. */
async function chargeAtLine(core: Core, credentials: LineCredentials, day: string): Promise<number | null | undefined> {
  const path = `/v2/bot/message/delivery/broadcast?date=${day.replaceAll('-', '')}`
  const { status, success } = await fetchLine(core, credentials, path, Delivered)
  if (status === 'ready') return success
  return status === 'unready' ? undefined : null
}

/** Saves what LINE charged for the calls for everyone of an account, and reads its quota again: what was reserved on top was not used. */
export async function reconcileCharges(core: Core, storeId: number, channelId: number): Promise<void> {
  const of = { storeId, channelId }
  const { days, account } = await inStore(core.pool, storeId, async (db) => {
    const due = await dueCharges(db, of)
    return { days: due, account: due.length > 0 ? await lineAccountById(db, storeId, channelId) : undefined }
  })
  const credentials = account?.status === 'active' ? credentialsOf(core, storeId, account) : undefined
  for (const day of days)
    try {
      const charged = credentials && (await chargeAtLine(core, credentials, day))
      if (credentials && charged !== undefined) await refreshQuota(core, storeId, channelId, credentials)
      await inStore(core.pool, storeId, async (db) => {
        if (charged === undefined) return postponeCharge(db, of, day)
        const rows = await saveCharge(db, of, day, charged)
        const [first] = rows
        if (!first || charged === null) return
        const counted = rows.reduce((sum, row) => sum + reservedFor(row.line_friends) * row.per_person, 0)
        const month = { channelId, month: first.quota_month }
        await correctSent(db, storeId, month, { at: first.started_at, by: charged - counted })
      })
    } catch (error) {
      if (!(error instanceof LineError || error instanceof LineUnreachable)) throw error
      await inStore(core.pool, storeId, (db) => postponeCharge(db, of, day))
    }
}
