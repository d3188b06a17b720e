import { automationMessages } from '@ruam/contract/automations/messages.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { refuseClosedPeople } from '../../broadcasts/audience/closed-target.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { targetOfMessaged } from './apology.ts'
import { automationEffect } from './effect.ts'
import { messageSteps } from './steps.ts'

export const automationMessageRoutes = implement(automationMessages, {
  async effect({ db, storeId, user, params: { id } }) {
    await refuseMissing(db, storeId, id)
    await refuseClosed(db, storeId, user.rights, id)
    return automationEffect(db, storeId, id)
  },

  async steps({ db, storeId, user, params: { id } }) {
    await refuseMissing(db, storeId, id)
    await refuseClosed(db, storeId, user.rights, id)
    return { steps: await messageSteps(db, storeId, id) }
  },
})

async function refuseMissing(db: Db, storeId: number, id: number): Promise<void> {
  const found = await db
    .selectFrom('automation')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new ApiError('not_found')
}

/** Throws field_closed if the people of an automation are closed: sums of theirs would tell more than their number. */
async function refuseClosed(db: Db, storeId: number, rights: Rights, id: number): Promise<void> {
  const messaged = await targetOfMessaged(db, storeId, id)
  if (messaged) await refuseClosedPeople(db, storeId, rights, messaged.target)
}
