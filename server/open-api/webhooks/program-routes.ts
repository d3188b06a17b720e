import { changeTypeNames, changeTypes } from '@ruam/contract/open-api/changes.ts'
import { programWebhooks } from '@ruam/contract/open-api/program-webhooks.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { rightsOfScopes, type Scope } from '@ruam/contract/platform/scopes.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { type ChangeCaller, hasScope } from '../changes/readable.ts'
import { refuseKeyBeyond } from '../keys/routes.ts'
import { visibleProgram } from '../programs/visible.ts'
import { callerOf } from './caller.ts'
import { placeNow } from './place.ts'
import { sendAgain, updateWebhook, webhooksIn } from './queries.ts'
import { checkTarget, renewSecret, subscribe } from './subscribe.ts'
import { programReadsSensitive, visibleDeliveries } from './visible-deliveries.ts'

/** Webhooks of a program that a person may see. Throws not_found. */
async function webhooksSeen(db: Db, storeId: number, rights: Rights, id: number) {
  await visibleProgram(db, storeId, rights, id)
  return webhooksIn(db, storeId).where('credential_id', '=', id)
}

/** Locks one of them. Throws not_found. */
async function holdSeen(db: Db, storeId: number, rights: Rights, { id, webhook }: { id: number; webhook: number }) {
  const rows = (await webhooksSeen(db, storeId, rights, id)).where('id', '=', webhook)
  const found = await rows.forUpdate().executeTakeFirst()
  if (!found) throw new ApiError('not_found')
  return found
}

/** Returns a program that a person may see and whose credential is valid. Throws not_found or key_not_active. */
async function livingProgram(db: Db, storeId: number, rights: Rights, id: number): Promise<ChangeCaller> {
  await visibleProgram(db, storeId, rights, id)
  const program = await callerOf(db, storeId, id)
  if (!program) throw new ApiError('key_not_active')
  return program
}

/** Scopes of sensitive fields that the program reads: their changes are events, too. */
const sensitiveScopes = async (db: Db, storeId: number, program: ChangeCaller): Promise<Scope[]> =>
  (await programReadsSensitive(db, storeId, program)) ? ['profile-sensitive:read'] : []

/** Throws if the person lacks a right to what the events are about: the receiver could be their own. */
async function refuseBeyond(
  db: Db,
  storeId: number,
  rights: Rights,
  program: ChangeCaller,
  types: readonly (keyof typeof changeTypes)[],
): Promise<void> {
  const scopes = new Set<Scope>(types.map((type) => changeTypes[type]))
  refuseKeyBeyond(rights, [...scopes, ...(await sensitiveScopes(db, storeId, program))])
}

export const programWebhookRoutes = implement(programWebhooks, {
  list: async ({ db, storeId, user, params: { id } }) => ({
    data: await (await webhooksSeen(db, storeId, user.rights, id)).execute(),
  }),

  async choices({ db, storeId, user, params: { id } }) {
    await visibleProgram(db, storeId, user.rights, id)
    const program = await callerOf(db, storeId, id)
    const sensitive = program ? await sensitiveScopes(db, storeId, program) : []
    const lacks = (scope: Scope): 'program' | 'caller' | null => {
      if (!program || !hasScope(program, scope)) return 'program'
      return may(user.rights, ...rightsOfScopes([scope, ...sensitive])) ? null : 'caller'
    }
    const data = changeTypeNames.map((type) => ({ type, scope: changeTypes[type], lacks: lacks(changeTypes[type]) }))
    return { data }
  },

  async create({ db, core, storeId, user, params: { id }, body, audit }) {
    const program = await livingProgram(db, storeId, user.rights, id)
    await refuseBeyond(db, storeId, user.rights, program, body.types)
    const webhook = await subscribe(core, db, storeId, { ...program, id }, body)
    await audit('webhook', webhook.id)
    return webhook
  },

  async update({ db, core, storeId, user, params, body: { origin_time, ...given }, stale, audit }) {
    const program = await livingProgram(db, storeId, user.rights, params.id)
    await refuseBeyond(db, storeId, user.rights, program, given.types)
    checkTarget(core, program, given)
    const found = await holdSeen(db, storeId, user.rights, params)
    const at = { id: params.webhook, credential: params.id, seen: origin_time }
    const webhook = await updateWebhook(db, storeId, at, given)
    if (!webhook) throw stale(found)
    await audit('webhook', params.webhook, { status: webhook.status })
    return webhook
  },

  async delete({ db, storeId, user, params, audit }) {
    await holdSeen(db, storeId, user.rights, params)
    await db.deleteFrom('webhook').where('store_id', '=', storeId).where('id', '=', params.webhook).execute()
    await audit('webhook', params.webhook)
  },

  async rotate({ db, core, storeId, user, params, audit }) {
    const program = await livingProgram(db, storeId, user.rights, params.id)
    const { types } = await holdSeen(db, storeId, user.rights, params)
    // A secret is shown: it could sign events of a person's own.
    await refuseBeyond(db, storeId, user.rights, program, types)
    const webhook = await renewSecret(core, db, storeId, { id: params.webhook, credential: params.id })
    await audit('webhook', params.webhook)
    return webhook
  },

  async setStatus({ db, storeId, user, params, body: { status }, fail, audit }) {
    const found = await holdSeen(db, storeId, user.rights, params)
    if (found.status === status) return found
    if (status === 'active' && found.secret_ended) throw fail('webhook_secret_ended')
    const place = status === 'active' ? await placeNow(db, storeId) : {}
    const at = { id: params.webhook, credential: params.id }
    const webhook = (await updateWebhook(db, storeId, at, { status, ...place }))!
    await audit('webhook', params.webhook, { status })
    return webhook
  },

  async deliveries({ db, storeId, user, params: { id, webhook }, fail }) {
    const found = await (await webhooksSeen(db, storeId, user.rights, id)).where('id', '=', webhook).executeTakeFirst()
    if (!found) throw fail('not_found')
    const seen = await visibleDeliveries(db, storeId, user, found)
    return { data: seen ?? [], closed: seen === undefined }
  },

  async sendAgain({ db, storeId, user, params, fail, audit }) {
    const found = await holdSeen(db, storeId, user.rights, params)
    const seen = await visibleDeliveries(db, storeId, user, found)
    if (!seen?.some(({ id }) => id === params.delivery)) throw fail('not_found')
    await sendAgain(db, storeId, params.webhook, params.delivery)
    await audit('webhook', params.webhook, { delivery: params.delivery })
  },
})
