import { activities } from '@ruam/contract/customers/activities.ts'
import { implement } from '../../http/implement.ts'
import { fieldCalls } from './activity-field-calls.ts'
import { typeCalls } from './activity-type-calls.ts'

export const activityRoutes = implement(activities, { ...fieldCalls, ...typeCalls })
