import { z } from 'zod'
import { callOutside } from '../../core/outside-call.ts'
import { outsideText } from '../../core/outside-text.ts'
import { type LineCore, type LineCredentials, LineUnreachable, TIMEOUT_MS, tokenOf } from './line-client.ts'

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

/** Posts exact bytes once, and returns the answer whatever its status. Throws LineUnreachable: whether LINE took them is unknown. */
export async function postBytes(
  core: LineCore,
  credentials: LineCredentials,
  path: string,
  { bytes, retryKey }: { bytes: Buffer; retryKey: string },
): Promise<LineReply> {
  const token = await tokenOf(core, credentials)
  try {
    const reply = await callOutside(core.config.line.apiUrl + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-line-retry-key': retryKey,
      },
      body: new Uint8Array(bytes),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { message, details } = reply.read(Answer) ?? {}
    return {
      status: reply.status,
      message: message ?? '',
      details: details ?? [],
      requestId: reply.header('x-line-request-id'),
    }
  } catch (error) {
    throw new LineUnreachable('LINE did not answer', { cause: error })
  }
}
