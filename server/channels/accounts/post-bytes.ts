import { z } from 'zod'
import { outsideText } from '../../core/outside-text.ts'
import { callLineServer } from './line-calls.ts'
import {
  isBusy,
  issueToken,
  type LineCore,
  type LineCredentials,
  LineError,
  LineUnreachable,
  refusePage,
  TIMEOUT_MS,
  tokenOf,
} from './line-client.ts'

/** LINE's answer to a call of which every answer counts. */
export interface LineReply {
  status: number
  message: string
  details: readonly { property?: string | undefined; message?: string | undefined }[]
  requestId: string | null
}

const Answer = z.object({
  message: outsideText(500).optional(),
  details: z
    .array(z.object({ property: outsideText(500).optional(), message: outsideText(500).optional() }))
    .optional(),
})

interface Posted {
  bytes: Buffer
  retryKey: string
}

/**
 * Posts exact bytes, and returns the answer whatever its status. A refused token is replaced and tried once more, under the same key.
 * Throws LineUnreachable: whether LINE took them is unknown.
 */
export async function postBytes(
  core: LineCore,
  credentials: LineCredentials,
  path: string,
  posted: Posted,
): Promise<LineReply> {
  const refused = await post(core, await tokenOf(core, credentials), path, posted)
  if (refused.status !== 401) return refused
  try {
    return await post(core, await issueToken(core, credentials), path, posted)
  } catch (error) {
    if (!(error instanceof LineError)) throw error
    return { ...refused, status: isBusy(error) ? 503 : 401 }
  }
}

async function post(core: LineCore, token: string, path: string, { bytes, retryKey }: Posted): Promise<LineReply> {
  try {
    const reply = await callLineServer(core.config.line.apiUrl + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-line-retry-key': retryKey,
      },
      body: bytes,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    refusePage(reply)
    const { message, details } = reply.read(Answer) ?? {}
    return {
      status: reply.status,
      message: message ?? '',
      details: details ?? [],
      // An accepted retry key names the request that was accepted with it.
      requestId: reply.header('x-line-accepted-request-id') ?? reply.header('x-line-request-id'),
    }
  } catch (error) {
    if (error instanceof LineUnreachable) throw error
    throw new LineUnreachable('LINE did not answer', { cause: error })
  }
}
