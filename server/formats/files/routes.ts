import { files } from '@ruam/contract/formats/files.ts'
import { implement } from '../../http/implement.ts'
import { insertFile, kindOf } from './queries.ts'
import { detectType } from './type.ts'

export const fileRoutes = implement(files, {
  async import({ core, db, storeId, user, upload, fail, audit }) {
    if (upload.size === 0) throw fail('file_empty')
    const { type, kind, settings } = await detectType(core.storage, upload.key)
    const { name, size, key: storage_key, hash: content_hash } = upload
    const file = { name, size, type, kind, storage_key, content_hash, settings }
    const { id } = await insertFile(db, storeId, user.id, file)
    await audit('file', id, { size })
    return {
      file_id: id,
      file_name: file.name,
      file_size: file.size,
      file_type: type,
      file_kind: kindOf(file),
      settings,
    }
  },
})
