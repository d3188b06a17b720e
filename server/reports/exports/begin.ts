import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import type { ExportFileType, exports } from '@ruam/contract/reports/exports.ts'
import { sql } from 'kysely'
import { settleIds } from '../../customers/bulk/targets.ts'
import type { Db } from '../../database/db.ts'
import type { Context } from '../../http/handler.ts'
import { startJob } from '../../jobs/start.ts'
import { selectionOf } from './audit-export.ts'
import { findExport, insertExport, mayBegin } from './queries.ts'
import type { ExportRequest } from './request.ts'
import { publishExport, viewExport } from './view.ts'

/** Letters of a name before its day and number: a path has 255 bytes, and a Thai letter three of them. */
const MOST = 60

type Asking = Pick<Context<typeof exports.create>, 'core' | 'db' | 'storeId' | 'user' | 'language' | 'fail' | 'audit'>

/** File to be exported. */
export interface NewFile {
  request: ExportRequest
  /** Required permissions in addition to the one to export, as far as known. */
  rights: readonly Permission[]
  /** Content part of the file name. */
  what: string
  /** Selected ids. */
  ids?: readonly number[]
  /** Further details for the audit log. */
  details?: Record<string, string | boolean>
}

/** Starts an export in the caller's transaction. Throws export_too_many. */
export async function beginExport(
  { core, db, storeId, user, language, fail, audit }: Asking,
  { request, rights, what, ids, details }: NewFile,
) {
  if (!(await mayBegin(db, storeId))) throw fail('export_too_many')
  const { type, file_type } = request
  const id = await startJob(core, db, storeId, user, { kind: 'export', request }, publishExport)
  if (ids) await settleIds(db, storeId, id, ids)
  const file_name = fileName(what, await today(db), id, file_type)
  const needed: Permission[] = ['cdp-core.profile.download', ...rights]
  await insertExport(db, storeId, { id, user_id: user.id, type, file_type, file_name, rights: needed })
  await audit('export', id, { type, file_type, chosen: ids?.length ?? 0, ...selectionOf(request), ...details })
  return exportAnswer(db, storeId, id, language)
}

/** Returns an export as shown to its owner. */
export async function exportAnswer(db: Db, storeId: number, id: number, language: Language) {
  return viewExport((await findExport(db, storeId, id))!, language)
}

async function today(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`select local_today(store_zone())::text as day`.execute(db)
  return rows[0]!.day
}

/** Name of a file: content, day in the store, number of the export; without characters special to paths. */
export function fileName(what: string, day: string, id: number, type: ExportFileType): string {
  const plain = what
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const short = [...new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(plain)].map(({ segment }) => segment)
  const [year, month, date] = day.split('-')
  return `${short.slice(0, MOST).join('').trim()} ${date}-${month}-${year} ${id}.${type}`.trim()
}
