// Files that members of the store send in the LINE chat of one of its accounts. LINE keeps the content for a while; the place lists what
// came, and forgets what was taken.

import { isBusy, LineError, LineUnreachable, streamContent } from '../../channels/accounts/line-client.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { markTaken, senderState, type WaitingFile, waitingFiles } from '../../channels/member-files/queries.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { reasonOf } from './address.ts'
import { patienceOf, usualLimits } from './patience.ts'
import { type Found, MAX_NAMES, type Place, PlaceError, type PlaceErrorName, streamOf } from './place.ts'

/** The LINE chats of a store. A file of a member who has left, or may not import any more, is not there. */
export function lineChatPlace(core: Pick<Core, 'pool' | 'config'>, storeId: number, limits = usualLimits): Place {
  const current = () =>
    inStore(core.pool, storeId, async (db) => {
      const states = new Map<number, string>()
      const files = await waitingFiles(db, storeId, MAX_NAMES + 1)
      for (const { user_id } of files)
        if (!states.has(user_id)) states.set(user_id, await senderState(db, storeId, user_id))
      return files.filter(({ user_id }) => states.get(user_id) === 'may')
    })
  const find = async ({ name, version }: Found): Promise<WaitingFile> => {
    const file = (await current()).find((one) => one.name === name && one.message_id === version)
    if (!file) throw new PlaceError('not_found')
    return file
  }

  /** Takes a file off the list whose content LINE does not have any more. */
  const forget = (messageId: string) => inStore(core.pool, storeId, (db) => markTaken(db, storeId, messageId))

  return {
    async *list() {
      const files = await current()
      if (files.length > MAX_NAMES) throw new PlaceError('too_many')
      for (const { name, size, sent, message_id } of files) yield { name, size, modifiedAt: sent, version: message_id }
    },

    async open(found, signal) {
      const { channel_id, message_id } = await find(found)
      const account = await inStore(core.pool, storeId, (db) => lineAccountById(db, storeId, channel_id))
      if (!account) {
        await forget(message_id)
        throw new PlaceError('not_found')
      }
      async function* pieces(): AsyncGenerator<Buffer> {
        const patience = patienceOf(signal, limits.silenceMs, limits.copyMs)
        const over = new AbortController()
        const ended = AbortSignal.any([patience.signal, over.signal])
        try {
          const body = await patience.wait(
            streamContent(core, credentialsOf(core, storeId, account!), message_id, ended),
          )
          const content = body[Symbol.asyncIterator]()
          let bytes = 0
          for (;;) {
            const { value, done } = await patience.wait(content.next())
            if (done) break
            bytes += value.length
            if (bytes > found.size) throw new PlaceError('not_found')
            yield value as Buffer
          }
          if (bytes < found.size) throw new PlaceError('unreachable')
        } catch (error) {
          if (reasonOfLine(error) === 'not_found') await forget(message_id)
          throw new PlaceError(reasonOfLine(error) ?? reasonOf(error, patience.signal), error)
        } finally {
          over.abort()
        }
      }
      return streamOf(pieces())
    },

    async putAway({ version = '' }, _where, _signal, from = null) {
      if (from !== null) return
      if (!(await inStore(core.pool, storeId, (db) => markTaken(db, storeId, version))))
        throw new PlaceError('not_found')
    },
  }
}

/** 404 and 410: LINE has deleted the content. */
function reasonOfLine(error: unknown): PlaceErrorName | undefined {
  if (error instanceof LineUnreachable) return reasonOf(error.cause)
  if (!(error instanceof LineError)) return undefined
  if (error.status === 404 || error.status === 410) return 'not_found'
  // Not prepared yet, or busy: LINE has it later.
  return error.status === 202 || isBusy(error) ? 'unreachable' : 'refused'
}
