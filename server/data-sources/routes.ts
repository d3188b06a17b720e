import { dataSources } from '@ruam/contract/data-sources.ts'
import { implement } from '../core/implement.ts'
import { answerCalls } from './answer-calls.ts'
import { mappingCalls } from './mapping-calls.ts'
import { runCalls } from './run-calls.ts'
import { sourceCalls } from './source-calls.ts'
import { undoCalls } from './undo-calls.ts'

export const dataSourceRoutes = implement(dataSources, {
  ...sourceCalls,
  ...mappingCalls,
  ...runCalls,
  ...answerCalls,
  ...undoCalls,
})
