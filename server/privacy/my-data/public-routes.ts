import { myData } from '@ruam/contract/privacy/my-data.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../core/api-error.ts'
import { newToken } from '../../core/tokens.ts'
import { type Db, inStore } from '../../database/db.ts'
import { countAttempt } from '../../http/attempts.ts'
import { audit } from '../../http/audit.ts'
import { readCookie, refuseForeignPage, setCookie } from '../../http/cookies.ts'
import { implement } from '../../http/implement.ts'
import { languageOf } from '../../http/language.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { requestSetting } from '../requests/setting.ts'
import { ActForm, act } from './act.ts'
import { callbackUrl } from './addresses.ts'
import { lineUserOf, loginAddress } from './line-login.ts'
import { channelOf } from './login-channel.ts'
import { ownRequests, readOwnData } from './own-data.ts'
import { type Note, pageOf, type Visible } from './page.ts'
import { pageLook } from './page-style.ts'
import { findPage, type Page, profilesOfLineUser, saveCheck, storeOfCode } from './queries.ts'
import {
  actLimits,
  loginCookie,
  loginLimits,
  newSession,
  readCheck,
  readSession,
  readState,
  type Session,
  sessionCookie,
  stateOf,
  visitLimits,
} from './session.ts'

export const myDataRoutes = implement(myData, {
  async page({ core: home, params: { code }, query: { lang, done, check = '' }, request, reply }) {
    await countAttempt(home.pool, request, visitLimits(request))
    const language = lang ?? languageOf(request)
    const html = await atPage(home, code, ({ core, storeId }) =>
      inStore(core.pool, storeId, async (db) => {
        await pageForLogin(home, db, storeId, code, check)
        const session = readSession(home, storeId, code, readCookie(sessionCookie(code), home.config, request))
        const name = await storeName(db, storeId)
        const { days } = await requestSetting(db, storeId)
        const shown = check
          ? ({ kind: 'checked' } as const)
          : session
            ? await shownTo(db, storeId, session, language)
            : ({ kind: 'enter' } as const)
        return pageOf({ code, store: name, days, language, done, shown })
      }),
    )
    return sendPage(reply, html)
  },

  async login({ core: home, params: { code }, query: { lang, check = '' }, request, reply }) {
    await countAttempt(home.pool, request, loginLimits(request))
    const language = lang ?? languageOf(request)
    const page = await atPage(home, code, ({ core, storeId }) =>
      inStore(core.pool, storeId, (db) => pageForLogin(home, db, storeId, code, check)),
    )
    const secret = newToken()
    const begun = { secret, language, callback: callbackUrl(home), state: stateOf({ code, language, check }, secret) }
    const address = await loginAddress(home, channelOf(home, page), begun)
    setCookie(loginCookie, home.config, request, reply, secret)
    return address
  },

  async callback({ core: home, query, request, reply, fail }) {
    await countAttempt(home.pool, request, loginLimits(request))
    const secret = readCookie(loginCookie, home.config, request)
    setCookie(loginCookie, home.config, request, reply)
    const target = readState(query.state, secret)
    if (!target) throw fail('not_found')
    const { code, language, check } = target
    const note = await atPage(home, code, async ({ core, storeId }): Promise<Note | ''> => {
      const page = await inStore(core.pool, storeId, (db) => pageForLogin(home, db, storeId, code, check))
      const address = {
        callback: callbackUrl(home),
        secret: secret!,
        state: String(query.state),
        query: queryOf(request),
      }
      const userId = await lineUserOf(home, channelOf(home, page), address).catch(outOfReach(request))
      if (userId === undefined) return check ? 'failed' : 'refused'
      if (!check) {
        setCookie(sessionCookie(code), home.config, request, reply, newSession(home, storeId, code, userId))
        return ''
      }
      const by = readCheck(home, storeId, code, check)!
      return inStore(core.pool, storeId, async (db) => {
        const result = await saveCheck(db, storeId, { loginId: page.login_id, userId, by })
        const entry = { subject_type: 'store' as const, subject_id: storeId, details: { result } }
        await audit(db, storeId, { kind: 'person', id: by }, request.id, { action: 'my_data_checked', ...entry })
        return result
      })
    })
    return addressWith(code, language, note, check)
  },

  async act({ core: home, params: { code }, outside, request, reply, fail }) {
    refuseForeignPage(home.config, request)
    await countAttempt(home.pool, request, visitLimits(request))
    const form = outside?.readForm(ActForm)
    if (!form) throw fail('not_found')
    const note = await atPage(home, code, async ({ core, storeId }): Promise<Note> => {
      const session = readSession(home, storeId, code, readCookie(sessionCookie(code), home.config, request))
      if (!session) return 'ended'
      const { userId } = session
      await countAttempt(home.pool, request, actLimits(request, storeId, userId))
      return inStore(core.pool, storeId, async (db) => {
        await openPage(db, storeId, code)
        const profiles = await profilesOfLineUser(db, storeId, userId)
        return act({ db, storeId, profiles, ...session, requestId: request.id }, form)
      })
    })
    if (note === 'left') setCookie(sessionCookie(code), home.config, request, reply)
    return addressWith(code, form.lang, note)
  },
})

interface At {
  core: Core
  storeId: number
}

/** Works at the server of a page's store. Throws not_found, equally for an unknown address and for a page that is off. */
export async function atPage<T>(home: Core, code: string, work: (at: At) => Promise<T>): Promise<T> {
  const found = await routerOf(home).atKey('my_data', Buffer.from(code), async (core) => {
    const storeId = await storeOfCode(core.pool, code)
    return storeId === null ? undefined : { answer: await work({ core, storeId }) }
  })
  if (!found) throw new ApiError('not_found')
  return found.answer
}

/** Returns the page of an address that is on. Throws not_found. */
export async function openPage(db: Db, storeId: number, code: string): Promise<Page> {
  const page = await findPage(db, storeId)
  if (!page?.is_on || page.code !== code) throw new ApiError('not_found')
  return page
}

/** The same, also while it is off for a member who checks the login or sees the result. */
async function pageForLogin(home: Core, db: Db, storeId: number, code: string, check: string): Promise<Page> {
  if (check === '') return openPage(db, storeId, code)
  const page = await findPage(db, storeId)
  if (page?.code !== code || readCheck(home, storeId, code, check) === undefined) throw new ApiError('not_found')
  return page
}

/** Returns the name of a store, as its customers see it. */
export async function storeName(db: Db, storeId: number): Promise<string> {
  const { name } = await db.selectFrom('store').select('name').where('store_id', '=', storeId).executeTakeFirstOrThrow()
  return name
}

/** Sends a page with its policy. */
export function sendPage(reply: FastifyReply, html: string): string {
  reply.header('content-security-policy', pageLook().policy)
  return html
}

async function shownTo(db: Db, storeId: number, { userId, way }: Session, language: 'th' | 'en'): Promise<Visible> {
  const profiles = await profilesOfLineUser(db, storeId, userId)
  const [profile, ...more] = profiles
  if (profile === undefined) return { kind: 'none' }
  const requests = await ownRequests(db, storeId, profiles)
  if (more.length > 0) return { kind: 'several', requests: requests.filter(({ mine }) => mine) }
  const data = await readOwnData(db, storeId, profile, language)
  return data ? { kind: 'data', data, requests, way } : { kind: 'none' }
}

/** `check`: the member sees the result while the page is off. */
const addressWith = (code: string, language: 'th' | 'en', note: Note | '', check = '') =>
  `/d/${code}?lang=${language}${note && `&done=${note}`}${check && `&check=${check}`}`

const queryOf = ({ url }: FastifyRequest) => url.slice(url.indexOf('?'))

/** The reason goes to the log only: answers of LINE may contain codes and tokens. */
const outOfReach = (request: FastifyRequest) => (error: Error & { code?: string }) => {
  request.log.warn({ request_id: request.id, type: error.name, code: error.code }, 'LINE Login')
  return undefined
}
