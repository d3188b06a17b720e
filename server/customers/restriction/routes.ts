import { profileRestriction } from '@ruam/contract/customers/restriction.ts'
import { implement } from '../../http/implement.ts'
import { liveProfile } from '../profiles/one.ts'
import { liftRestriction, restrictionsOf, restrictProfile } from './queries.ts'

export const profileRestrictionRoutes = implement(profileRestriction, {
  async get({ db, storeId, params: { id } }) {
    await liveProfile(db, storeId, id)
    return restrictionsOf(db, storeId, id)
  },

  async restrict({ db, storeId, user, params: { id }, body, audit }) {
    if (await restrictProfile(db, storeId, user, { profile_id: id, ...body }))
      await audit('profile', id, { restriction: body.kind })
    return restrictionsOf(db, storeId, id)
  },

  async lift({ db, storeId, user, params: { id }, body: { reason }, audit }) {
    await liftRestriction(db, storeId, user, id, reason)
    await audit('profile', id)
    return restrictionsOf(db, storeId, id)
  },
})
