import { dataSources } from '@ruam/contract/data-sources.ts'
import { implement } from '../core/implement.ts'
import { mappingCalls } from './mapping-calls.ts'
import { sourceCalls } from './source-calls.ts'

export const dataSourceRoutes = implement(dataSources, { ...sourceCalls, ...mappingCalls })
