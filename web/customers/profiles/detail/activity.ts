import type { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import type { Got } from '../../../data/api.ts'

export type Activity = Got<typeof profileActivities.list>['data'][number]
