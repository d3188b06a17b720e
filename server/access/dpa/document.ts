import { createHash } from 'node:crypto'
import { agreementText, DPA_VERSION, dpaDocument } from '@ruam/contract/access/dpa-document.ts'
import type pg from 'pg'

/** The SHA-256 of the agreement's text in both languages. */
export const DPA_HASH = createHash('sha256').update(agreementText(dpaDocument)).digest('hex')

/** Puts the agreement of this version into force; at each start. Throws where its version was published with another text. */
export async function publishAgreement(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const document = JSON.stringify(dpaDocument)
  await pool.query('select auth.publish_agreement($1, $2, $3)', [DPA_VERSION, document, DPA_HASH])
}
