import { readFile } from 'node:fs/promises'
import { measureRoute, routes } from '../bench/screen-routes.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './own-store.ts'
import { ownerState } from './owner.ts'

/** Largest shift of a screen that still looks steady; Google's "good" is 0.1. */
const STEADY = 0.02

test('main screens on a phone move nothing that is already drawn while they load over a slow network', {
  tag: '@verify',
}, async ({ browser, request, server, store }) => {
  test.setTimeout(1_800_000)
  const { id } = await callsOf(request).post('/profile', { fields: [{ id: 1, value: 'กานต์' }] })
  const state = JSON.parse(await readFile(ownerState, 'utf8'))
  for (const route of routes) {
    const address = `${server.address}/${store.id}/`
    const { cls, moved } = await measureRoute(browser, address, route.replace('ID', String(id)), state)
    expect.soft(cls, `${route}\n${moved.join('\n')}`).toBeLessThan(STEADY)
  }
})
