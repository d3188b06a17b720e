import { Readable } from 'node:stream'
import type { media } from '@ruam/contract/broadcasts/media.ts'
import type { AuditSubject } from '@ruam/contract/reports/audit-log.ts'
import { type Db, inStore } from '../../database/db.ts'
import { auditOnce } from '../../http/audit.ts'
import { requestOrigin } from '../../http/came-from.ts'
import type { Context } from '../../http/handler.ts'
import type { Stored } from '../../storage/storage.ts'
import { insertMedia } from './queries.ts'
import { type Resizing, resizePicture } from './resize.ts'

const contentType = 'image/jpeg'

export type Uploading = Pick<Context<typeof media.upload>, 'core' | 'storeId' | 'user' | 'upload' | 'request'>

/** The act of the audit log, about the first file. */
export interface MediaAct {
  action: string
  subject: AuditSubject
}

/** The name of a picture, and its pixels across if several have that name. */
export interface NamedPicture {
  name: string
  width?: number
}

interface Storing {
  resizing: Resizing
  named: (index: number) => NamedPicture
  act: MediaAct
}

/** Names stored files in a transaction of their own, with the act in the audit log. */
export function nameFiles(
  { core, storeId, user, request }: Uploading,
  { action, subject }: MediaAct,
  insert: (db: Db) => Promise<number>,
): Promise<void> {
  return inStore(core.pool, storeId, async (db, client) => {
    await client.query(requestOrigin(request))
    const audit = auditOnce(db, storeId, user, { requestId: request.id, action })
    await audit(subject, await insert(db))
  })
}

/** Stores an uploaded picture in several sizes, under the names that `named` returns. */
export async function storePicture(uploading: Uploading, { resizing, named, act }: Storing): Promise<Buffer[]> {
  const { core, storeId, user, upload } = uploading
  const pictures = await resizePicture(core.storage, upload.key, resizing)
  const stored: Stored[] = []
  // Left behind by a failure, they are orphans of the purge.
  for (const content of pictures) stored.push(await core.storage.put(storeId, Readable.from([content]), content.length))
  await nameFiles(uploading, act, async (db) => {
    const ids: number[] = []
    for (const [index, file] of stored.entries())
      ids.push(await insertMedia(db, storeId, user.id, { ...named(index), contentType, stored: file }))
    return ids[0]!
  })
  await core.storage.remove(upload.key)
  return pictures
}
