import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { CellType } from './export-file.ts'
import type { Narrowed } from './request.ts'

/** Columns that several lists have. */
export const headers = {
  id: { th: 'เลขที่', en: 'Number' },
  name: { th: 'ชื่อ', en: 'Name' },
  fieldName: { th: 'ชื่อฟิลด์', en: 'Field name' },
  dataType: { th: 'ชนิดข้อมูล', en: 'Data type' },
  description: { th: 'คำอธิบาย', en: 'Description' },
  type: { th: 'ประเภท', en: 'Type' },
  status: { th: 'สถานะ', en: 'Status' },
  createdAt: { th: 'วันที่สร้าง', en: 'Created at' },
  updatedAt: { th: 'วันที่อัปเดต', en: 'Updated at' },
} as const

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

/** One word or the other, in the reader's language. */
export const either = (asked: RawBuilder<unknown>, language: Language, yes: [string, string], no: [string, string]) => {
  const place = language === 'th' ? 0 : 1
  return sql`case when ${asked} then ${sql.lit(yes[place])} else ${sql.lit(no[place])} end`
}

/** Yes or no. */
export const yesOrNo = (asked: RawBuilder<unknown>, language: Language) =>
  either(asked, language, ['ใช่', 'Yes'], ['ไม่ใช่', 'No'])

/** The word of a value in the reader's language; a value without one stays. */
export const oneOf = (
  value: RawBuilder<unknown>,
  language: Language,
  words: Readonly<Record<string, readonly [th: string, en: string]>>,
) => {
  const cases = Object.entries(words).map(
    ([name, word]) => sql`when ${sql.lit(name)} then ${sql.lit(word[language === 'th' ? 0 : 1])}`,
  )
  return sql`case ${value} ${sql.join(cases, sql` `)} else ${value} end`
}
