import { isOpen, titleOf } from '@ruam/contract/platform/endpoint.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { newCredential, openFields } from '../testing/open-api/keys.testing.ts'
import { type Member, newStore, testServer } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'
import { type Call, type CallName, calls, type Request, send } from './calls.ts'
import { canHoldValues, requestsOf } from './secret-requests.ts'
import { type SecretStore, secret, secretSource, secretStore } from './secrets.ts'

// Callers with the right to sensitive values make all calls over rows that contain some. Each answer that shows one has its trace.

const RULE = 'the values of its rule, which a person typed'

/** Calls whose answers show what a person typed or brought, which is no value of a stored customer. */
const typed: Partial<Record<CallName, string>> = {
  'dataSources.validate': 'the person’s own file, before it is a data source',
  'labels.get': RULE,
  'labels.update': RULE,
  'labels.setDisplay': RULE,
  'segments.setAutoApply': RULE,
  'olderLabels.list': RULE,
  'olderLabels.get': RULE,
}

let planted: SecretStore
let app: FastifyInstance
/** Answers with a sensitive value, and those without a trace, by call. */
const shown = new Map<CallName, number>()
const untraced = new Map<CallName, number>()

beforeAll(async () => {
  const { core } = await testServer()
  app = await createApp(core, { web: false })
  planted = await secretStore(await newStore())
  await secretSource(planted, 'executed')
})
afterAll(() => app.close())

async function idle() {
  const { admin } = await testServer()
  const busy = `select from run where kind = 'real' and status in ('pending', 'processing') union all
    select from job where kind not in ('duplicate_scan', 'export') and status in ('pending', 'processing')`
  await until(async () => (await admin.query(busy)).rowCount === 0)
}

/** Traces of a call; the download of a file has that of its export. */
async function tracesOf({ endpoint, name }: Call): Promise<number> {
  const { admin } = await testServer()
  const way = name === 'exports.download' ? titleOf(exports.create) : titleOf(endpoint)
  const text = 'select from sensitive_read where store_id = $1 and way = $2'
  return (await admin.query(text, [planted.store.storeId, way])).rowCount!
}

/** Bearer of a call: of a member with every right, or of a key that reads every field. */
async function bearerOf({ endpoint: { permission } }: Call, member: Member): Promise<string> {
  if (permission !== 'program') return permission === 'person' ? member.personToken : member.token
  const key = await newCredential(planted.store)
  await openFields(key)
  return key.credential
}

async function ask(call: Call, request: Request, token: string): Promise<string> {
  const reply = await send(app, call.endpoint, request, `Bearer ${token}`)
  return reply.statusCode < 400 || reply.statusCode === 409 ? reply.body : ''
}

describe('an answer with a sensitive value leaves a trace', { timeout: 60_000, tags: ['verify'] }, () => {
  for (const call of calls.filter(({ endpoint }) => !isOpen(endpoint.permission)))
    test(call.title, async () => {
      await idle()
      const member = await planted.store.member(permissions)
      const token = await bearerOf(call, member)
      const made = await tracesOf(call)
      let answers = 0
      for (const request of await requestsOf(planted, call, member))
        if (secret.test(await ask(call, request, token))) answers++
      if (answers > 0) expect(canHoldValues(call)).toBe(true)
      if (answers === 0 || typed[call.name]) return
      shown.set(call.name, answers)
      const traced = (await tracesOf(call)) - made
      if (traced < answers) untraced.set(call.name, answers - traced)
      expect(traced).toBeGreaterThanOrEqual(answers)
    })

  test('in every call that shows one', () => {
    const sum = (counts: Map<CallName, number>) => [...counts.values()].reduce((total, each) => total + each, 0)
    console.log(
      `${shown.size} calls showed ${sum(shown)} answers with a sensitive value; ${sum(untraced)} of ${untraced.size} calls had no trace`,
    )
    expect([...untraced]).toEqual([])
    expect(shown.size).toBeGreaterThan(20)
  })
})
