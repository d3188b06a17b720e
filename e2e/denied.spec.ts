import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { onlyWith } from './rights.ts'
import { expect, test } from './watched.ts'

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** Screens of the specification that ask for a permission, by an example of their address. */
const guarded = readFileSync(new URL('../web/spec-screens.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [path: string, permissions: string])
  .filter(([, permissions]) => permissions !== '-')
  .map(([path]) => path.replace(/\/?\{\w+\?\}/g, '').replace(/\{\w+\}/g, '7'))

async function isDenied(page: Page, path: string) {
  await page.goto(`.${path}`)
  const said = page.getByRole('heading', { name: /ไม่มีสิทธิ์เข้าถึง|ไม่พบหน้า/ })
  await expect(said.first(), path).toBeVisible()
}

test('without the permission of a screen its address shows that access is denied', async ({ page }) => {
  await onlyWith(page, ['cdp-core.online-log.read'])
  for (const path of guarded.filter((one, index) => index % 12 === 0 && one !== '/online-log'))
    await isDenied(page, path)
})

test('without any permission no guarded screen of the specification opens', { tag: '@verify' }, async ({ page }) => {
  test.setTimeout(180_000)
  await onlyWith(page, [])
  for (const path of guarded) await isDenied(page, path)
})

test('redirects a signed-out visitor from each screen to the log-in', { tag: '@verify' }, async ({ browser }) => {
  test.setTimeout(180_000)
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  for (const path of [...guarded, '/segmentation/detail', '/broadcast/detail', '/account']) {
    await page.goto(`.${path}`)
    await expect(page.getByLabel(/อีเมล/).first(), path).toBeVisible()
    await expect(page).toHaveTitle(/^เข้าสู่ระบบ/)
  }
  await context.close()
})
