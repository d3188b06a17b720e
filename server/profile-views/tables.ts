import type { ViewDefinition } from '@ruam/contract/profile-views.ts'
import type { Generated } from 'kysely'

declare module '../core/tables.ts' {
  interface Tables {
    profile_view: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      shared: Kept<boolean>
      definition: Json<ViewDefinition>
      created_by: number
    }
  }
}
