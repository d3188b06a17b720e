import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { isName } from '@ruam/contract/platform/names.ts'
import { type NameCheck, useNameCheck } from '../../../data/name-check.ts'
import type { NameState } from '../stages.ts'

/** Checks if a name is available. */
export function useSourceNameCheck(typed: string): { state: NameState; check: NameCheck } {
  const valid = isName(typed)
  const check = useNameCheck(dataSources.exists, (name) => ({ query: { name } }), typed, valid)
  const { verdict } = check
  const empty = typed.trim() === ''
  return { check, state: empty ? 'empty' : !valid ? 'invalid' : verdict === 'none' ? 'free' : verdict }
}
