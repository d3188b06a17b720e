import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import { startAsking } from '../../customers/changes/line-friends.ts'
import { chatPair, provedMerge, undoMergeOfPair } from '../../customers/duplicates/proved.ts'
import { profilesById } from '../../customers/profiles/queries.ts'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { insertWord, lastWord, reachesOf, reachOf, wordAccounts } from './queries.ts'
import { lastAsking, lineReach } from './reach.ts'
import { newWord, personalWords, readPersonal, wordHash, wordUrl } from './words.ts'

async function isThere(db: Db, storeId: number, id: number): Promise<void> {
  if ((await profilesById(db, storeId, [id])).length === 0) throw new ApiError('not_found')
}

export const lineLinkRoutes = implement(lineLink, {
  reach: async ({ db, storeId }) => ({ ...(await lineReach(db, storeId)), ...(await lastAsking(db, storeId)) }),

  async askFriends({ core, db, storeId, user, fail, audit }) {
    if ((await wordAccounts(db, storeId)).length === 0) throw fail('line_link_no_account')
    const job_id = await startAsking(core, db, storeId, user)
    await audit('job', job_id)
    return { job_id }
  },

  reaches: async ({ db, storeId, query }) => ({ data: await reachesOf(db, storeId, query.ids) }),

  async get({ db, storeId, params }) {
    await isThere(db, storeId, params.id)
    return {
      reach: await reachOf(db, storeId, params.id),
      accounts: await wordAccounts(db, storeId),
      word: await lastWord(db, storeId, params.id),
      merge_id: await provedMerge(db, storeId, params.id),
      duplicate_id: await chatPair(db, storeId, params.id),
    }
  },

  async create({ core, db, storeId, user, params, body, fail, audit }) {
    await isThere(db, storeId, params.id)
    const accounts = await wordAccounts(db, storeId)
    const account = body.channel_id === undefined ? accounts[0] : accounts.find(({ id }) => id === body.channel_id)
    if (!account) throw fail(body.channel_id === undefined ? 'line_link_no_account' : 'not_found')
    const signer = { secretKey: core.config.secretKey, storeId }
    if (body.personal) {
      const word = personalWords(signer, account.id, databaseNow())(params.id)
      const { expires } = readPersonal(signer, account.id, word)!
      await audit('profile', params.id, { channel: account.id })
      return { word, url: wordUrl(account.basic_id, word), expires_at: new Date(expires).toISOString() }
    }
    const word = newWord()
    const hash = wordHash(signer, word)
    const made = { profileId: params.id, channelId: account.id, hash, userId: user.id }
    const expires_at = await insertWord(db, storeId, made)
    await audit('profile', params.id, { channel: account.id })
    return { word, url: wordUrl(account.basic_id, word), expires_at }
  },

  async undo({ db, storeId, user, params, fail, audit }) {
    await isThere(db, storeId, params.id)
    const merge = await provedMerge(db, storeId, params.id)
    if (merge === null) throw fail('merge_not_undoable')
    // Dismisses the pair: undoing a link means that these are two people.
    const { gone } = await undoMergeOfPair(db, storeId, merge, user.id, 'dismissed')
    await audit('profile', params.id, { merge, gone })
  },
})
