import type { Language } from '@ruam/contract/errors/catalog.ts'
import { sql } from 'kysely'
import { wordAccounts } from '../../channels/line-link/queries.ts'
import { personalWordSql, type Signer, wordUrl } from '../../channels/line-link/words.ts'
import type { Db } from '../../database/db.ts'
import { exportedColumns } from '../../formats/files/exported-columns.ts'
import type { SelectedColumn } from './cells.ts'

/** The column of personal links to the store's first LINE account; empty in a store without one. */
export async function lineLinkColumn(db: Db, signer: Signer, language: Language): Promise<SelectedColumn> {
  const [account] = await wordAccounts(db, signer.storeId)
  const word = account && personalWordSql(signer, account.id, Date.now(), sql`profile.id`)
  const cell = account && word ? sql`${sql.lit(wordUrl(account.basic_id, ''))} || ${word}` : sql`null::text`
  return { header: exportedColumns.lineLink[language], type: 'text', cell }
}
