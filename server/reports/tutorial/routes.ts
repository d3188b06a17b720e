import { tutorial } from '@ruam/contract/reports/tutorial.ts'
import { implement } from '../../http/implement.ts'
import { setStepState, tutorialStepsOf } from './queries.ts'

export const tutorialRoutes = implement(tutorial, {
  list: ({ db, storeId, user }) => tutorialStepsOf(db, storeId, user.id),

  async put({ db, storeId, user, body }) {
    await setStepState(db, storeId, user.id, body)
    return tutorialStepsOf(db, storeId, user.id)
  },
})
