import { expect, freshName, test } from './watched.ts'

test('an owner opens another store, accepts its agreement, deletes it by its name, and has it back', async ({
  page,
  store,
}) => {
  const name = freshName('Branch')
  await page.goto('/choose-store')
  await page.getByRole('button', { name: 'เปิดร้านเพิ่ม' }).click()
  await page.getByRole('dialog').getByLabel('ชื่อร้าน').fill(name)
  await page.getByRole('button', { name: 'สร้าง', exact: true }).click()
  await expect(page).toHaveURL(/\/\d+\/dpa\/create$/)
  await page.getByRole('button', { name: 'ยอมรับข้อตกลง' }).click()
  await expect(page).toHaveURL(/\/\d+\/dashboard$/)
  const id = /\/(\d+)\//.exec(page.url())![1]!
  expect(Number(id)).not.toBe(store.id)
  await expect(page.getByRole('heading', { name: 'ร้านเดือนนี้' })).toBeVisible()

  // A second tab of it is out with the deletion.
  const second = await page.context().newPage()
  await second.goto(`/${id}/profile-list`)
  await page.goto(`/${id}/setting/store`)
  await page.getByRole('button', { name: 'ลบร้านนี้' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'ส่งออกลูกค้า' }).click()
  await expect(dialog.getByRole('heading', { name: /^ส่งออก/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByLabel('พิมพ์ชื่อร้านเพื่อยืนยัน').fill('Another')
  await expect(dialog.getByRole('button', { name: 'ลบ', exact: true })).toBeDisabled()
  await dialog.getByLabel('พิมพ์ชื่อร้านเพื่อยืนยัน').fill(name)
  await dialog.getByRole('button', { name: 'ลบ', exact: true }).click()
  await expect(page).toHaveURL(/choose-store/)
  await expect(second).toHaveURL(/choose-store/)

  const entry = page.getByRole('listitem').filter({ hasText: name })
  await expect(entry).toContainText('จะหายไปถาวรใน 30 วัน')
  await page.goto(`/${id}/profile-list`)
  await expect(page.getByText('ไม่พบหน้าที่ต้องการ').first()).toBeVisible()
  await page.goto('/choose-store')
  await entry.getByRole('button', { name: 'กู้คืน' }).click()
  await entry.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/${id}/dashboard$`))

  // Between two stores: nothing of the one is shown in the other.
  await page.goto('profile-list')
  await expect(page.locator('header')).not.toContainText(name)
  await page.goto(`/${id}/setting/store`)
  await expect(page.locator('header')).toContainText(name)
  await second.close()
  // The tests after this one know one store.
  await page.getByRole('button', { name: 'ลบร้านนี้' }).click()
  await dialog.getByLabel('พิมพ์ชื่อร้านเพื่อยืนยัน').fill(name)
  await dialog.getByRole('button', { name: 'ลบ', exact: true }).click()
  await expect(page).toHaveURL(/choose-store/)
})
