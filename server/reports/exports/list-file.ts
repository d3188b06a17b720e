import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import type { RawBuilder } from 'kysely'
import type { CellType } from './export-file.ts'
import type { Narrowed } from './request.ts'

/** A list that fits into a statement. Its rows are called `r`. */
export interface ListFile {
  title: Record<Language, string>
  /** Permission to read the list. */
  right: Permission
  /** SQL after `from`; rows of the store. `closed`: broadcasts whose recipients the author may not see. */
  from: (storeId: number, narrowed: Narrowed, closed: readonly number[]) => RawBuilder<unknown>
  order: RawBuilder<unknown>
  columns: { header: Record<Language, string>; type: CellType; value: (language: Language) => RawBuilder<unknown> }[]
  /** Text searched by a keyword; undefined if the list has none. */
  words?: RawBuilder<unknown>
  /** Column filtered by `from` and `to`. */
  at: RawBuilder<unknown>
}
