import type { Page, Route } from '@playwright/test'
import { callsOf } from './calls.ts'
import { memberEmail, memberPage } from './member.ts'
import { expect, test } from './own-store.ts'
import { freshWord } from './watched.ts'

const API = /\/api\//

/** Copies of a kind on this device. Opening a database that is not there would make an empty one. */
const copiesOf = (page: Page, kind: string) =>
  page.evaluate(async (kind) => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'ruam-device')) return []
    return new Promise<string[]>((resolve) => {
      const opening = indexedDB.open('ruam-device')
      opening.onsuccess = () => {
        const all = opening.result.transaction('copies').objectStore('copies').getAll()
        all.onsuccess = () => {
          opening.result.close()
          resolve(all.result.filter((copy) => copy.kind === kind).map((copy) => JSON.stringify(copy.value)))
        }
      }
    })
  }, kind)

/** Holds every call back until it is let go. */
async function holdCalls(page: Page) {
  const held: Route[] = []
  await page.route(API, (route) => void held.push(route))
  return async () => {
    await page.unroute(API)
    for (const route of held.splice(0)) await route.continue().catch(() => undefined)
  }
}

const rows = (page: Page) => page.locator('main tbody [data-key]')

async function made(request: Parameters<typeof callsOf>[0]) {
  const name = `ดาว${freshWord()}`
  const fields = [
    { id: 1, value: name },
    { id: 10, value: '1101700207030' },
  ]
  const { id } = (await callsOf(request).post('/profile', { fields })) as { id: number }
  return { id, name }
}

test('the list and an opened customer are shown from the device before the server answers, without sensitive values', async ({
  page,
  request,
}) => {
  const { id, name } = await made(request)
  await page.goto('profile-list')
  await expect(rows(page).filter({ hasText: name })).toBeVisible()
  // The first visit loads the code of copies while the page is idle.
  await expect.poll(() => copiesOf(page, 'customers'), { timeout: 60_000 }).not.toEqual([])
  await page.goto(`profile-detail/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect.poll(() => copiesOf(page, 'customer')).not.toEqual([])
  const stored = [...(await copiesOf(page, 'customers')), ...(await copiesOf(page, 'customer'))].join()
  expect(stored).toContain(name)
  expect(stored).not.toContain('1101700207030')

  const release = await holdCalls(page)
  await page.goto('profile-list')
  await expect(rows(page).filter({ hasText: name })).toBeVisible()
  await page.goto(`profile-detail/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await release()
})

test('a member who was removed sees no customer once the first answer has come, and the device keeps none', async ({
  browser,
  request,
  store,
  server,
}) => {
  const { name } = await made(request)
  const calls = callsOf(request)
  const email = memberEmail('service staff')
  const page = await memberPage(browser, calls, 'service staff', email)
  const list = `${server.address}/${store.id}/profile-list`
  await page.goto(list)
  await expect(rows(page).filter({ hasText: name })).toBeVisible()
  await expect.poll(() => copiesOf(page, 'customers'), { timeout: 60_000 }).not.toEqual([])
  const members = (await calls.get('/user-management?limit=0')) as { data: { id: number; email: string }[] }
  await calls.delete(`/user-management/${members.data.find((one) => one.email === email)!.id}`)

  const release = await holdCalls(page)
  await page.goto(list)
  await expect(rows(page).filter({ hasText: name })).toBeVisible()
  await release()
  await expect(page).toHaveURL(/choose-store/)
  await expect(page.getByText(name)).toHaveCount(0)
  await expect.poll(() => copiesOf(page, 'customers')).toEqual([])
  await page.context().close()
})

test('a sign-out in another tab leaves no copy', { tag: '@verify' }, async ({ browser, request, store, server }) => {
  const { name } = await made(request)
  const page = await memberPage(browser, callsOf(request), 'service staff')
  await page.goto(`${server.address}/${store.id}/profile-list`)
  await expect(rows(page).filter({ hasText: name })).toBeVisible()
  await expect.poll(() => copiesOf(page, 'customers'), { timeout: 60_000 }).not.toEqual([])
  const other = await page.context().newPage()
  await other.goto(`${server.address}/${store.id}/profile-list`)
  await other.getByRole('button', { name: /เมนูผู้ใช้/ }).click()
  await other.getByText('ออกจากระบบ', { exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'อีเมล' })).toBeVisible()
  await expect.poll(() => copiesOf(page, 'customers')).toEqual([])
  await page.context().close()
})
