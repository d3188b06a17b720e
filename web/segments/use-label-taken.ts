import { segments } from '@ruam/contract/segments.ts'
import { useRead } from '../core/api.ts'
import { useAsked, type Verdict } from '../core/name-verdict.ts'

/** Whether a label has this name already; `ask`: it can be asked at all. */
export function useLabelTaken(typed: string, ask: boolean): Verdict {
  const { asked, options, verdictOf } = useAsked(typed, ask)
  return verdictOf(useRead(segments.nameAvailable, { query: { keyword: asked } }, options))
}
