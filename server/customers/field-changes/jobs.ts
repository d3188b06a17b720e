import { fieldJobs } from '@ruam/contract/customers/profile-fields.ts'
import { defineJobs } from '../../jobs/define.ts'
import { namedByRequest } from '../../jobs/titles.ts'
import { fieldConverter } from './convert-field.ts'
import { valueDeleter } from './delete-values.ts'

// The name stands in the request: the field may be gone.
export const fieldWorks = defineJobs(fieldJobs, {
  field_convert: { work: fieldConverter(), titles: namedByRequest },
  field_delete: { work: valueDeleter(), titles: namedByRequest },
})
