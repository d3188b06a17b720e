import { segments } from '@ruam/contract/customers/segments.ts'
import { type NameCheck, useNameCheck } from '../../data/name-check.ts'

/** Whether a label has this name already; `ask`: it can be asked at all. */
export const useLabelNameCheck = (typed: string, ask: boolean): NameCheck =>
  useNameCheck(segments.nameAvailable, (keyword) => ({ query: { keyword } }), typed, ask)
