import { profileDuplicateJobs } from '@ruam/contract/customers/duplicates.ts'
import { defineJobs } from '../../jobs/define.ts'
import { scanDuplicates } from './scan.ts'

export const profileDuplicateWorks = defineJobs(profileDuplicateJobs, { duplicate_scan: { work: scanDuplicates } })
