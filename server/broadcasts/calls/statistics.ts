import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { z } from 'zod'
import { fetchLine, type LineCredentials, LineError, LineUnreachable } from '../../channels/accounts/line-client.ts'
import { lineDay } from '../../channels/accounts/line-month.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { databaseNow } from '../../core/now.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { type BroadcastRow, saveStatistics } from '../records/queries.ts'
import { aggregationUnit } from '../sending/build.ts'
import { acceptedRequest, reportAtLine } from '../to-all/report.ts'

/** Minutes until LINE is asked again: it takes 60 such calls an hour for a whole account. */
const KEPT_MS = 30 * 60_000
/** Days for which LINE keeps the figures of a unit. */
const DAYS = 14

const Aggregation = z.object({
  overview: z.object({ uniqueImpression: z.number().nullish(), uniqueClick: z.number().nullish() }).nullish(),
})

const none = { opened: null, clicked: null, delivered: null }

/** Returns LINE's figures of a broadcast, asked for again when they are old. If LINE does not answer, the former ones. */
export async function statisticsOf(core: Core, storeId: number, row: BroadcastRow) {
  const known = { ...none, ...row.statistics, at: row.statistics_at }
  const isFresh = row.statistics_at !== null && databaseNow() - Date.parse(row.statistics_at) < KEPT_MS
  const isOld = row.started_at === null || databaseNow() - Date.parse(row.started_at) > DAYS * 86_400_000
  if (isFresh || isOld || row.channel_id === null) return known
  const account = await inStore(core.pool, storeId, (db) => lineAccountById(db, storeId, row.channel_id!))
  if (account?.status !== 'active') return known
  const requestId = isToAll(row.target)
    ? await inStore(core.pool, storeId, (db) => acceptedRequest(db, storeId, row.id))
    : undefined
  if (requestId === null) return known
  const credentials = credentialsOf(core, storeId, account)
  try {
    const figures =
      requestId === undefined
        ? await figuresOfUnit(core, credentials, row)
        : await reportAtLine(core, credentials, requestId)
    const at = await inStore(core.pool, storeId, (db) => saveStatistics(db, storeId, row.id, figures))
    return { ...figures, at }
  } catch (error) {
    if (error instanceof LineError || error instanceof LineUnreachable) return known
    throw error
  }
}

async function figuresOfUnit(core: Core, credentials: LineCredentials, row: BroadcastRow) {
  const query = new URLSearchParams({
    customAggregationUnit: aggregationUnit(row.id),
    from: lineDay(new Date(row.started_at!)),
    to: lineDay(new Date(databaseNow())),
  })
  const path = `/v2/bot/insight/message/event/aggregation?${query}`
  const { overview } = await fetchLine(core, credentials, path, Aggregation)
  return { opened: overview?.uniqueImpression ?? null, clicked: overview?.uniqueClick ?? null, delivered: null }
}
