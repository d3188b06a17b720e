import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { expect, test } from 'vitest'
import { signIn } from './ruam-client.ts'
import { startRuam } from './ruam-process.ts'

test('a key that is revoked in one process is refused by the other at its next request', {
  timeout: 180_000,
  tags: ['verify'],
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-two-'))
  const first = await startRuam(folder, { role: 'all' })
  const second = await startRuam(folder, { role: 'api' })
  try {
    const client = await signIn(first.address)
    const body = { name: 'POS', scopes: ['profile:read' as const, 'label:read' as const] }
    const { id, key } = await client.call(apiKeys.create, { body })
    const headers = { authorization: `Bearer ${key}` }
    // A pipelined read, a transaction, and a call whose credential is cached by then.
    const paths = ['profiles/1', 'labels', 'labels']
    const statuses = () =>
      Promise.all(paths.map(async (path) => (await fetch(`${second.address}/open-api/v1/${path}`, { headers })).status))
    expect(await statuses()).toEqual([404, 200, 200])
    expect(await statuses()).toEqual([404, 200, 200])
    await client.call(apiKeys.revoke, { params: { id: String(id) } })
    expect(await statuses()).toEqual([401, 401, 401])
  } finally {
    await second.signal('SIGTERM')
    await first.signal('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
})
