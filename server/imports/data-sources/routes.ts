import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { implement } from '../../http/implement.ts'
import { mappingCalls } from './mapping-calls.ts'
import { sourceCalls } from './source-calls.ts'

export const dataSourceRoutes = implement(dataSources, { ...sourceCalls, ...mappingCalls })
