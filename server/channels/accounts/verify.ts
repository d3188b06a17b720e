import { NAME_MAX_GRAPHEMES } from '@ruam/contract/platform/constants.ts'
import { imageSize } from 'image-size'
import { z } from 'zod'
import { ApiError } from '../../core/api-error.ts'
import { callOutside } from '../../core/outside-call.ts'
import { outsideId, outsideName, outsideText } from '../../core/outside-text.ts'
import type { Core } from '../../servers/core.ts'
import {
  channelOfToken,
  fetchLine,
  issueToken,
  type LineCredentials,
  LineError,
  LineUnreachable,
} from './line-client.ts'

/** Bytes of a picture that is kept with its account. */
const MAX_BYTES = 100_000

const TIMEOUT_MS = 5000

const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

/** LINE's answer to GET /v2/bot/info. */
const BotInfo = z.object({
  userId: outsideId(100),
  basicId: outsideText(50),
  displayName: outsideName(NAME_MAX_GRAPHEMES),
  pictureUrl: outsideText(2000).optional(),
  chatMode: z.enum(['chat', 'bot']),
})

interface VerifiedAccount {
  bot_user_id: string
  basic_id: string
  display_name: string
  picture: string | null
  chat_mode: 'chat' | 'bot'
}

/**
 * Asks LINE whether the credentials belong together and whose they are. Throws channel_secret_wrong or channel_unreachable.
 * The secret is always tried: webhooks are signed with it, also where a pasted token opens the calls.
 */
export async function verifyCredentials(core: Core, credentials: LineCredentials): Promise<VerifiedAccount> {
  try {
    await issueToken(core, credentials)
    if (credentials.token && (await channelOfToken(core, credentials.token)) !== credentials.channelId)
      throw new ApiError('channel_secret_wrong')
    const { userId, basicId, displayName, pictureUrl, chatMode } = await fetchLine(
      core,
      credentials,
      '/v2/bot/info',
      BotInfo,
    )
    return {
      bot_user_id: userId,
      basic_id: basicId,
      display_name: displayName || basicId,
      picture: pictureUrl ? await pictureOf(pictureUrl) : null,
      chat_mode: chatMode,
    }
  } catch (error) {
    throw refused(error)
  }
}

/** Translates what LINE answered about credentials; anything else stays what it is. */
function refused(error: unknown): unknown {
  if (error instanceof LineUnreachable) return new ApiError('channel_unreachable', undefined, { cause: error })
  if (!(error instanceof LineError)) return error
  const wrong = error.status >= 400 && error.status < 500 && error.status !== 429
  return new ApiError(wrong ? 'channel_secret_wrong' : 'channel_unreachable', undefined, { cause: error })
}

/** Returns the picture of an account as a data address, or null if it cannot be fetched or is no small picture. */
async function pictureOf(url: string): Promise<string | null> {
  try {
    const { ok, bytes } = await callOutside(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }, MAX_BYTES)
    if (!ok) return null
    const type = types[imageSize(bytes).type ?? '']
    return type && bytes.length <= MAX_BYTES ? `data:${type};base64,${bytes.toString('base64')}` : null
  } catch {
    return null
  }
}
