import { segments } from '@ruam/contract/customers/segments.ts'
import { implement } from '../../http/implement.ts'
import { labelCalls } from './label-calls.ts'
import { memberCalls } from './member-calls.ts'
import { ruleCalls } from './rule-calls.ts'

export const segmentRoutes = implement(segments, { ...labelCalls, ...ruleCalls, ...memberCalls })
