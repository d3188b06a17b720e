import { readers } from '@ruam/contract/reports/readers.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { profilesById } from '../../customers/profiles/queries.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { readingsOf, viewerNames } from './queries.ts'

export const readerRoutes = implement(readers, {
  async ofProfile({ db, storeId, params, query, language, fail }) {
    const { rows, total } = await readingsOf(db, storeId, params.id, query)
    // Readings of an erased customer stay.
    if (total === 0 && (await profilesById(db, storeId, [params.id])).length === 0) throw fail('not_found')
    const names = await viewerNames(db, storeId, rows)
    const fields = new Map((await fieldsOf(db, storeId, language)).map(({ id, display_name }) => [id, display_name]))
    const data = rows.map(({ viewer, field_ids, ...row }) => {
      const [kind, id] = viewer.split(':') as ['person' | 'program', string]
      return {
        ...row,
        viewer: { kind, id: Number(id), name: names.get(viewer) ?? null },
        fields: field_ids.map((field) => ({ id: field, display_name: fields.get(field) ?? null })),
      }
    })
    return pageAnswer({ ...query, sort_by: 'hour', sort_dir: 'desc' }, data, total)
  },
})
