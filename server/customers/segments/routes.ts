import { segments } from '@ruam/contract/customers/segments.ts'
import { implement } from '../../http/implement.ts'
import { memberCalls } from './member-calls.ts'
import { ruleCalls } from './rule-calls.ts'

export const segmentRoutes = implement(segments, { ...ruleCalls, ...memberCalls })
