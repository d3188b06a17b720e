import { seal, unseal } from '../../core/sealing.ts'
import { tokenHash } from '../../core/tokens.ts'
import type { Core } from '../../servers/core.ts'

type Secrets = { config: Pick<Core['config'], 'secretKey'> }

const ownerOf = (storeId: number, pageId: string) => ({ storeId, subject: `facebook:${pageId}` })

/** Returns the hash that finds the store of a page. No webhook key of LINE holds a blank. */
export const pageHash = (pageId: string): Buffer => tokenHash(`facebook ${pageId}`)

/** Seals the token of a page for its row. Pages share the webhook of the app, so there is no key of their own. */
export const sealPage = ({ config }: Secrets, storeId: number, pageId: string, token: string) => ({
  secret: seal(config.secretKey, ownerOf(storeId, pageId), token),
  secret_end: token.slice(-4),
  webhook: seal(config.secretKey, ownerOf(storeId, pageId), ''),
  webhook_hash: pageHash(pageId),
})

export const pageToken = (
  { config }: Secrets,
  storeId: number,
  page: { external_id: string; secret: Buffer },
): string => unseal(config.secretKey, ownerOf(storeId, page.external_id), page.secret)
