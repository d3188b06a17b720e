import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, freshName, test } from './watched.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^(ส่งออกข้อมูลลูกค้า|Export customers)$/ })

async function opened(page: Page, name: string) {
  await page.goto(`profile-list?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: /^(ส่งออก|Export)$/ }).click()
  await expect(dialogOf(page).getByRole('table')).toBeVisible()
}

/** Creates a customer with these values, by the ids of their fields. */
async function makeCustomer(request: APIRequestContext, values: Record<number, unknown>) {
  const fields = Object.entries(values).map(([id, value]) => ({ id: Number(id), value }))
  await callsOf(request).post('/profile', { fields })
}

test('a file for letters is shown before it is made, and one with sensitive fields asks for a reason', {
  tag: '@verify',
}, async ({ page, request }) => {
  const name = freshName('จดหมาย')
  await makeCustomer(request, { 1: name, 9: '0697428915', 17: '230 หมู่ 6', 19: 50_000 })
  const { errors, whole } = await readyToLook(page)
  await opened(page, name)
  const dialog = dialogOf(page)
  await dialog.getByRole('radio', { name: 'ทำจดหมาย' }).check()
  await expect(dialog.getByRole('row').nth(1)).toContainText(`คุณ${name}`)
  await expect(dialog.getByRole('row').nth(1)).toContainText('069-742-8915')
  await dialog.getByRole('radio', { name: 'ทำงานต่อในตาราง' }).check()
  await expect(dialog.getByText(/ตัดคอลัมน์ที่ว่างทุกแถวออก/)).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'รวมข้อมูลอ่อนไหว' }).check()
  await expect(dialog.getByRole('columnheader', { name: 'รายได้' })).toBeVisible()
  await expect(dialog.getByRole('table')).not.toContainText('50000')
  const start = dialog.getByRole('button', { name: 'ส่งออก 1 ราย' })
  await expect(start).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'เหตุผล' }).fill('ส่งให้ผู้สอบบัญชี')
  await whole()
  expect(await look(page, 'th')).toEqual([])
  await dialog.getByRole('radio', { name: 'CSV (.csv)' }).check()
  const coming = page.waitForEvent('download')
  await start.click()
  const text = readFileSync((await (await coming).path())!, 'utf8')
  expect(text).toContain('069-742-8915')
  expect(text).toContain('50000')
  // The pointer is where the button was.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('button', { name: 'ขยายรายการ' })).toBeVisible({ timeout: 30_000 })
  expect(errors).toEqual([])
})

test('a file that was complete before its request was answered comes by itself', async ({ page, request }) => {
  const name = freshName('ด่วน')
  await makeCustomer(request, { 1: name, 9: '0697428917' })
  await page.route('**/v2/export', async (route) => {
    // The list is read again when the file is there.
    const seen = page.waitForResponse(async (response) => {
      if (!/\/export\?/.test(response.url())) return false
      // A reload of the list may discard this body; the next answer is read then.
      const answer = (await response.json().catch(() => undefined)) as { data: { status: string }[] } | undefined
      return answer?.data[0]?.status === 'completed'
    })
    const answer = await route.fetch()
    await seen
    await route.fulfill({ response: answer })
  })
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await opened(page, name)
  await connected
  const coming = page.waitForEvent('download')
  await dialogOf(page).getByRole('button', { name: 'ส่งออก 1 ราย' }).click()
  expect((await coming).suggestedFilename()).toMatch(/\.(csv|xlsx)$/)
})

test('the columns of a file are added, removed and ordered before it is made', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const name = freshName('คอลัมน์')
  await makeCustomer(request, { 1: name, 9: '0697428916', 17: '231 หมู่ 6' })
  const { errors, whole } = await readyToLook(page)
  await opened(page, name)
  const dialog = dialogOf(page)
  await dialog.getByRole('radio', { name: 'ทำจดหมาย' }).check()
  await dialog.getByRole('button', { name: 'ปรับคอลัมน์' }).click()
  const columns = dialog.getByRole('list', { name: 'คอลัมน์ในไฟล์' }).getByRole('listitem')
  await expect(columns).toHaveText(['ชื่อบนซอง', 'ที่อยู่', 'เบอร์โทร'])
  await dialog.getByRole('button', { name: 'นำ ที่อยู่ ออก' }).click()
  await expect(columns).toHaveText(['ชื่อบนซอง', 'เบอร์โทร'])
  await dialog.getByRole('button', { name: 'เลื่อน เบอร์โทร ขึ้น' }).click()
  await dialog.getByRole('combobox', { name: 'เพิ่มคอลัมน์' }).fill('ชื่อ')
  await page.getByRole('option', { name: 'ชื่อ', exact: true }).click()
  await expect(columns).toHaveText(['เบอร์โทร', 'ชื่อบนซอง', 'ชื่อ'])
  await whole()
  expect(await look(page, 'th')).toEqual([])
  await dialog.getByRole('button', { name: 'ดูตัวอย่าง' }).click()
  await expect(dialog.getByRole('columnheader')).toHaveText(['เบอร์โทร', 'ชื่อบนซอง', 'ชื่อ'])
  // Each set keeps its own choice.
  await dialog.getByRole('radio', { name: 'ทำงานต่อในตาราง' }).check()
  await expect(dialog.getByRole('button', { name: 'ใช้ชุดเดิม' })).toBeHidden()
  await dialog.getByRole('radio', { name: 'ทำจดหมาย' }).check()
  await expect(dialog.getByRole('button', { name: 'ใช้ชุดเดิม' })).toBeVisible()
  await dialog.getByRole('radio', { name: 'CSV (.csv)' }).check()
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'ส่งออก 1 ราย' }).click()
  const text = readFileSync((await (await coming).path())!, 'utf8')
  expect(text.split(/\r?\n/)).toContain(`069-742-8916,คุณ${name},${name}`)
  expect(errors).toEqual([])
})

for (const language of ['th', 'en'] as const)
  test(`the dialog of exports is whole in ${language}, on a desk and on a phone`, { tag: '@verify' }, async ({
    page,
    request,
  }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
      language,
    )
    const name = freshName('จดหมาย')
    await callsOf(request).post('/profile', { fields: [{ id: 1, value: name }] })
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    for (const [width, height] of [
      [1366, 850],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await opened(page, name)
      for (const purpose of [/^(ทำงานต่อในตาราง|Working in a sheet)$/, /^(ทำจดหมาย|Printing letters)$/]) {
        await dialogOf(page).getByRole('radio', { name: purpose }).check()
        await whole()
        found.push(...(await look(page, language, true)))
        await page.screenshot({
          path: `${process.env.LOOK}/export-${language}-${width}-${purpose.source.length}.png`,
        })
      }
    }
    expect([...found, ...errors]).toEqual([])
  })
