import { MAX_SAVED_LOCATIONS, savedLocations } from '@ruam/contract/broadcasts/saved-locations.ts'
import { implement } from '../../http/implement.ts'
import {
  deleteSavedLocation,
  findSavedLocation,
  insertSavedLocation,
  listSavedLocations,
  updateSavedLocation,
} from './queries.ts'

export const savedLocationRoutes = implement(savedLocations, {
  list: async ({ db, storeId }) => ({ results: await listSavedLocations(db, storeId) }),

  async create({ db, storeId, body, audit, fail }) {
    const location = await insertSavedLocation(db, storeId, body)
    if (!location) throw fail('location_limit', { limit: MAX_SAVED_LOCATIONS })
    await audit('broadcast_location', location.id)
    return location
  },

  async update({ db, storeId, params: { id }, body: { origin_time, ...values }, audit, fail, stale }) {
    const location = await updateSavedLocation(db, storeId, { id, seen: origin_time }, values)
    if (!location) {
      const current = await findSavedLocation(db, storeId, id)
      throw current ? stale(current) : fail('not_found')
    }
    await audit('broadcast_location', id)
    return location
  },

  async delete({ db, storeId, params: { id }, audit, fail }) {
    if (!(await deleteSavedLocation(db, storeId, id))) throw fail('not_found')
    await audit('broadcast_location', id)
  },
})
