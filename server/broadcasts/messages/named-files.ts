import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { retainMedia } from '../media/queries.ts'
import { picturesInFlex } from './flex-pictures.ts'

interface NamedFile {
  name: string | null
  type: 'image' | 'video' | 'audio'
  /** True if it has the widths of a rich message. */
  rich?: boolean
  /** Milliseconds; left out where LINE takes none. */
  duration?: number | null
}

/** Returns the files that messages show. */
const filesIn = (messages: readonly Message[]): NamedFile[] =>
  messages.flatMap((message): NamedFile[] => {
    if (message.type === 'audio') return [{ name: message.name, type: 'audio', duration: message.duration }]
    if (message.type === 'imagemap') return [{ name: message.name, type: 'image', rich: true }]
    if (message.type === 'flex') return picturesInFlex([message]).map((name) => ({ name, type: 'image' }))
    if (message.type !== 'image' && message.type !== 'video') return []
    return [
      { name: message.name, type: message.type },
      { name: message.preview_name, type: 'image' },
    ]
  })

/** Keeps the files of messages from the purge. Throws not_found for a file that the store does not have, or that is of another kind. */
export async function retainFiles(db: Db, storeId: number, messages: readonly Message[]): Promise<void> {
  const named = filesIn(messages).filter((file) => file.name !== null)
  const kept = await retainMedia(db, storeId, [...new Set(named.map(({ name }) => name!))])
  const known = new Map(kept.map((file) => [file.name, file]))
  for (const { name, type, rich = false, duration } of named) {
    const file = known.get(name!)
    if (!file?.content_type.startsWith(`${type}/`) || file.rich !== rich) throw new ApiError('not_found')
    if (duration !== undefined && duration !== file.duration) throw new ApiError('not_found')
  }
}
