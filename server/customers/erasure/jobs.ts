import { profileErasureJobs } from '@ruam/contract/customers/erasure.ts'
import { defineJobs } from '../../jobs/define.ts'
import { eraseProfiles } from './erase.ts'

export const profileErasureWorks = defineJobs(profileErasureJobs, { profile_erase: { work: eraseProfiles } })
