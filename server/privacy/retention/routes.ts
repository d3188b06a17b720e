import { privacyRetention, retentionBounds } from '@ruam/contract/privacy/retention.ts'
import { implement } from '../../http/implement.ts'
import { findRound, previewOf, requestBack, retentionOf, saveRule } from './queries.ts'

export const privacyRetentionRoutes = implement(privacyRetention, {
  get: ({ db, storeId }) => retentionOf(db, storeId),

  async save({ db, storeId, user, body, fail, audit }) {
    const [least, most] = retentionBounds[body.kind]
    if (body.months !== null && (body.months < least || body.months > most))
      throw fail('retention_bounds', { least, most })
    await saveRule(db, storeId, user.id, body)
    await audit('store', storeId, { kind: body.kind, months: body.months })
    return retentionOf(db, storeId)
  },

  preview: ({ db, storeId, query }) => previewOf(db, storeId, query),

  async putBack({ db, storeId, user, params: { id }, fail, audit }) {
    const round = await findRound(db, storeId, id)
    if (!round) throw fail('not_found')
    // The rule before the round, as when rows are hidden. On, it would hide them again.
    await saveRule(db, storeId, user.id, { kind: round.kind, months: null })
    if (!(await requestBack(db, storeId, user.id, id))) throw fail('retention_gone')
    await audit('store', storeId, { kind: round.kind, round: id, rows: round.rows })
    return retentionOf(db, storeId)
  },
})
