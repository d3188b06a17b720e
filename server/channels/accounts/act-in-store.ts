import type { AuditSubject } from '@ruam/contract/reports/audit-log.ts'
import type { FastifyRequest } from 'fastify'
import { type Db, inStore } from '../../database/db.ts'
import { auditOnce } from '../../http/audit.ts'
import type { Caller } from '../../http/authorize.ts'
import { requestOrigin } from '../../http/came-from.ts'
import type { Core } from '../../servers/core.ts'

interface Acting {
  core: Core
  storeId: number
  user: Caller
  request: FastifyRequest
}

type Act = (action: string, id: number) => Promise<void>

/** Writes in a transaction after another system has answered. `act` writes the audit log as the transaction of a call does. */
export function actInStore<T>(
  { core, storeId, user, request }: Acting,
  subject: AuditSubject,
  work: (db: Db, act: Act) => Promise<T>,
): Promise<T> {
  return inStore(core.pool, storeId, async (db, client) => {
    await client.query(requestOrigin(request))
    return work(db, (action, id) => auditOnce(db, storeId, user, { requestId: request.id, action })(subject, id))
  })
}
