import { EXPORT_LINK_SECONDS, exports } from '@ruam/contract/reports/exports.ts'
import { sql } from 'kysely'
import { type Db, inStore } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { audit } from '../../http/audit.ts'
import { requestOrigin } from '../../http/came-from.ts'
import { type Handlers, implement } from '../../http/implement.ts'
import { routerOf } from '../../servers/store-router.ts'
import { fileDetails } from './audit-export.ts'
import { beginExport, exportAnswer } from './begin.ts'
import { insertLink, spendLink, storeOfToken } from './links.ts'
import { previewExport } from './preview.ts'
import { findOwn, listOwn } from './queries.ts'
import { readHistoryExport, readListExport, readProfileExport } from './read-request.ts'
import { removeExports, stopExports } from './remove.ts'
import { permissionsOf, viewExport } from './view.ts'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** The calls of exports. */
export const exportCalls = {
  async create(context) {
    const file = await readProfileExport(context)
    const what = context.body.file_name?.trim()
    return beginExport(context, what ? { ...file, what } : file)
  },

  preview: previewExport,

  async previewHistory(context) {
    return beginExport(context, await readHistoryExport(context))
  },

  async createList(context) {
    return beginExport(context, await readListExport(context))
  },

  async list({ db, storeId, query, user, language }) {
    const { data, total } = await listOwn(db, storeId, user.id, permissionsOf(user.rights), query)
    return pageAnswer(
      query,
      data.map((row) => viewExport(row, language)),
      total,
    )
  },

  async cancel({ db, storeId, params: { id }, user, language, fail, audit }) {
    if (!(await findOwn(db, storeId, user.id, permissionsOf(user.rights), id))) throw fail('not_found')
    if ((await stopExports(db, storeId, [id])) === 0) throw fail('export_over')
    await audit('export', id)
    return exportAnswer(db, storeId, id, language)
  },

  async clear({ core, db, storeId, user, audit }) {
    await removeExports(core, db, storeId, user, audit)
  },

  async link({ db, storeId, params: { id }, user, fail }) {
    const item = await findOwn(db, storeId, user.id, permissionsOf(user.rights), id)
    if (item?.status !== 'completed' || !item.storage_key) throw fail('not_found')
    const token = await insertLink(db, storeId, user.sessionId, id)
    return { url: `/api/export/download/${token}`, expires_in: EXPORT_LINK_SECONDS }
  },

  async download({ core, params: { token }, request, fail }) {
    const storeId = storeOfToken(token)
    // A look at it alone spends no link.
    if (storeId === undefined || request.method === 'HEAD') throw fail('not_found')
    const spend = async (db: Db) => {
      const found = await spendLink(db, storeId, token)
      if (!found) return undefined
      await sql.raw(requestOrigin(request)).execute(db)
      const entry = {
        action: exports.download.audit,
        subject_type: 'export',
        subject_id: found.id,
        details: fileDetails(found),
      } as const
      await audit(db, storeId, { kind: 'person', id: found.user_id }, request.id, entry)
      return found
    }
    const item = await routerOf(core).atStore(storeId, ({ pool }) => inStore(pool, storeId, spend))
    const key = item?.storage_key
    // A file that is gone, or was cut, on the disk is none.
    const size = key ? await core.storage.size(key).catch(() => -1) : -1
    if (!item || !key || size !== item.size) throw fail('not_found')
    return {
      file_name: item.file_name,
      content_type: contentTypes[item.file_type],
      content: core.storage.read(key),
      size,
    }
  },
} satisfies Handlers<typeof exports>

export const exportRoutes = implement(exports, exportCalls)
