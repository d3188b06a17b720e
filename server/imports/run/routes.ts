import { importRun } from '@ruam/contract/imports/run.ts'
import { implement } from '../../http/implement.ts'
import { answerCalls } from './answer-calls.ts'
import { correctCalls } from './correct.ts'
import { runCalls } from './run-calls.ts'

export const importRunRoutes = implement(importRun, { ...runCalls, ...answerCalls, ...correctCalls })
