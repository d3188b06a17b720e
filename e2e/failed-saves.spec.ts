import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

/** Has every write fail, in its own words. */
async function failWrites(page: Page, refusal: string) {
  const body = { error: 'profile_merged', error_code: 1, message: refusal, details: {} }
  await page.route('**/api/**', (route) =>
    ['PUT', 'POST'].includes(route.request().method()) &&
    !/token|exists|estimate|count|same/.test(route.request().url())
      ? route.fulfill({ status: 409, json: body })
      : route.fallback(),
  )
}

test('a save that fails says so beside its button, which keeps the focus, on every long form', async ({
  page,
  request,
}) => {
  const refusal = 'บันทึกไม่ได้ในตอนนี้'
  const { id } = (await callsOf(request).post('/profile', { fields: [{ id: 1, value: freshName('ลูกค้า') }] })) as {
    id: number
  }
  const forms: [path: string, fill: () => Promise<unknown>, button: string][] = [
    [`profile-edit/${id}`, () => page.getByLabel('อาชีพ', { exact: true }).fill('ครู'), 'บันทึก'],
    ['setting/store-edit', () => page.getByLabel('ประเภทธุรกิจ').fill('ร้านผ้า'), 'บันทึก'],
  ]
  for (const [path, fill, name] of forms) {
    await page.goto(path)
    await fill()
    await failWrites(page, refusal)
    const button = page.getByRole('button', { name, exact: true })
    await button.click()
    const note = page.getByRole('alert').filter({ hasText: refusal })
    await expect(note).toBeInViewport({ ratio: 1 })
    await expect(button).toBeFocused()
    const [beside, at] = [await note.boundingBox(), await button.boundingBox()]
    expect(Math.abs(beside!.y + beside!.height / 2 - (at!.y + at!.height / 2))).toBeLessThan(80)
    await page.unroute('**/api/**')
    // Nothing asks before leaving what is thrown away here.
    await page.evaluate(() =>
      window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true),
    )
  }
})
