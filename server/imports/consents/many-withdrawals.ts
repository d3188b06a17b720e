import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { ApiError } from '../../core/api-error.ts'
import { hasGrants } from '../../customers/consents/calls/queries.ts'
import type { Db } from '../../database/db.ts'
import { consentsOf } from './consent-mapping.ts'
import { type Counts, revokedByPurpose } from './count-consents.ts'

/** A run waits for a confirmation if it ends more than 5 % of the store's consents to a purpose. */
const SHARE = 20

/** True if the run that a preview shows would end more than 5 % of the consents to a purpose. */
export async function withdrawsMany(
  db: Db,
  storeId: number,
  { mapping, consents: counts }: { mapping: MappingBody; consents: Counts },
): Promise<boolean> {
  for (const [purposeId, revoked] of revokedByPurpose(consentsOf(mapping), counts))
    if (!(await hasGrants(db, storeId, purposeId, revoked * SHARE))) return true
  return false
}

/** Throws `withdrawals_unconfirmed` if a run would end many consents and nobody has confirmed that. */
export async function refuseManyWithdrawals(
  db: Db,
  storeId: number,
  dry: { mapping: MappingBody; consents: Counts },
  confirmed: boolean,
): Promise<void> {
  if (!confirmed && (await withdrawsMany(db, storeId, dry))) throw new ApiError('withdrawals_unconfirmed')
}
