import { dataSources } from '@ruam/contract/data-sources.ts'
import { isName } from '@ruam/contract/names.ts'
import { useRead } from '../core/api.ts'
import { useAsked } from '../core/name-verdict.ts'
import type { NameCheck } from './stages.ts'

/** Whether a data source may have this name. */
export function useNameCheck(typed: string): NameCheck {
  const valid = isName(typed)
  const { asked, options, verdictOf } = useAsked(typed, valid)
  const verdict = verdictOf(useRead(dataSources.exists, { query: { name: asked } }, options))
  if (!valid) return typed.trim() === '' ? 'empty' : 'invalid'
  return verdict === 'none' ? 'free' : verdict
}
