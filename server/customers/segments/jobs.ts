import { segmentJobs } from '@ruam/contract/customers/segment-state.ts'
import { defineJobs } from '../../jobs/define.ts'
import { segmentCalculator } from './calculate.ts'

export const segmentWorks = defineJobs(segmentJobs, {
  segment_calculate: { work: segmentCalculator() },
})
