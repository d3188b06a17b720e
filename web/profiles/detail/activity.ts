import type { profileActivities } from '@ruam/contract/profile-activities.ts'
import type { Got } from '../../core/api.ts'

export type Activity = Got<typeof profileActivities.list>['data'][number]
