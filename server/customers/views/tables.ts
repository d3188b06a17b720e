import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { ViewDefinition } from '@ruam/contract/customers/views.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    profile_view: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      shared: WithDefault<boolean>
      definition: Json<KeptDefinition>
      rule: Json<RuleGroup | null>
      deleted: WithDefault<boolean>
      created_by: number
    }
  }
}

/** Part of a definition without its own column. */
type KeptDefinition = Omit<ViewDefinition, 'rule' | 'deleted'>
