import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

const refusal = 'บันทึกไม่ได้ในตอนนี้'

/** Has every write fail, in its own words. */
async function failWrites(page: Page) {
  const body = { error: 'profile_moved', error_code: 1, message: refusal, details: {} }
  await page.route('**/api/**', (route) =>
    ['PUT', 'POST', 'PATCH'].includes(route.request().method()) &&
    !/token$|exists|estimate|count|same|reach|validate|preview/.test(new URL(route.request().url()).pathname)
      ? route.fulfill({ status: 409, json: body })
      : route.fallback(),
  )
}

interface Form {
  path: string
  /** Opens the form where it is a dialog. */
  open?: () => Promise<unknown>
  field: Locator
  /** Further parts of the foot. */
  rest?: () => Promise<unknown>
  button: Locator
}

/** Expects a failed save to show its message next to the button, to keep the focus there and the typed text. */
async function failsInSight(page: Page, { path, open, field, rest, button }: Form) {
  await page.goto(path)
  await open?.()
  await field.fill('ค่าที่พิมพ์ไว้')
  await rest?.()
  await failWrites(page)
  await button.click()
  const note = page.getByRole('alert').filter({ hasText: refusal })
  await expect(note).toBeInViewport({ ratio: 1 })
  await expect(note).toHaveCount(1)
  await expect(button).toBeFocused()
  const [beside, at] = [(await note.boundingBox())!, (await button.boundingBox())!]
  const [above, below] = [at.y - (beside.y + beside.height), beside.y - (at.y + at.height)]
  expect(Math.max(above, below), path).toBeLessThan(40)
  await expect(field).toHaveValue('ค่าที่พิมพ์ไว้')
  await page.unroute('**/api/**')
  // Nothing asks before leaving what is thrown away here.
  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true))
}

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const roleForm = (page: Page): Form => ({
  path: 'setting/role-permission-create',
  field: page.getByLabel('ชื่อบทบาท'),
  button: named(page, 'บันทึก'),
})

async function makeCustomer(request: APIRequestContext) {
  const { id } = await callsOf(request).post('/profile', { fields: [{ id: 1, value: freshName('ลูกค้า') }] })
  return id as number
}

test('a role whose save fails says so beside its button, which keeps the focus', async ({ page }) => {
  await failsInSight(page, roleForm(page))
})

test('a save that fails says so beside its button, which keeps the focus, in ten places', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const id = await makeCustomer(request)
  const dialog = page.getByRole('dialog')
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })
  const { id: keyId } = await callsOf(request).post('/apikey', { name: freshName('POS'), scopes: ['profile:read'] })
  const person = page.locator('form').filter({ has: page.getByLabel('นามสกุล') })
  const forms: Form[] = [
    { path: `profile-edit/${id}`, field: page.getByLabel('อาชีพ', { exact: true }), button: named(page, 'บันทึก') },
    { path: 'setting/store-edit', field: page.getByLabel('ประเภทธุรกิจ'), button: named(page, 'บันทึก') },
    roleForm(page),
    {
      path: 'data-source/openapi/connector/create',
      field: page.getByRole('textbox', { name: 'ชื่อ' }),
      button: named(page, 'สร้างตัวเชื่อม'),
    },
    {
      path: 'setting/open-api',
      open: () => page.getByRole('button', { name: 'สร้าง Open API' }).first().click(),
      field: dialog.getByRole('textbox', { name: 'ชื่อ' }),
      rest: () => dialog.getByRole('checkbox', { name: 'รายชื่อลูกค้า และลูกค้าที่เปลี่ยนแปลง' }).check(),
      button: inDialog('สร้าง Open API'),
    },
    {
      path: 'profile-list',
      open: () => page.getByRole('button', { name: 'เพิ่มลูกค้า' }).first().click(),
      field: dialog.getByLabel('ชื่อ', { exact: true }),
      button: inDialog('เพิ่มลูกค้า'),
    },
    {
      path: `profile-detail/${id}`,
      open: () => page.getByRole('button', { name: 'เพิ่มโน้ต' }).first().click(),
      field: dialog.getByLabel('โน้ตเกี่ยวกับลูกค้า'),
      button: inDialog('บันทึก'),
    },
    { path: 'account', field: person.getByLabel('นามสกุล'), button: person.getByRole('button', { name: 'บันทึก' }) },
  ]
  for (const form of forms) await failsInSight(page, form)

  // Its foot comes with the first change.
  await page.goto(`data-source/openapi/key/detail/${keyId}`)
  const box = page.getByRole('checkbox', { name: 'เพิ่มและแก้ไขลูกค้า' })
  await box.check()
  await failWrites(page)
  await named(page, 'บันทึก').click()
  await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeInViewport({ ratio: 1 })
  await expect(named(page, 'บันทึก')).toBeFocused()
  await expect(box).toBeChecked()
  await page.unroute('**/api/**')
  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true))

  // A draft saves itself: the focus stays where the person types.
  await page.goto('broadcast/create')
  const name = page.getByLabel('ชื่อบรอดแคสต์')
  await failWrites(page)
  await name.fill('ค่าที่พิมพ์ไว้')
  await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeInViewport({ ratio: 1 })
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('ค่าที่พิมพ์ไว้')
})
