import { readers } from '@ruam/contract/reports/readers.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { profilesById } from '../../customers/profiles/queries.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { summaryOf } from '../../http/summaries.ts'
import { completeSince, readingsOf, viewerNames } from './queries.ts'

export const readerRoutes = implement(readers, {
  async ofProfile({ db, storeId, params, query, language, fail }) {
    const { rows, kinds } = await readingsOf(db, storeId, params.id, query)
    const all = Object.values(kinds).reduce((sum, count) => sum + count, 0)
    // Readings of an erased customer stay.
    if (all === 0 && (await profilesById(db, storeId, [params.id])).length === 0) throw fail('not_found')
    const names = await viewerNames(db, storeId, rows)
    const fields = new Map((await fieldsOf(db, storeId, language)).map(({ id, display_name }) => [id, display_name]))
    const data = rows.map(({ viewer, field_ids, way, ...row }) => ({
      ...row,
      viewer: { id: row.kind === 'sql' ? null : Number(viewer.split(':')[1]), name: names.get(viewer) ?? null },
      way: way === null ? null : { call: way, title: summaryOf(way)?.[language === 'th' ? 0 : 1] ?? null },
      fields: field_ids.map((field) => ({ id: field, display_name: fields.get(field) ?? null })),
      certain: row.kind !== 'sql',
    }))
    const total = query.kind ? kinds[query.kind] : all
    return {
      ...pageAnswer({ ...query, sort_by: 'hour', sort_dir: 'desc' }, data, total),
      ...{ kinds, complete_since: await completeSince(db, storeId) },
    }
  },
})
