import { createHmac } from 'node:crypto'
import type { Config } from '../../core/config.ts'

/** Milliseconds that a call may take. */
const TIMEOUT_MS = 8000
/** Pages of a person that are listed at most, and pages of an answer. */
const MAX_PAGES = 500
const PAGE_LIMIT = '100'

type FacebookApp = NonNullable<Config['facebook']>

/** Facebook answered with an error. 190 and 102: the token is no longer valid. */
export class GraphError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Facebook did not answer, or answered with a server error. */
export class GraphUnreachable extends Error {}

/** Calls the Graph API and returns its JSON. The secret proves the token (Facebook, "Secure Graph API Calls"). */
async function callGraph<T>(
  app: FacebookApp,
  path: string,
  query: Record<string, string>,
  { method = 'GET', token }: { method?: 'GET' | 'POST' | 'DELETE'; token?: string } = {},
): Promise<T> {
  const proof = token && createHmac('sha256', app.appSecret).update(token).digest('hex')
  const given = { ...query, ...(token && proof && { access_token: token, appsecret_proof: proof }) }
  let reply: Response
  let answer: { error?: { code?: number; message?: string } }
  try {
    reply = await fetch(`${app.graphUrl}${path}?${new URLSearchParams(given)}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    answer = (await reply.json()) as typeof answer
  } catch {
    // The cause would hold the address, and with it the token.
    throw new GraphUnreachable('Facebook did not answer')
  }
  if (reply.ok) return answer as T
  if (reply.status >= 500) throw new GraphUnreachable(`Facebook answered ${reply.status}`)
  throw new GraphError(answer.error?.code ?? 0, `Facebook refused with ${answer.error?.code}`)
}

interface ManagedPage {
  id: string
  name: string
  category?: string
  access_token: string
}

/** Returns the pages that a person manages. Their tokens last as long as the exchanged token of the person: they do not expire. */
export async function managedPages(app: FacebookApp, personToken: string): Promise<ManagedPage[]> {
  const { access_token: token } = await callGraph<{ access_token: string }>(app, '/oauth/access_token', {
    grant_type: 'fb_exchange_token',
    client_id: app.appId,
    client_secret: app.appSecret,
    fb_exchange_token: personToken,
  })
  const pages: ManagedPage[] = []
  for (let after: string | undefined = ''; after !== undefined && pages.length < MAX_PAGES; ) {
    const query: Record<string, string> = {
      fields: 'id,name,category,access_token',
      limit: PAGE_LIMIT,
      ...(after && { after }),
    }
    const answer: { data: ManagedPage[]; paging?: { next?: string; cursors?: { after: string } } } = await callGraph(
      app,
      '/me/accounts',
      query,
      { token },
    )
    pages.push(...answer.data)
    after = answer.paging?.next ? answer.paging.cursors?.after : undefined
  }
  return pages
}

/** Makes Facebook send the page's messages and buttons to the app's webhook. */
export const subscribePage = (app: FacebookApp, pageId: string, token: string) =>
  callGraph(
    app,
    `/${pageId}/subscribed_apps`,
    { subscribed_fields: 'messages,messaging_postbacks' },
    { method: 'POST', token },
  )

export const unsubscribePage = (app: FacebookApp, pageId: string, token: string) =>
  callGraph(app, `/${pageId}/subscribed_apps`, {}, { method: 'DELETE', token })

/** Returns the name of a person who wrote to the page. */
export const personName = (app: FacebookApp, psid: string, token: string) =>
  callGraph<{ first_name?: string; last_name?: string }>(
    app,
    `/${encodeURIComponent(psid)}`,
    { fields: 'first_name,last_name' },
    { token },
  )
