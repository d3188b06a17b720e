import { type LineCore, type LineCredentials, LineUnreachable, TIMEOUT_MS, tokenOf } from './line-client.ts'

/** LINE's answer to a call of which every answer counts. */
export interface LineReply {
  status: number
  message: string
  details: readonly { property?: string; message?: string }[]
  requestId: string | null
}

/** Posts exact bytes once, and returns the answer whatever its status. Throws LineUnreachable: whether LINE took them is unknown. */
export async function postBytes(
  core: LineCore,
  credentials: LineCredentials,
  path: string,
  { bytes, retryKey }: { bytes: Buffer; retryKey: string },
): Promise<LineReply> {
  const token = await tokenOf(core, credentials)
  try {
    const reply = await fetch(core.config.line.apiUrl + path, {
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
    const { message, details } = parsed(await reply.text())
    return {
      status: reply.status,
      message: typeof message === 'string' ? message : '',
      details: Array.isArray(details) ? details : [],
      requestId: reply.headers.get('x-line-request-id'),
    }
  } catch (error) {
    throw new LineUnreachable('LINE did not answer', { cause: error })
  }
}

function parsed(text: string): { message?: unknown; details?: unknown } {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return {}
  }
}
