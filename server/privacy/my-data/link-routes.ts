import { randomUUID } from 'node:crypto'
import { myDataLink, myDataLinks } from '@ruam/contract/privacy/my-data-link.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callLine } from '../../channels/accounts/line-client.ts'
import { myDataAddress } from '../../channels/accounts/my-data-address.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { outsideId } from '../../core/outside-text.ts'
import { tokenHash } from '../../core/tokens.ts'
import { liveProfile } from '../../customers/profiles/one.ts'
import { inStore } from '../../database/db.ts'
import { countAttempt, type Limit } from '../../http/attempts.ts'
import { refuseForeignPage, setCookie } from '../../http/cookies.ts'
import { implement } from '../../http/implement.ts'
import { languageOf } from '../../http/language.ts'
import type { Core } from '../../servers/core.ts'
import { requestSetting } from '../requests/setting.ts'
import { type CodeFriend, drawCode, hasChat, newLink, takeCode } from './link.ts'
import { type Note, pageOf } from './page.ts'
import { wordsOf } from './page-words.ts'
import { atPage, openPage, sendPage, storeName } from './public-routes.ts'
import { newSession, sessionCookie, visitLimits } from './session.ts'

const LinkForm = z.object({
  act: z.enum(['send', 'enter']),
  lang: z.enum(['th', 'en']).catch('th'),
  digits: outsideId(6).optional(),
})

export const myDataLinksRoutes = implement(myDataLinks, {
  async create({ core, db, storeId, user, params: { id }, fail, audit }) {
    await liveProfile(db, storeId, id)
    const address = await myDataAddress(core, db, storeId)
    if (address === null) throw fail('my_data_off')
    if (!(await hasChat(db, storeId, id))) throw fail('my_data_no_line')
    const { token, expires_at } = await newLink(db, storeId, id, user.id)
    await audit('profile', id)
    return { url: `${address}/link/${token}`, expires_at }
  },
})

export const myDataLinkRoutes = implement(myDataLink, {
  async page({ core: home, params: { code, token }, query: { lang, done }, request, reply }) {
    await countAttempt(home.pool, request, visitLimits(request))
    const language = lang ?? languageOf(request)
    const html = await atPage(home, code, ({ core, storeId }) =>
      inStore(core.pool, storeId, async (db) => {
        await openPage(db, storeId, code)
        const { days } = await requestSetting(db, storeId)
        const store = await storeName(db, storeId)
        return pageOf({ code, store, days, language, done, shown: { kind: 'link', token, sent: done !== undefined } })
      }),
    )
    return sendPage(reply, html)
  },

  async act({ core: home, params: { code, token }, outside, request, reply, fail }) {
    refuseForeignPage(home.config, request)
    await countAttempt(home.pool, request, visitLimits(request))
    const form = outside?.readForm(LinkForm)
    if (!form) throw fail('not_found')
    const { act, lang } = form
    // Counted for unknown links, too: a limit tells nothing of a link.
    await countAttempt(home.pool, request, linkLimits(act, code, token))
    const userId = await atPage(home, code, ({ core, storeId }) =>
      inStore(core.pool, storeId, async (db) => {
        await openPage(db, storeId, code)
        if (act === 'enter') return takeCode(home, db, storeId, token, form.digits ?? '')
        const { code: digits, friend } = await drawCode(home, db, storeId, token)
        const text = wordsOf(lang)('codeMessage', { store: await storeName(db, storeId), code: digits })
        // After the answer, whose time must not tell a link in force from another.
        if (friend) void sendCode(core, storeId, friend, text).catch(outOfReach(request))
        return undefined
      }),
    )
    if (userId === undefined) return linkAddress(code, token, lang, act === 'send' ? 'code_sent' : 'code_wrong')
    const session = await atPage(home, code, async ({ storeId }) =>
      newSession(home, storeId, code, userId, 'personal_link'),
    )
    setCookie(sessionCookie(code), home.config, request, reply, session)
    return `/d/${code}?lang=${lang}`
  },
})

const linkAddress = (code: string, token: string, lang: 'th' | 'en', note: Note) =>
  `/d/${code}/link/${token}?lang=${lang}&done=${note}`

/** Codes that a link sends in an hour, and tries of them. */
function linkLimits(act: 'send' | 'enter', code: string, token: string): Limit[] {
  const link = tokenHash(`${code} ${token}`).toString('hex')
  return [{ key: `my-link-${act}:${link}`, tries: act === 'send' ? 3 : 15, seconds: 3600 }]
}

async function sendCode(core: Core, storeId: number, friend: CodeFriend, text: string): Promise<void> {
  const account = await inStore(core.pool, storeId, (db) => lineAccountById(db, storeId, friend.channel_id))
  if (account?.status !== 'active') return
  await callLine(core, credentialsOf(core, storeId, account), '/v2/bot/message/push', {
    json: { to: friend.external_id, messages: [{ type: 'text', text }] },
    headers: { 'x-line-retry-key': randomUUID() },
  })
}

/** The customer reads that they can ask the shop if no code comes. */
const outOfReach = (request: FastifyRequest) => (error: Error & { code?: string }) =>
  request.log.warn({ request_id: request.id, type: error.name, code: error.code }, 'Code of a personal link')
