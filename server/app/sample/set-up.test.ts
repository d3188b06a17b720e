import { stores } from '@ruam/contract/access/stores.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { expect, test } from 'vitest'
import { newToken, tokenHash } from '../../core/tokens.ts'
import { PASSWORD, setUp } from '../../testing/app/auth.testing.ts'
import { smallSample } from '../../testing/app/small-sample.testing.ts'
import { testServer } from '../../testing/store.testing.ts'
import { offerSetup } from '../auth/queries.ts'

test('a set-up that asks for sample data leads to a store with two finished data sources', {
  timeout: 90_000,
}, async () => {
  const { app, core } = await testServer({ sampleSize: smallSample })
  const token = newToken()
  await offerSetup(core.pool, tokenHash(token))
  const { body } = await setUp({
    token,
    email: 'malee@example.com',
    password: PASSWORD,
    first_name: 'มาลี',
    last_name: 'ใจดี',
    store_name: 'ร้านมาลี',
    dpa_accepted: true,
    sample: true,
  })
  const entered = await app.inject({
    method: 'POST',
    url: `/api${stores.token.path}`,
    headers: { authorization: `Bearer ${body.access_token}` },
    payload: { id: body.store.id },
  })
  const finished = async () => {
    const reply = await app.inject({
      url: `/api${dataSources.list.path}`,
      headers: { authorization: `Bearer ${entered.json().token}` },
    })
    return reply.json().data.map(({ status }: { status: string }) => status)
  }
  await expect.poll(finished, { timeout: 60_000, interval: 200 }).toEqual(['success', 'success'])
})
