import { system } from '@ruam/contract/reports/system.ts'
import { sql } from 'kysely'
import { implement } from '../../http/implement.ts'
import { queueMail } from '../../mail/mails.ts'
import { systemReport } from './report.ts'

/** Seconds between two reports of a store to the people who run the installation. */
const AGAIN_SECONDS = 600

export const systemRoutes = implement(system, {
  get: ({ core, storeId, user }) => systemReport(core, storeId, user.rights),

  async send({ core, db, storeId, user }) {
    if (!core.config.operatorEmail || !core.config.mail) return { result: 'no_address' as const }
    const key = `system-report:${storeId}`
    const { rows } = await sql<{ wait: number }>`select auth.take(${key}, 1, ${AGAIN_SECONDS}) as wait`.execute(db)
    if (rows[0]!.wait > 0) return { result: 'sent_before' as const }
    await queueMail(core, db, 'system_report', { store_id: storeId, user_id: user.id })
    return { result: 'sent' as const }
  },
})
