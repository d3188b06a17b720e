import { type ErrorName, errors, type Language } from '@ruam/contract/errors/catalog.ts'
import { sentence } from '@ruam/contract/platform/sentence.ts'

/** An error that is stored with a data source, a run or a job, in the reader's language. */
export function viewError(error: { name: string; details?: Record<string, unknown> } | null, language: Language) {
  if (!error) return null
  const name = error.name as ErrorName
  return { error_code: errors[name].code, error: name, message: sentence(name, language, error.details) }
}
