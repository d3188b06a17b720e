import { lineModule, lineOa } from '@ruam/contract/channels/accounts.ts'
import type { AccountRow } from './account-row.ts'

type AccountCalls = Pick<typeof lineOa, 'list' | 'get' | 'create' | 'update' | 'delete'>

/** Returns the calls of a kind of account. Those of module channels differ in their path alone. */
export const callsOf = (type: AccountRow['type']): AccountCalls =>
  type === 'lineModule' ? (lineModule as unknown as AccountCalls) : lineOa

/** Reads that a write to either kind of account makes stale. */
export const refreshesAccounts = { refreshes: [lineOa.list, lineModule.list] }
