import type { APIRequestContext, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { onlyWith } from './rights.ts'
import { expect, freshName, test } from './watched.ts'

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const row = (phone: string) => `ชื่อ,เบอร์โทร\nมาลี,${phone}\n`

interface Source {
  id: number
  /** Id of its newest run, or an unknown id if it has none. */
  log: number
}

const addresses = {
  nonmapping: ({ id, log }: Source) => `data-source/nonmapping/datasources/${log}/${id}`,
  mapping: ({ id, log }: Source) =>
    `data-source/mapping/datasources/${id}/data-type/local_file/true/log/${log}/pipeline-status/no%20mapping`,
  output: ({ id, log }: Source) => `data-source/output/datasource-logs/${log}/${id}/data-type/local_file`,
  edit: ({ id, log }: Source) => `data-source/output/edit/${log}/${id}`,
}

/** Opens a bookmark and returns the screen that it leads to, without ids. */
async function opened(page: Page, address: string) {
  await page.goto(address)
  await page.waitForURL(/\/data-source\/v2\//)
  await expect(page.locator('h1').first()).toBeVisible()
  return new URL(page.url()).pathname.replace(/^\/\d+\/data-source\/v2\//, '').replace(/\/\d+$/, '')
}

async function imported(request: APIRequestContext): Promise<Source> {
  const calls = callsOf(request)
  const id = await calls.importFile(freshName('นำเข้าแล้ว'), row('0891117001'))
  const { data } = await calls.get(`/v1/datasources/${id}/log`)
  return { id, log: (data as { id: number }[])[0]!.id }
}

test('old bookmarks open the step that fits the data source now', async ({ page, request }) => {
  const source = { id: await callsOf(request).load(freshName('ยังไม่จับคู่'), row('0891117002')), log: 999_999 }
  expect(await opened(page, addresses.nonmapping(source))).toBe('mapping')
  expect(await opened(page, addresses.mapping(source))).toBe('mapping')
  expect(await opened(page, addresses.edit(source))).toBe('mapping')
})

test('an old bookmark of a run opens its output, and one of a run that is gone its data source', {
  tag: '@verify',
}, async ({ page, request, store }) => {
  const source = await imported(request)
  expect(await opened(page, addresses.output(source))).toBe('list/output')
  expect(new URL(page.url()).searchParams.get('run')).toMatch(new RegExp(`^run_${store.id}_\\d+_`))
  expect(await opened(page, addresses.mapping(source))).toBe('list/output')
  expect(await opened(page, addresses.output({ ...source, log: 999_999 }))).toBe('list/output')
  await expect(page.getByText('ไม่พบผลการนำเข้าครั้งนั้นแล้ว')).toBeVisible()
})

test('without the right an old bookmark is denied in place, and reveals nothing', async ({ page, request }) => {
  const name = freshName('ความลับของร้าน')
  const source = { id: await callsOf(request).load(name, row('0891117003')), log: 999_999 }
  await onlyWith(page, ['cdp-core.profile.read'])
  for (const addressOf of Object.values(addresses)) {
    const address = addressOf(source)
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'ไม่มีสิทธิ์เข้าถึง' }).first()).toBeVisible()
    await expect(page).toHaveURL(address)
    await expect(page.getByText(name)).toHaveCount(0)
  }
})

const steps: Record<string, string> = {
  ready_to_load: 'import',
  waiting_for_load: 'import',
  loading: 'import',
  load_failed: 'import',
  ready_to_map: 'mapping',
  ready: 'preview',
  ready_to_update: 'preview',
  waiting: 'list/output',
  processing: 'list/output',
  process_failed: 'list/output',
  success: 'list/output',
}
const mappable = ['ready_to_map', 'ready', 'ready_to_update']

test('the four kinds of old bookmarks open what fits each status', { tag: '@verify' }, async ({ page, request }) => {
  test.setTimeout(180_000)
  const source = await imported(request)
  for (const [status, step] of Object.entries(steps)) {
    // Of the server's answers the status alone is another one.
    await page.route(`**/api/datasource/${source.id}`, async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, json: { ...(await reply.json()), status } })
    })
    const mapping = mappable.includes(status) ? 'mapping' : step
    const screens: string[] = []
    for (const addressOf of Object.values(addresses)) screens.push(await opened(page, addressOf(source)))
    expect([status, ...screens]).toEqual([status, mapping, step, 'list/output', mapping])
    await page.unroute(`**/api/datasource/${source.id}`)
  }
})
