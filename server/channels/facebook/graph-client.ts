import { createHmac } from 'node:crypto'
import { NAME_MAX_GRAPHEMES } from '@ruam/contract/platform/constants.ts'
import { z } from 'zod'
import type { Config } from '../../core/config.ts'
import { callOutside, type OutsideReply } from '../../core/outside-call.ts'
import {
  type OutsideSchema,
  outsideId,
  outsideJson,
  outsideName,
  outsideSecret,
  outsideText,
} from '../../core/outside-text.ts'

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

/** Facebook did not answer, answered what cannot be read, or with a server error. */
export class GraphUnreachable extends Error {}

const Failure = z.object({ error: z.object({ code: z.number().optional() }).optional() })

/** Calls the Graph API and returns its answer by the schema. The secret proves the token (Facebook, "Secure Graph API Calls"). */
async function callGraph<S extends z.ZodType>(
  app: FacebookApp,
  path: string,
  schema: OutsideSchema<S>,
  query: Record<string, string>,
  { method = 'GET', token }: { method?: 'GET' | 'POST' | 'DELETE'; token?: string } = {},
): Promise<z.output<S>> {
  const proof = token && createHmac('sha256', app.appSecret).update(token).digest('hex')
  const given = { ...query, ...(token && proof && { access_token: token, appsecret_proof: proof }) }
  let reply: OutsideReply
  try {
    reply = await callOutside(`${app.graphUrl}${path}?${new URLSearchParams(given)}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch {
    // The cause would hold the address, and with it the token.
    throw new GraphUnreachable('Facebook did not answer')
  }
  if (reply.status >= 500) throw new GraphUnreachable(`Facebook answered ${reply.status}`)
  if (!reply.ok) {
    const code = reply.read(Failure)?.error?.code ?? 0
    throw new GraphError(code, `Facebook refused with ${code}`)
  }
  const answer = reply.read(schema)
  if (answer === undefined) throw new GraphUnreachable('Facebook answered what cannot be read')
  return answer
}

const ManagedPage = z.object({
  id: outsideId(40),
  name: outsideName(NAME_MAX_GRAPHEMES),
  category: outsideText(100).optional(),
  access_token: outsideSecret,
})
type ManagedPage = z.output<typeof ManagedPage>

const ManagedPages = z.object({
  data: z.array(ManagedPage),
  paging: z
    .object({ next: outsideText(5000).optional(), cursors: z.object({ after: outsideSecret }).optional() })
    .optional(),
})

const PersonName = z.object({
  first_name: outsideName(NAME_MAX_GRAPHEMES).optional(),
  last_name: outsideName(NAME_MAX_GRAPHEMES).optional(),
})

/** Returns the pages that a person manages. Their tokens last as long as the exchanged token of the person: they do not expire. */
export async function managedPages(app: FacebookApp, personToken: string): Promise<ManagedPage[]> {
  const { access_token: token } = await callGraph(
    app,
    '/oauth/access_token',
    z.object({ access_token: outsideSecret }),
    {
      grant_type: 'fb_exchange_token',
      client_id: app.appId,
      client_secret: app.appSecret,
      fb_exchange_token: personToken,
    },
  )
  const pages: ManagedPage[] = []
  for (let after: string | undefined = ''; after !== undefined && pages.length < MAX_PAGES; ) {
    const query: Record<string, string> = {
      fields: 'id,name,category,access_token',
      limit: PAGE_LIMIT,
      ...(after && { after }),
    }
    const answer: z.output<typeof ManagedPages> = await callGraph(app, '/me/accounts', ManagedPages, query, { token })
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
    outsideJson,
    { subscribed_fields: 'messages,messaging_postbacks' },
    { method: 'POST', token },
  )

export const unsubscribePage = (app: FacebookApp, pageId: string, token: string) =>
  callGraph(app, `/${pageId}/subscribed_apps`, outsideJson, {}, { method: 'DELETE', token })

/** Returns the name of a person who wrote to the page. */
export const personName = (app: FacebookApp, psid: string, token: string) =>
  callGraph(app, `/${encodeURIComponent(psid)}`, PersonName, { fields: 'first_name,last_name' }, { token })
