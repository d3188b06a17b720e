import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { implement } from '../../platform/core/implement.ts'
import { mappingCalls } from './mapping-calls.ts'
import { sourceCalls } from './source-calls.ts'

export const dataSourceRoutes = implement(dataSources, { ...sourceCalls, ...mappingCalls })
