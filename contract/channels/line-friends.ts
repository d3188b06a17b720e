import { jobsOf } from '../platform/job.ts'

// Job that asks LINE which imported ids are friends.

export const lineFriendJobs = jobsOf({
  line_friends: {
    permissions: ['cdp-core.setting-line.edit'],
    visibleTo: 'cdp-core.profile.read',
    title: { th: 'ตรวจกับ LINE ว่าลูกค้ารายใดเป็นเพื่อน', en: 'Check with LINE which customers are friends' },
    locksProfiles: false,
    cancellable: true,
    notice: null,
    // After each import that brought LINE ids.
    automatic: true,
  },
})
