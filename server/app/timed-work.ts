import type { FastifyBaseLogger } from 'fastify'
import { endWeakSessionsSteadily } from '../access/stores/second-factor.ts'
import { countEffectsHourly } from '../automations/messages/listed-effects.ts'
import { workAutomationsSteadily } from '../automations/work/clock.ts'
import { notifyEffectsHourly } from '../broadcasts/effect/notify-effects.ts'
import { sendSteadily } from '../broadcasts/sending/clock.ts'
import { checkAccountsSteadily } from '../channels/accounts/clock.ts'
import { listFollowersSteadily } from '../channels/followers/clock.ts'
import { fetchNamesSteadily, purgeOnlineLogHourly } from '../channels/inbox/clock.ts'
import { moveMenusSteadily, purgeMenuMovesHourly } from '../channels/rich-menus/assign/clock.ts'
import { syncMenusSteadily } from '../channels/rich-menus/publish/clock.ts'
import type { TimedWork } from '../core/clock.ts'
import { readValuesSteadily } from '../customers/profiles/read-values-steadily.ts'
import { sweepSteadily } from '../customers/segments/sweep.ts'
import type { Database } from '../database/database.ts'
import { refreshStatisticsSteadily } from '../database/refresh-statistics.ts'
import { rewriteNightly } from '../database/rewrite/nightly.ts'
import type { Rewritten } from '../database/rewrite/rewrite-pages.ts'
import { listDecisionsSteadily, pruneDecisionsDaily } from '../decisions/write.ts'
import { ingestSteadily } from '../ingest/ingester/clock.ts'
import { endStreamsHourly } from '../ingest/receipts/clock.ts'
import { purgeHourly } from '../jobs/purge.ts'
import { watchDiskHourly } from '../notifications/disk.ts'
import { purgeChangesHourly } from '../open-api/changes/clock.ts'
import { warnOfExpiryHourly } from '../open-api/keys/expiry.ts'
import { syncSqlLogins } from '../open-api/profile-api/steadily.ts'
import { sendWebhooksSteadily } from '../open-api/webhooks/clock.ts'
import { endCopiesHourly } from '../privacy/copy/clock.ts'
import { noticeUnusualReadingsHourly } from '../privacy/exposure/unusual.ts'
import { remindOfIncidentsSteadily } from '../privacy/incidents/remind.ts'
import { remindOfRequestsHourly } from '../privacy/requests/remind.ts'
import { retainSteadily } from '../privacy/retention/clock.ts'
import { forwardSteadily } from '../push/forward.ts'
import { checkSealsHourly } from '../reports/audit-log/check-seals.ts'
import { sealHourly } from '../reports/audit-log/seals.ts'
import { sumUpDaysHourly } from '../reports/dashboard/days.ts'
import { endExportsSteadily } from '../reports/exports/end-exports.ts'
import { sumUpReadsHourly } from '../reports/readers/sum-up.ts'
import { type Core, serverNumber } from '../servers/core.ts'
import type { runningServers } from '../servers/database-servers.ts'
import { closeStraysHourly, lookAfterMovesSteadily } from '../servers/move/look-after-moves.ts'
import { watchSteadily } from '../watches/files/clock.ts'
import { sendLineNoticesSteadily } from '../watches/line-notices/send.ts'
import { archiveSteadily, copyBasesDaily } from './archive/steadily.ts'
import { nightlyBackup } from './backup/nightly.ts'
import { finishMigrations } from './finish-migrations.ts'
import { rehearseWeekly } from './rehearsal/weekly.ts'
import { removeStoresHourly } from './store-removal/remove-stores.ts'

interface OfProcess {
  servers: ReturnType<typeof runningServers>
  logger: FastifyBaseLogger
  say(line: string): void
}

/** Returns what a worker does by the clock for one server, feature by feature. */
export function timedWork(
  there: Core,
  { ownerUrl, rewriteUrl, directAppUrl }: Pick<Database, 'ownerUrl' | 'rewriteUrl' | 'directAppUrl'>,
  { servers, logger, say }: OfProcess,
): TimedWork[] {
  const { config } = there
  const isHome = serverNumber(there) === 1
  const sayRewritten = ({ table, ms, done }: Rewritten) =>
    say(
      done
        ? `Rewrote the table ${table} in ${(ms / 1000).toFixed(1)} s.`
        : `The table ${table} is in use: its rewrite waits.`,
    )
  const nightly = { hour: config.rewriteHour, ownerUrl: rewriteUrl, report: sayRewritten }
  const logins = {
    ...{ enabled: config.sqlAccess, ownerUrl, superUrl: rewriteUrl },
    onEnded: (role: string) => logger.warn({ role }, 'ended a long statement of a SQL login'),
  }
  return [
    finishMigrations(ownerUrl),
    purgeHourly(there),
    listDecisionsSteadily(there),
    pruneDecisionsDaily(there),
    watchDiskHourly(there),
    endExportsSteadily(there),
    sealHourly(there),
    checkSealsHourly(there),
    sumUpReadsHourly(there),
    removeStoresHourly(there),
    endWeakSessionsSteadily(there),
    ...(config.servers.length > 0 && isHome ? [lookAfterMovesSteadily(servers), closeStraysHourly(servers, say)] : []),
    refreshStatisticsSteadily(there),
    readValuesSteadily(there),
    sweepSteadily(there),
    sumUpDaysHourly(there),
    // Its lease belongs to a process that may do it.
    ...(config.rewriteHour === null ? [] : [rewriteNightly(nightly)]),
    ingestSteadily(there),
    purgeOnlineLogHourly(there),
    endStreamsHourly(there),
    warnOfExpiryHourly(there),
    remindOfRequestsHourly(there),
    remindOfIncidentsSteadily(there),
    endCopiesHourly(there),
    noticeUnusualReadingsHourly(there),
    retainSteadily(there),
    purgeChangesHourly(there),
    sendWebhooksSteadily(there, (error) => logger.error(error, 'a webhook failed')),
    // Further servers are backed up by PostgreSQL's own means.
    ...(config.backupFolder && isHome ? [nightlyBackup(there), rehearseWeekly(there)] : []),
    ...(config.archive && isHome ? [archiveSteadily(config, rewriteUrl), copyBasesDaily(config, rewriteUrl)] : []),
    watchSteadily(there),
    sendLineNoticesSteadily(there),
    sendSteadily(there),
    workAutomationsSteadily(there, (error) => logger.error(error, 'an automation failed')),
    notifyEffectsHourly(there),
    countEffectsHourly(there),
    fetchNamesSteadily(there),
    moveMenusSteadily(there),
    purgeMenuMovesHourly(there),
    checkAccountsSteadily(there),
    syncMenusSteadily(there),
    listFollowersSteadily(there),
    syncSqlLogins(logins),
    ...(config.nats ? [forwardSteadily(there.pool, directAppUrl, config.nats)] : []),
  ]
}
