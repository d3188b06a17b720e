import type { AgreementDocument } from '@ruam/contract/access/dpa-document.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

interface InForce {
  status: 'found' | 'not-found' | 'declined'
  version: string
  document: AgreementDocument
  document_hash: string
}

/** The agreement in force, and how the current store stands to it. */
export async function agreementInForce(db: Db): Promise<InForce> {
  const { rows } = await sql<InForce>`select * from auth.agreement()`.execute(db)
  return rows[0]!
}

/** The newest decisions of a store: about a version, and about any other. */
export async function newestDecisions(db: Db, storeId: number, version: string) {
  const rows = (way: '=' | '<>') =>
    db
      .selectFrom('dpa_decision')
      .select(['version', 'status', 'consentee', 'decided_at'])
      .where('store_id', '=', storeId)
      .where('version', way, version)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  return { current: await rows('='), earlier: await rows('<>') }
}

interface NewDecision {
  version: string
  document_hash: string
  status: 'accepted' | 'declined'
  consentee: { name: string; email: string; position: string; company: string }
  decided_by: number
}

export async function addDecision(db: Db, storeId: number, { consentee, ...decision }: NewDecision): Promise<void> {
  await db
    .insertInto('dpa_decision')
    .values({ store_id: storeId, ...decision, consentee: JSON.stringify(consentee) })
    .execute()
}
