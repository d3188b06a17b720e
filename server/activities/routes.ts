import { activities } from '@ruam/contract/activities.ts'
import { implement } from '../core/implement.ts'
import { fieldCalls } from './field-calls.ts'
import { typeCalls } from './type-calls.ts'

export const activityRoutes = implement(activities, { ...fieldCalls, ...typeCalls })
