import { ApiError } from '../../core/api-error.ts'
import type { Core } from '../../servers/core.ts'
import {
  callLine,
  channelOfToken,
  issueToken,
  type LineCredentials,
  LineError,
  LineUnreachable,
} from './line-client.ts'
import { pictureOf } from './picture.ts'

/** LINE's answer to GET /v2/bot/info. */
interface BotInfo {
  userId: string
  basicId: string
  displayName: string
  pictureUrl?: string
  chatMode: 'chat' | 'bot'
}

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
    const { userId, basicId, displayName, pictureUrl, chatMode } = await callLine<BotInfo>(
      core,
      credentials,
      '/v2/bot/info',
    )
    return {
      bot_user_id: userId,
      basic_id: basicId,
      display_name: displayName,
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
