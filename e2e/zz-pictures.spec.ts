import pg from 'pg'
import { freePort } from './server.ts'
import { test as base } from './watched.ts'
const test = base.extend<object, object>({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: x
    async ({}, use) => {
      const port = String(await freePort())
      await use({ PORT: port, PUBLIC_URL: `http://localhost:${port}` })
    },
    { scope: 'worker' },
  ],
})
test('pictures', async ({ page, store, server }) => {
  test.setTimeout(240_000)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } })
  const shot = async (name: string) => {
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.waitForTimeout(500)
      await page.screenshot({ path: `/tmp/k-pics/${name}-${width}.png` })
    }
    await page.setViewportSize({ width: 1366, height: 900 })
  }
  for (const language of ['th', 'en']) {
    const t = (th: string, en: string) => (language === 'th' ? th : en)
    await page.goto('account')
    await page.getByText(t('ไทย', 'English'), { exact: true }).first().click()
    await page.waitForTimeout(800)
    await page.getByRole('region', { name: t('พาสคีย์', 'Passkeys') }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: t('เพิ่มพาสคีย์', 'Add a passkey') }).click()
    if (language === 'th') { await page.getByRole('list', { name: 'รหัสกู้คืน' }).waitFor(); await shot('codes-th'); await page.getByRole('button', { name: 'เก็บไว้แล้ว' }).click() }
    else await page.waitForTimeout(1500)
    await page.getByRole('region', { name: t('พาสคีย์', 'Passkeys') }).scrollIntoViewIfNeeded()
    await shot(`account-${language}`)
    await page.goto('setting/store')
    await page.getByRole('region', { name: t('พาสคีย์ของทีม', 'Passkeys of the team') }).scrollIntoViewIfNeeded()
    await shot(`setting-${language}`)
  }
  const database = new pg.Client({ connectionString: server.database })
  await database.connect()
  await database.query("update user_session set proved_at = now() - interval '1 hour'")
  await page.goto('account')
  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make new recovery codes' }).click()
  await page.waitForTimeout(800)
  await shot('confirm-en')
  const { owner } = store
  for (const language of ['th', 'en']) {
    const t = (th: string, en: string) => (language === 'th' ? th : en)
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/sign-in')
    await page.waitForTimeout(800)
    if (language === 'en') { await page.getByRole('button', { name: 'English' }).first().click(); await page.waitForTimeout(500) }
    await shot(`sign-in-${language}`)
    await page.locator('input[type=email]').fill(owner.email)
    await page.locator('input[type=password]').fill(owner.password)
    await page.getByRole('button', { name: t('เข้าสู่ระบบ', 'Log in'), exact: true }).click()
    await page.getByRole('button', { name: t('ใช้พาสคีย์', 'Use the passkey') }).waitFor()
    await shot(`step-${language}`)
    await page.getByRole('button', { name: t('ใช้รหัสกู้คืน', 'recovery code') }).click()
    await shot(`code-${language}`)
  }
  await page.goto('/add-passkey')
  await page.waitForTimeout(800)
  await database.query('delete from passkey')
  await database.query('update store set second_factor_from = now() where store_id = $1', [store.id])
  await database.end()
  await page.locator('input[type=email]').fill(owner.email)
  await page.locator('input[type=password]').fill(owner.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForTimeout(2500)
  await shot('needed')
})
