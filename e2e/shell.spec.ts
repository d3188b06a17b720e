import type { Page } from '@playwright/test'
import { forgetStore } from './rights.ts'
import { expect, test } from './watched.ts'

type Grant = { roles: string[]; permissions: string[] }

const grants = new WeakMap<Page, Partial<Grant>>()

/** Lets the server grant something else in the store, as it would after the role was changed there. */
async function grant(page: Page, change: Partial<Grant>) {
  const known = grants.has(page)
  grants.set(page, change)
  if (known) return
  await page.route('**/api/stores/auth/token', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), ...grants.get(page) } })
  })
}

/** Forgets what the browser has kept of the store, so that the server is asked. */
async function enterAfresh(page: Page, path: string) {
  await page.waitForLoadState('networkidle')
  await page.goto('/choose-store')
  await page.evaluate(forgetStore)
  await page.goto(path)
}

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const english = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))
const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).first()
const stateOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.describe('a signed-out visitor', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('is asked to log in, told of a wrong password, and taken where they wanted to go', async ({ page, store }) => {
    await page.goto('data-source/v2/list')
    await page.getByRole('textbox', { name: 'อีเมล' }).fill(store.owner.email)
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    await expect(page.getByText('อีเมลหรือรหัสผ่านไม่ถูกต้อง')).toBeVisible()
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill(store.owner.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/\d+\/data-source\/v2\/list/)
  })
})

test('the language changes without reloading, and stays', async ({ page, store }) => {
  await page.goto('profile-list')
  await page.getByRole('button', { name: store.owner.email }).click()
  await page.getByText('English', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Profile list' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile list' })).toBeVisible()
  // It follows the person, whom the tests after this one are too.
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/me') && answer.status() === 200)
  await page.getByRole('button', { name: store.owner.email }).click()
  await page.getByText('ไทย', { exact: true }).click()
  await saved
  await expect(page.getByRole('heading', { name: 'รายชื่อลูกค้า' })).toBeVisible()
})

test('an address that leads nowhere says so, and a store that is not mine is not found', async ({ page }) => {
  await page.goto('no-such-screen')
  await expect(page.getByRole('heading', { name: 'ไม่พบหน้าที่ต้องการ' }).first()).toBeVisible()
  await page.goto('/999/profile-list')
  await expect(page.getByText('ไม่พบ').first()).toBeVisible()
})

test('on a tablet the menu stands folded, opens over the page, and closes after a choice', { tag: '@verify' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('profile-list')
  await page.getByRole('button', { name: 'ขยายเมนู' }).click()
  const menu = page.getByRole('dialog', { name: 'เมนู' })
  await menu.getByRole('link', { name: 'รายการแหล่งข้อมูล' }).click()
  await expect(title(page, 'รายการแหล่งข้อมูล')).toBeVisible()
  await expect(menu).toBeHidden()
  expect((await page.getByRole('main').boundingBox())!.width).toBeGreaterThan(700)
})

test('the menu and the tabs mark the screen that is open, and no other', async ({ page }) => {
  for (const [path, marked] of [
    ['dashboard', ['ภาพรวม', 'วันนี้']],
    ['profile-duplicate', ['รายชื่อลูกค้า']],
    ['setting/privacy', ['ตั้งค่าบัญชีร้าน', 'ข้อมูลส่วนบุคคล', 'คำขอ']],
  ] as const) {
    await page.goto(`${path}`)
    await expect(page.locator('nav a[aria-current]:visible')).toHaveText(marked)
  }
})

test('Ctrl+K leads to a screen by the keyboard alone', { tag: '@verify' }, async ({ page }) => {
  await page.goto('profile-list')
  await page.getByRole('heading', { name: 'รายชื่อลูกค้า' }).waitFor()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('รายการแหล่ง')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/data-source\/v2\/list/)
})

test.describe('logging out', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('ends the session on the server as well', async ({ page, store }) => {
    await page.goto('/')
    await page.getByRole('textbox', { name: 'อีเมล' }).fill(store.owner.email)
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill(store.owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'ภาพรวม' }).waitFor()
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('ruam.user-token')!).token as string)
    await page.getByRole('button', { name: store.owner.email }).click()
    await page.getByRole('button', { name: 'ออกจากระบบ' }).click()
    await expect(page.getByRole('textbox', { name: 'อีเมล' })).toBeVisible()
    const reply = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })
    expect(reply.status()).toBe(401)
  })
})

test.describe('the store of an address', () => {
  test('in the query wins over the path: its own address opens, and what was asked of it stays', async ({
    page,
    store,
  }) => {
    await page.goto(`/999/profile-list?store_id=${store.id}&q=mali`)
    await expect(page).toHaveURL('profile-list?q=mali')
    await expect(title(page, 'รายชื่อลูกค้า')).toBeVisible()
    await page.goto(`/?store_id=${store.id}`)
    await expect(page).toHaveURL('dashboard')
  })

  test('and a path below it come back from a sign-in elsewhere as state', { tag: '@verify' }, async ({
    page,
    store,
  }) => {
    await page.goto(`/prepare-login?state=${stateOf({ store_id: store.id, path: '/data-source/v2/list?q=mali' })}`)
    await expect(page).toHaveURL('data-source/v2/list?q=mali')
    await expect(title(page, 'รายการแหล่งข้อมูล')).toBeVisible()
    await page.goto(`/prepare-login?state=${store.id}`)
    await expect(page).toHaveURL('dashboard')
    await page.goto(`prepare-login?state=${stateOf({ path: '//evil.example/x' })}`)
    await expect(page).toHaveURL('evil.example/x')
    await expect(title(page, 'ไม่พบหน้าที่ต้องการ')).toBeVisible()
  })

  test('is not needed for the end of a sign-in: prepare-login leads home', { tag: '@verify' }, async ({ page }) => {
    for (const path of ['prepare-login', '/prepare-login']) {
      await page.goto(path)
      await expect(page).toHaveURL('dashboard')
    }
  })

  test('is missing in an unknown one, which says that nothing is there and leads on', { tag: '@verify' }, async ({
    page,
  }) => {
    for (const path of ['/nowhere', '/nowhere/deeper', '/choose-store/x']) {
      await page.goto(path)
      await expect(title(page, 'ไม่พบหน้าที่ต้องการ')).toBeVisible()
    }
    await page.getByRole('link', { name: 'กลับหน้าแรก' }).click()
    await expect(title(page, 'เลือกร้านค้า')).toBeVisible()
  })
})

test.describe('a signed-out visitor at an unknown address', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('reads that nothing is there, in English too', { tag: '@verify' }, async ({ page }) => {
    await english(page)
    await page.goto('/nowhere')
    await expect(title(page, 'Page not found')).toBeVisible()
    await page.getByRole('link', { name: 'Back to home' }).click()
    await expect(title(page, 'Log in')).toBeVisible()
  })

  test('is asked to log in where a store is named, and taken to the store of the query after that', {
    tag: '@verify',
  }, async ({ page, store }) => {
    await page.goto(`/999/data-source/v2/list?store_id=${store.id}`)
    await page.getByRole('textbox', { name: 'อีเมล' }).fill(store.owner.email)
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill(store.owner.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('data-source/v2/list')
  })
})

test.describe('home', () => {
  test('is the first screen of the menu that the role opens', async ({ page, store }) => {
    await grant(page, { roles: ['own'], permissions: ['cdp-core.datasource.read'] })
    await enterAfresh(page, `/${store.id}`)
    await expect(page).toHaveURL('data-source/v2/list')
    await page.goto('profile-list')
    await expect(title(page, 'ไม่มีสิทธิ์เข้าถึง')).toBeVisible()
    await page.getByRole('link', { name: 'กลับหน้าแรก' }).click()
    await expect(title(page, 'รายการแหล่งข้อมูล')).toBeVisible()
  })

  for (const [language, say, change] of [
    ['th', 'บทบาทของคุณยังเปิดหน้าใดในร้านนี้ไม่ได้', 'เปลี่ยนร้าน'],
    ['en', 'Your role cannot open any page of this store yet', 'Change store'],
  ] as const) {
    test(`says so in ${language} when the role opens nothing, and leads out`, { tag: '@verify' }, async ({
      page,
      store,
    }) => {
      if (language === 'en') await english(page)
      await grant(page, { roles: ['own'], permissions: [] })
      await enterAfresh(page, 'profile-list')
      await page.getByRole('main').getByRole('link').click()
      await expect(page).toHaveURL(`/${store.id}`)
      await expect(page.getByText(say)).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: change }).click()
      await expect(page).toHaveURL(/\/choose-store$/)
    })
  }

  test('opens by itself once the role was given more', { tag: '@verify' }, async ({ page, store }) => {
    await grant(page, { roles: ['own'], permissions: [] })
    await enterAfresh(page, `/${store.id}`)
    await expect(page.getByText('บทบาทของคุณยังเปิดหน้าใดในร้านนี้ไม่ได้')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await grant(page, { roles: ['own'], permissions: ['cdp-core.profile.read'] })
    await page.getByRole('main').getByRole('button', { name: 'ลองอีกครั้ง' }).click()
    await expect(page).toHaveURL('counter')
  })
})
