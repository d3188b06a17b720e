import { files } from '@ruam/contract/files.ts'
import { implement } from '../core/implement.ts'
import { insertFile } from './queries.ts'
import { looksLikeCsv } from './type.ts'

export const fileRoutes = implement(files, {
  async import({ core, db, storeId, user, upload, fail }) {
    if (upload.size === 0) throw fail('file_empty')
    if (!(await looksLikeCsv(core.storage, upload.key))) throw fail('file_type_not_supported')
    const settings = { delimiter: ',' as const, charset: 'utf-8' as const }
    const file = { name: upload.name, size: upload.size, type: 'csv' as const, storage_key: upload.key, settings }
    const { id } = await insertFile(db, storeId, user.id, file)
    return { file_id: id, file_name: file.name, file_size: file.size, file_type: file.type, settings }
  },
})
