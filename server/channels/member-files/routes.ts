import { memberFiles } from '@ruam/contract/channels/member-files.ts'
import { implement } from '../../http/implement.ts'
import { wordAccounts } from '../line-link/queries.ts'
import { newWord, wordHash, wordUrl } from '../line-link/words.ts'
import { insertMemberWord, linkOf, unlinkMember } from './links.ts'
import { isChatWatched } from './queries.ts'

export const memberFilesRoutes = implement(memberFiles, {
  async get({ db, storeId, user }) {
    return {
      is_watched: await isChatWatched(db, storeId),
      accounts: await wordAccounts(db, storeId),
      ...(await linkOf(db, storeId, user.id)),
    }
  },

  async create({ core, db, storeId, user, body, fail, audit }) {
    const accounts = await wordAccounts(db, storeId)
    const account = body.channel_id === undefined ? accounts[0] : accounts.find(({ id }) => id === body.channel_id)
    if (!account) throw fail(body.channel_id === undefined ? 'line_link_no_account' : 'not_found')
    const word = newWord()
    const hash = wordHash({ secretKey: core.config.secretKey, storeId }, word)
    const expires_at = await insertMemberWord(db, storeId, { userId: user.id, channelId: account.id, hash })
    if (expires_at === undefined) throw fail('watch_chat_missing')
    await audit('user', user.id, { channel: account.id })
    return { word, url: wordUrl(account.basic_id, word), expires_at }
  },

  async delete({ db, storeId, user, fail, audit }) {
    if (!(await unlinkMember(db, storeId, user.id))) throw fail('not_found')
    await audit('user', user.id)
  },
})
