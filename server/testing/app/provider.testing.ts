import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { tokenHash } from '../../core/tokens.ts'

/** Account at the provider. */
export interface Account {
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
}

export interface LocalProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** By subject; who signs in next is `next`. */
  accounts: Map<string, Account>
  next: string
  /** Publishes another key than the one that signs. */
  wrongKey: boolean
  stop(): Promise<void>
}

/** An identity provider on this machine, that signs in whom the test says and asks nothing. */
export async function localProvider(publicUrl: string): Promise<LocalProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined
  const server: Server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const local: LocalProvider = {
    ...{ issuer, clientId: 'ruam', clientSecret: tokenHash(issuer).toString('hex') },
    ...{ accounts: new Map(), next: '', wrongKey: false },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: local.clientId,
        client_secret: local.clientSecret,
        redirect_uris: [`${publicUrl}/api/auth/oidc/callback`],
      },
    ],
    cookies: { keys: ['for tests alone'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...local.accounts.get(sub) }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answers = provider.callback()
  handle = (request, response) =>
    local.wrongKey && request.url === '/jwks'
      ? response.setHeader('content-type', 'application/jwk-set+json').end(JSON.stringify({ keys: [strangeKey()] }))
      : request.url?.startsWith('/interaction/')
        ? provider.interactionFinished(request, response, { login: { accountId: local.next, remember: false } })
        : answers(request, response)
  return local
}

/** An unknown key with the id of the provider's own key. */
const strangeKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }),
  ...{ kid: 'keystore-CHANGE-ME', alg: 'RS256', use: 'sig' },
})

/** Walks from an address at the provider to the one that it leads back to, as a browser does. */
export async function walk(address: string, publicUrl: string): Promise<URL> {
  const cookies = new Map<string, string>()
  for (let at = new URL(address), steps = 0; steps < 10; steps++) {
    if (at.origin === new URL(publicUrl).origin) return at
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const set of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      cookies.set(name!, value!)
    }
    const next = reply.headers.get('location')
    if (!next) throw new Error(`The provider answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
    at = new URL(next, at)
  }
  throw new Error('The provider leads in a circle')
}
