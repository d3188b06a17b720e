// An import surveys the file that its preview has surveyed, and so does each slice of a long run. A survey of the same inputs is the same.
import { isDeepStrictEqual } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import type { StoredFile } from '../../formats/files/queries.ts'
import type { ReadingOptions } from './field-readers.ts'
import type { Plan } from './plan.ts'
import type { Survey } from './survey.ts'

/** Surveys kept by a process: of imports that run side by side. */
const MOST = 4
/** A survey of a file of few names is 1 MB; larger ones are made again. */
const MOST_BYTES = 4 * 1024 * 1024
/** Time between a preview and its import. It holds rows of customers: no longer than needed. */
const KEPT_MS = 15 * 60_000

interface Kept {
  inputs: unknown
  /** Serialized: texts of rows would keep the parts of the file alive that they were cut from. */
  survey: Buffer
}

const kept: Kept[] = []

/** All that a survey depends on, apart from mended cells. */
export interface SurveyInputs {
  storeId: number
  file: StoredFile
  rows: number
  plan: Plan
  options: ReadingOptions
}

/** Returns the survey of these inputs, which `make` makes unless this process has it. */
export async function onceSurveyed(of: SurveyInputs, make: () => Promise<Survey>): Promise<Survey> {
  const inputs = inputsOf(of)
  const known = kept.find((one) => isDeepStrictEqual(one.inputs, inputs))
  if (known) return deserialize(known.survey) as Survey
  const survey = await make()
  const made = { inputs, survey: serialize(survey) }
  if (made.survey.length <= MOST_BYTES) keep(made)
  return survey
}

function keep(made: Kept): void {
  kept.push(made)
  if (kept.length > MOST) kept.shift()
  setTimeout(() => {
    const at = kept.indexOf(made)
    if (at >= 0) kept.splice(at, 1)
  }, KEPT_MS).unref()
}

/** An erasure writes the file under another key. Functions of a plan and what it knows of the store are not asked. */
function inputsOf({ storeId, file, rows, plan, options }: SurveyInputs): unknown {
  const { id, storage_key, rows_key, settings, columns, facts } = file
  const ofStore = { nameOf: null, findErased: null, madeBy: null, contacts: null, furtherNames: null, runsBefore: null }
  return structuredClone({
    ...{ storeId, rows, options, plan: { ...plan, ...ofStore } },
    file: { id, storage_key, rows_key, settings, columns, facts },
  })
}
