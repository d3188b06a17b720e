import { privacyRequestJobs } from '@ruam/contract/privacy/requests.ts'
import { defineJobs } from '../../jobs/define.ts'
import { makeCopy } from './make-copy.ts'

export const privacyCopyWorks = defineJobs(privacyRequestJobs, { privacy_copy: { work: makeCopy } })
