import { type ChangeType, changeTypes } from '@ruam/contract/open-api/changes.ts'
import { MAX_WEBHOOKS, SECRET_OVERLAP_HOURS } from '@ruam/contract/open-api/webhooks.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { type ChangeCaller, hasScope } from '../changes/readable.ts'
import { placeNow } from './place.ts'
import { mayBeCalled } from './post.ts'
import { insertWebhook, type Manager, rotateWebhook, webhooksOf } from './queries.ts'
import { newSecret } from './secret.ts'

type Config = Pick<Core, 'config'>

interface Target {
  url?: string | undefined
  types?: readonly ChangeType[] | undefined
}

/** Throws if the program may not read what a type is about, or the URL may not be called. */
export function checkTarget({ config }: Config, program: ChangeCaller, { url, types = [] }: Target): void {
  for (const type of types)
    if (!hasScope(program, changeTypes[type])) throw new ApiError('scope_missing', { scope: changeTypes[type] })
  if (url !== undefined && !mayBeCalled(url, config)) throw new ApiError('webhook_url_refused')
}

/** Makes a webhook of a program, which gets changes from now on. Its secret is returned this once. */
export async function subscribe(
  core: Config,
  db: Db,
  storeId: number,
  program: Manager & ChangeCaller,
  given: { url: string; types: ChangeType[] },
) {
  checkTarget(core, program, given)
  if ((await webhooksOf(db, storeId, program).execute()).length >= MAX_WEBHOOKS)
    throw new ApiError('webhooks_too_many', { limit: MAX_WEBHOOKS })
  const place = await placeNow(db, storeId)
  const { secret, sealed } = newSecret(core.config.secretKey, storeId)
  const webhook = await insertWebhook(db, storeId, { credential: program.id, ...given, secret: sealed, place })
  return { ...webhook, secret }
}

/** Makes a new secret of a webhook, which is returned this once. The former one signs, too, until the end of the overlap. */
export async function renewSecret(
  { config }: Config,
  db: Db,
  storeId: number,
  webhook: { id: number; credential: number },
) {
  const { secret, sealed } = newSecret(config.secretKey, storeId)
  const renewed = await rotateWebhook(db, storeId, { ...webhook, secret: sealed, hours: SECRET_OVERLAP_HOURS })
  return { ...renewed, secret }
}
