import { labels } from '@ruam/contract/customers/labels.ts'
import { type NameCheck, useNameCheck } from '../../data/name-check.ts'

/** Checks if a label name is taken; `ask`: it can be checked. */
export const useLabelNameCheck = (typed: string, ask: boolean): NameCheck =>
  useNameCheck(labels.nameAvailable, (keyword) => ({ query: { keyword } }), typed, ask)
