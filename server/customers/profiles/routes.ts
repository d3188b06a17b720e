import { profiles } from '@ruam/contract/customers/profiles.ts'
import { implement } from '../../http/implement.ts'
import { editCalls } from './edit-calls.ts'
import { labelCalls } from './label-calls.ts'
import { listCalls } from './list-calls.ts'
import { list, query } from './list-read.ts'
import { get } from './one-read.ts'

export const profileRoutes = implement(profiles, { list, query, get, ...listCalls, ...editCalls, ...labelCalls })
