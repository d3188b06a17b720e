import { profileDuplicateJobs } from '@ruam/contract/customers/duplicates.ts'
import { defineJobs } from '../../jobs/define.ts'
import { type ScanRequest, scanDuplicates } from './scan.ts'

export const profileDuplicateWorks = defineJobs(profileDuplicateJobs, {
  duplicate_scan: {
    work: scanDuplicates,
    titles: async (_db, _storeId, jobs) =>
      jobs.map(({ request }) => ({ sentence: (request as ScanRequest).whole ? 'whole' : 'changed' })),
  },
})
