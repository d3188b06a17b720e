import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { namesVersion, versionOf } from '../../access/stores/names-version.ts'
import { databaseNow } from '../../core/now.ts'
import { settledRead } from '../../database/settled-until.ts'
import type { ReadRows } from '../../http/pipelined-read.ts'
import type { Core } from '../../servers/core.ts'
import { takeColumns } from '../columns/evaluate.ts'
import { evaluateCached, labelSetsOf } from '../columns/evaluate-cached.ts'
import { unpackSets } from '../columns/packed-sets.ts'
import { applyChanges, changesRead } from '../columns/read-changes.ts'
import type { StoreColumns } from '../columns/store-columns.ts'
import { faultsOf } from '../rules/check.ts'
import type { RuleContext } from '../rules/context.ts'
import { clockOf } from '../rules/days.ts'
import { closedForMember, isClosed } from './closed.ts'
import { type ProfileNames, profileNames } from './profile-names.ts'

interface Asked {
  storeId: number
  rule: RuleGroup
  /** Reads the friends on LINE too. */
  friends?: boolean
}

type Reads = ReturnType<typeof readsOf>

/**
 * Takes the columns of a store for a rule. Returns undefined if they cannot evaluate it, or are not loaded. Otherwise `reads` brings them up to
 * date, `matchesOf` evaluates the rule with the rows, and `done` must be called in the end.
 */
export async function takeRule(core: Core, { storeId, rule, friends = false }: Asked) {
  const labels = labelSetsOf(rule)
  const taken = labels && (await takeColumns(core.pool, storeId))
  if (!taken) return undefined
  const { columns, done } = taken
  return {
    reads: readsOf(storeId, columns, labels, friends),
    done,
    matchesOf(found: ReadRows<Reads>, rights: Rights) {
      const [changes] = found.changes
      const names = profileNames.at(storeId, versionOf(found.version))
      if (!names || !applyChanges(columns, found.settled[0]!.until, changes!)) return undefined
      const { fields, graph } = names
      const context = contextOf(storeId, changes!.time_zone, names)
      // The ordinary way answers with the error.
      if (faultsOf(rule, context).length > 0) return undefined
      const closed = closedForMember(rights, fields.th, graph)
      if (isClosed(rule, closed)) return undefined
      const matches = evaluateCached(columns, rule, context, unpackSets(changes!.labelled))
      return matches && { matches, names, closed, changes: changes! }
    },
  }
}

const readsOf = (storeId: number, columns: StoreColumns, labels: number[][], friends: boolean) => ({
  version: namesVersion(storeId),
  settled: settledRead(),
  changes: changesRead(storeId, columns, { labels, friends }),
})

/** Context of a rule over fields and labels alone. */
function contextOf(storeId: number, timeZone: string, { fields, labels }: ProfileNames): RuleContext {
  return {
    storeId,
    ...clockOf(new Date(databaseNow()), timeZone),
    fields: new Map(fields.th.map((field) => [field.id, field])),
    labels: new Set(labels.keys()),
    ageGate: false,
    ...{
      activityTypes: new Map(),
      sources: new Set(),
      purposes: new Set(),
      broadcasts: new Set(),
      channels: new Set(),
    },
  }
}
