import { jobsOf } from '../platform/job.ts'

// LINE's own list of the friends of an account, which it gives to verified and premium accounts alone.

export const followerJobs = jobsOf({
  line_followers: {
    permissions: ['cdp-core.setting-line.edit'],
    visibleTo: 'cdp-core.profile.read',
    title: { th: 'ดึงรายชื่อเพื่อนจาก LINE', en: 'Get the list of friends from LINE' },
    counts: 'friends',
    locksProfiles: false,
    cancellable: true,
    notice: null,
    // After connecting, and daily.
    automatic: true,
  },
})

/** State of the list of an account. `refused`: LINE does not give it. `failed`: the last reading, of which a next one follows. */
export const listStates = ['none', 'reading', 'read', 'refused', 'failed'] as const
