import { isOpen } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { createPool } from '../database/db.ts'
import type { Core } from '../servers/core.ts'
import { tokenFor } from '../testing/open-api/keys.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'
import { calls, send, successOf } from './calls.ts'
import { refusedAnyway, requestOf } from './requests.ts'

let core: Core
let app: FastifyInstance
beforeAll(async () => {
  const server = await testServer()
  core = { ...server.core, pool: createPool(server.core.config.appUrl!, { max: 1, connectionTimeoutMillis: 3000 }) }
  app = await createApp(core, { web: false })
})
afterAll(async () => {
  await app.close()
  await core.pool.end()
})

// A call that holds one connection and asks for another waits for ever as soon as enough others do the same.
for (const call of calls)
  test(`${call.title} needs one connection and no second one`, {
    tags: call.endpoint.older ? ['verify'] : [],
  }, async () => {
    const store = await newStore()
    const request = await requestOf(call, store)
    const token = await tokenFor(call.endpoint, store)
    const bearer = isOpen(call.endpoint.permission) ? undefined : `Bearer ${token}`
    const reply = await send(app, call.endpoint, request, bearer)
    const expected = refusedAnyway[call.name]
    expect(expected ? reply.json().error : reply.statusCode).toBe(expected ?? successOf(call.endpoint))
  })
