import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import type { RawBuilder } from 'kysely'
import type { CellType } from './export-file.ts'

/** A list that fits into a statement. Its rows are called `r`. */
export interface ListFile {
  title: Record<Language, string>
  /** Who reads the list. */
  right: Permission
  /** What follows `from`; the rows are those of the store. */
  from: (storeId: number) => RawBuilder<unknown>
  order: RawBuilder<unknown>
  columns: { header: Record<Language, string>; type: CellType; value: (language: Language) => RawBuilder<unknown> }[]
  /** What a keyword is looked for in; nothing where the list has none. */
  words?: RawBuilder<unknown>
  /** What `from` and `to` narrow. */
  at: RawBuilder<unknown>
}
