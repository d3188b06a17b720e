import { openApiReading } from '@ruam/contract/open-api/reading.ts'
import { implement } from '../../platform/core/implement.ts'
import { oneProfile } from './one-profile.ts'

export const openApiReadingRoutes = implement(openApiReading, { profile: oneProfile })
