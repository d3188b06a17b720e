import { importRun } from '@ruam/contract/import-run.ts'
import { implement } from '../core/implement.ts'
import { answerCalls } from './answer-calls.ts'
import { runCalls } from './run-calls.ts'

export const importRunRoutes = implement(importRun, { ...runCalls, ...answerCalls })
