import { type Agreement, dpa } from '@ruam/contract/access/dpa.ts'
import { hasRole, OWNER } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import type { AuditOfCall } from '../../http/audit.ts'
import { implement } from '../../http/implement.ts'
import { lockAccess } from '../roles/access.ts'
import { addDecision, agreementInForce, newestDecisions } from './queries.ts'

const results = { found: 'accepted', declined: 'declined', 'not-found': 'not-found' } as const

/** A call in which an owner decides for the store. */
interface Deciding {
  db: Db
  storeId: number
  user: { id: number }
  audit: AuditOfCall
  body: {
    status: 'accepted' | 'declined'
    consentee: { name: string; email: string; position: string; company: string }
    document_hash?: string | undefined
  }
}

export const dpaRoutes = implement(dpa, {
  async status({ db }) {
    const { status, version } = await agreementInForce(db)
    return { status, result: results[status], version }
  },

  decide: (context) =>
    decided(context, (before, { status, consentee }) => {
      if (before.result !== 'not-found' && before.result !== status) throw context.fail('dpa_decided')
      return before.result === 'not-found' || !isSame(before.consentee!, consentee)
    }),

  change: (context) => decided(context, () => true),

  detail: ({ db, storeId }) => agreementOf(db, storeId),

  consentee: async ({ db, storeId }) => ({ consentee: (await agreementOf(db, storeId)).consentee }),
})

type Consentee = Deciding['body']['consentee']
const isSame = (one: Consentee, other: Consentee) =>
  (['name', 'email', 'position', 'company'] as const).every((key) => one[key] === other[key])

async function agreementOf(db: Db, storeId: number): Promise<Agreement> {
  const { status, ...inForce } = await agreementInForce(db)
  const { current, earlier } = await newestDecisions(db, storeId, inForce.version)
  return {
    ...inForce,
    status,
    result: results[status],
    consentee: current?.consentee ?? null,
    decided_at: current?.decided_at ?? null,
    earlier: earlier ? { version: earlier.version, result: earlier.status, decided_at: earlier.decided_at } : null,
  }
}

/** Adds a decision where `isNew` says so, one after the other: who no longer is an owner by then decides nothing. */
async function decided(
  { db, storeId, user, body, audit }: Deciding,
  isNew: (before: Agreement, body: Deciding['body']) => boolean,
): Promise<Agreement> {
  const { rights } = await lockAccess(db, storeId, user, 'member')
  if (!hasRole(rights, OWNER)) throw new ApiError('forbidden', { permission: OWNER })
  const before = await agreementOf(db, storeId)
  const { version, document_hash } = before
  if (body.document_hash !== undefined && body.document_hash !== document_hash) throw new ApiError('dpa_outdated')
  if (!isNew(before, body)) return before
  const { status, consentee } = body
  await addDecision(db, storeId, { version, document_hash, status, consentee, decided_by: user.id })
  await audit('store', storeId, { status, version })
  return agreementOf(db, storeId)
}
