import type { Config } from '../../core/config.ts'
import { seal, unseal } from '../../core/sealing.ts'
import type { LoginChannel } from './line-login.ts'
import type { Page } from './queries.ts'

type Secrets = { config: Pick<Config, 'secretKey'> }

const ownerOf = (storeId: number, loginId: string) => ({ storeId, subject: `line-login:${loginId}` })

/** Seals the secret of a login channel for its row; `login_secret_end` is all that is ever shown. */
export const sealLogin = ({ config }: Secrets, storeId: number, { id, secret }: LoginChannel) => ({
  login_id: id,
  login_secret: seal(config.secretKey, ownerOf(storeId, id), secret),
  login_secret_end: secret.slice(-4),
})

/** Returns the login channel of a page. */
export const channelOf = (
  { config }: Secrets,
  { store_id, login_id, login_secret }: Pick<Page, 'store_id' | 'login_id' | 'login_secret'>,
): LoginChannel => ({ id: login_id, secret: unseal(config.secretKey, ownerOf(store_id, login_id), login_secret) })
