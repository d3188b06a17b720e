import { tutorial } from '@ruam/contract/reports/tutorial.ts'
import { implement } from '../../http/implement.ts'
import { sayOfStep, stepsOf } from './queries.ts'

export const tutorialRoutes = implement(tutorial, {
  list: ({ db, storeId, user }) => stepsOf(db, storeId, user.id),

  async put({ db, storeId, user, body }) {
    await sayOfStep(db, storeId, user.id, body)
    return stepsOf(db, storeId, user.id)
  },
})
