import { timeZoneOf } from '../../access/stores/queries.ts'
import { automationDraw } from '../../broadcasts/audience/draw.ts'
import type { Db } from '../../database/db.ts'
import { writeStepEvents } from '../../open-api/webhooks/step-events.ts'
import type { Core } from '../../servers/core.ts'
import { profileEffects } from '../engine/effects.ts'
import { sendMessages } from '../messages/send.ts'
import type { Effects, World } from '../records/world.ts'

/** The world of the product, in a transaction. */
export async function productWorld(core: Pick<Core, 'config' | 'jobs'>, db: Db, storeId: number): Promise<World> {
  return {
    db,
    storeId,
    timeZone: await timeZoneOf(db, storeId),
    draw: ({ automation_id, holdout }) => automationDraw(core.config, storeId, automation_id, holdout),
    effects: effectsOf(core),
  }
}

const effectsOf = (core: Pick<Core, 'jobs'>): Effects => ({
  ...profileEffects,

  async event({ db, storeId }, { automation_id, version }, { id, webhook_id }, due) {
    const profileIds = due.map(({ profile_id }) => profile_id)
    const event = { webhookId: webhook_id, automationId: automation_id, version, step: id, profileIds }
    const change = await writeStepEvents(db, storeId, event)
    return profileIds.map((profile_id) => ({ profile_id, id: change }))
  },

  async send({ db, storeId }, version, step, due) {
    return sendMessages(core, { db, storeId }, version, step, due)
  },
})
