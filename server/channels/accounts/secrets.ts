import { randomBytes } from 'node:crypto'
import { seal, unseal } from '../../core/sealing.ts'
import { tokenHash } from '../../core/tokens.ts'
import type { Core } from '../../servers/core.ts'
import type { LineCredentials } from './line-client.ts'
import type { AccountRow } from './queries.ts'

type Secrets = { config: Pick<Core['config'], 'secretKey' | 'publicUrl' | 'port'> }

const ownerOf = (storeId: number, externalId: string) => ({ storeId, subject: `line:${externalId}` })

/** Seals the credentials of an account for its row; `end` is all that is ever shown. */
export function sealCredentials({ config }: Secrets, storeId: number, { channelId, secret, token }: LineCredentials) {
  const sealed = (text: string) => seal(config.secretKey, ownerOf(storeId, channelId), text)
  return {
    secret: sealed(secret),
    secret_end: secret.slice(-4),
    token: token === null ? null : sealed(token),
    token_end: token === null ? null : token.slice(-4),
  }
}

type Sealed = Pick<AccountRow, 'external_id' | 'secret' | 'token'>

export function credentialsOf({ config }: Secrets, storeId: number, account: Sealed): LineCredentials {
  const open = (sealed: Buffer) => unseal(config.secretKey, ownerOf(storeId, account.external_id), sealed)
  return {
    channelId: account.external_id,
    secret: open(account.secret),
    token: account.token && open(account.token),
  }
}

/** Returns a new random webhook key of 128 bits, sealed, with the hash that finds its account. */
export function newWebhookKey({ config }: Secrets, storeId: number, channelId: string) {
  const key = randomBytes(16).toString('base64url')
  return { webhook: seal(config.secretKey, ownerOf(storeId, channelId), key), webhook_hash: tokenHash(key) }
}

/** Returns the address to which LINE sends an account's events. */
export function webhookUrl(
  { config }: Secrets,
  storeId: number,
  { external_id, webhook }: Pick<AccountRow, 'external_id' | 'webhook'>,
): string {
  const key = unseal(config.secretKey, ownerOf(storeId, external_id), webhook)
  return `${config.publicUrl ?? `http://localhost:${config.port}`}/webhook/line/${key}`
}
