import { expect, test } from './own-store.ts'

test.use({ serviceWorkers: 'allow' })

test('the pages open without a network once the service worker has their files, and it keeps no answer of a call', async ({
  page,
  context,
}) => {
  await page.goto('profile-list')
  await page.getByRole('navigation', { name: 'เมนู' }).waitFor()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 100))
  })
  const stored = await page.evaluate(async () => {
    const names = await caches.keys()
    const lists = names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url)))
    return (await Promise.all(lists)).flat().map(({ pathname, search }) => pathname + search)
  })
  expect(stored.length).toBeGreaterThan(100)
  expect(stored.filter((path) => !/^\/($|assets\/[^/?]+$|start\.js$|icon\.svg$)/.test(path))).toEqual([])

  await context.setOffline(true)
  // Without reloading: no screen but this was opened before.
  for (const path of ['dashboard', 'segmentation/list', 'data-source/v2/list', 'broadcast/list']) {
    await page.getByRole('navigation', { name: 'เมนู' }).locator(`a[href$="${path}"]`).click()
    await expect(page).toHaveURL(new RegExp(path))
    await expect(page.getByText('เปิดหน้านี้ไม่สำเร็จ')).toHaveCount(0)
  }
  await page.goto('profile-list', { waitUntil: 'commit' })
  await expect(page.getByText('เชื่อมต่อเซิร์ฟเวอร์ไม่ได้').first()).toBeVisible()
  await context.setOffline(false)
  // Downloads and addresses of programs never get the page.
  const type = await page.evaluate(async () => (await fetch('/api/gone')).headers.get('content-type'))
  expect(type).toContain('json')
})
