import type { DecisionKind } from '../../decisions/kinds.ts'
import { ofAutomations } from './automations.ts'
import { ofCustomers } from './customers.ts'
import type { Case } from './ended.ts'
import { ofPeople } from './people.ts'
import { ofPrograms } from './programs.ts'
import { ofWatches } from './watches.ts'

/** The cases of each kind of decision. A kind without one is a type error. */
export const cases: Record<DecisionKind, readonly [Case, ...Case[]]> = {
  ...ofCustomers,
  ...ofAutomations,
  ...ofPrograms,
  ...ofPeople,
  ...ofWatches,
}
