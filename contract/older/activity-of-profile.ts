import { z } from 'zod'
import { ProfileActivity } from '../customers/profile-activities.ts'
import { ProfileId } from '../platform/common.ts'
import { olderPage } from './words.ts'

/** An activity with its profile. */
export const ActivityOfProfile = ProfileActivity.extend({ profile: z.object({ id: ProfileId, name: z.string() }) })

/** Query keys of a list of activities. */
export const activityPage = olderPage(['activity_at', 'activity_date', 'created_at'], 'activity_at')
