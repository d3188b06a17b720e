import type { FastifyRequest } from 'fastify'
import { type Db, inStore } from '../../database/db.ts'
import { auditOnce } from '../../http/audit.ts'
import type { Caller } from '../../http/authorize.ts'
import { requestOrigin } from '../../http/came-from.ts'
import type { Core } from '../../servers/core.ts'

interface Calling {
  core: Core
  storeId: number
  user: Caller
  request: FastifyRequest
}

type Act = (id: number, details?: Record<string, string | number | boolean | null>) => Promise<void>

/** Writes after LINE has answered, in a transaction that keeps the audit log as a call does. */
export function writing<T>(
  { core, storeId, user, request }: Calling,
  action: string,
  work: (db: Db, act: Act) => Promise<T>,
): Promise<T> {
  return inStore(core.pool, storeId, async (db, client) => {
    await client.query(requestOrigin(request))
    const audit = auditOnce(db, storeId, user, { requestId: request.id, action })
    return work(db, (id, details) => audit('broadcast', id, details))
  })
}
