import { testServer } from '../store.testing.ts'

/** Response to a program. */
export interface ProgramReply<Body> {
  status: number
  headers: Record<string, unknown>
  body: Body
}

/** Calls an address below /open-api/v1 with a credential. */
export async function callAs<Body = Record<string, unknown>>(
  credential: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: unknown,
  headers: Record<string, string> = {},
): Promise<ProgramReply<Body>> {
  const { app } = await testServer()
  const isRaw = typeof payload === 'string' || Buffer.isBuffer(payload)
  const reply = await app.inject({
    ...{ method, url: `/open-api/v1/${path}` },
    headers: {
      authorization: `Bearer ${credential}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload: isRaw ? (payload as string) : JSON.stringify(payload) }),
  })
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: (reply.body === '' ? undefined : reply.json()) as Body,
  }
}
