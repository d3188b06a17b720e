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
    { id: 9, value: '0812345678' },
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

test('the counter is shown from the device before the server answers', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const { id, name } = await made(request)
  await page.goto(`counter?customer=${id}`)
  const card = page.getByRole('article', { name: 'การ์ดลูกค้า' })
  await expect(card).toContainText(name)
  await expect.poll(() => copiesOf(page, 'counter-card')).not.toEqual([])
  await expect.poll(() => copiesOf(page, 'counter-home')).not.toEqual([])
  const release = await holdCalls(page)
  await page.reload()
  await expect(card).toContainText(name)
  await expect(page.getByText('ดูแลล่าสุด')).toBeVisible()
  await release()
})

test('a copy is edited neither in place nor in the form before the server answers', async ({ page, request }) => {
  const { id, name } = await made(request)
  await page.goto(`profile-detail/${id}`)
  const values = page.locator('dd [role=button]')
  await expect(values.first()).toBeVisible()
  await expect.poll(() => copiesOf(page, 'customer'), { timeout: 60_000 }).not.toEqual([])

  let release = await holdCalls(page)
  await page.reload()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(values).toHaveCount(0)
  await release()
  await expect(values.first()).toBeVisible()

  release = await holdCalls(page)
  await page.goto(`profile-edit/${id}`)
  const form = page.getByRole('form')
  await expect(page.locator('main > *').first()).toBeAttached()
  // The device is read after the screen has asked it.
  await expect.poll(() => copiesOf(page, 'customer')).not.toEqual([])
  await expect(form).toHaveCount(0)
  await release()
  // A sensitive value is no part of a copy.
  await expect(form.locator('[name="field-10"]')).toBeVisible()
})

/** Browsers whose database is of no use. Runs before the page's own scripts. */
const browsers: Record<string, () => void> = {
  'refuses a database': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  },
  'is full': () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  },
  'has the database of another version': () => {
    indexedDB.open('ruam-device', 99)
  },
}

for (const [what, init] of Object.entries(browsers))
  test(`the list, a customer and the counter open in a browser that ${what}`, { tag: '@verify' }, async ({
    page,
    request,
  }) => {
    const { id, name } = await made(request)
    const faults: Error[] = []
    page.on('pageerror', (fault) => faults.push(fault))
    await page.addInitScript(init)
    // The second time a browser that keeps copies would show them.
    for (const _ of ['first', 'second']) {
      await page.goto('profile-list')
      await expect(rows(page).filter({ hasText: name })).toBeVisible()
      await page.goto(`profile-detail/${id}`)
      await expect(page.locator('dd [role=button]').first()).toBeVisible()
      await page.goto(`counter?customer=${id}`)
      await expect(page.getByRole('article', { name: 'การ์ดลูกค้า' })).toContainText(name)
    }
    expect(faults).toEqual([])
  })
