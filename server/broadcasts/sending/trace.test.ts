import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { addressOf } from '@ruam/contract/platform/endpoint.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.testing.ts'
import { draft, read, scene } from '../../testing/broadcasts/broadcasts.testing.ts'
import { testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

test('the trace of a call goes through its job to LINE', async () => {
  const { core } = await testServer()
  const made = await scene({ friends: 1 })
  const { id } = await draft(made)
  const { updated_at: origin_time } = await read(made, id)
  const app = await testApp({ ...core, config: { ...core.config, trustProxy: 1 } })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const reply = await app.inject({
    ...{ method: broadcasts.update.method, url: addressOf(broadcasts.update) },
    headers: {
      authorization: `Bearer ${made.store.token}`,
      'x-request-id': 'from-proxy',
      traceparent: `00-${traceId}-00f067aa0ba902b7-00`,
    },
    payload: { id, origin_time, status: 'pending' },
  })
  await app.close()
  expect([reply.statusCode, reply.headers['x-request-id']]).toEqual([200, 'from-proxy'])
  await until(async () => (await read(made, id)).status === 'published')
  const sent = [...made.state.traces.values()].filter(({ requestId }) => requestId === 'from-proxy')
  expect(sent).toEqual([{ traceparent: expect.stringContaining(traceId), requestId: 'from-proxy' }])
})
