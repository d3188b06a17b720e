import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = (page: Page) => page.getByRole('dialog')

async function makeField(calls: ReturnType<typeof callsOf>) {
  const [name, display_name] = [freshName('own').replace(/\W/g, ''), freshName('Field')]
  const body = { name, display_name, data_type: 'String' }
  return (await calls.post('/activity-field', body)) as { id: number; display_name: string }
}

test('an activity type gets its fields in an order, by buttons that keep the focus', { tag: '@verify' }, async ({
  page,
  request,
}) => {
  const calls = callsOf(request)
  const save = () => dialog(page).getByRole('button', { name: 'บันทึก', exact: true }).click()
  const [first, second] = [await makeField(calls), await makeField(calls)]
  await page.goto('data-source/v2/activity-field')
  await page.getByRole('link', { name: 'ประเภทกิจกรรม' }).click()
  await page.getByRole('button', { name: 'สร้างประเภทกิจกรรม' }).first().click()
  const name = freshName('POS')
  await dialog(page).getByLabel('ชื่อประเภทกิจกรรม').fill(name)
  await dialog(page).getByLabel('เพิ่มฟิลด์').selectOption(first.display_name)
  await dialog(page).getByLabel('เพิ่มฟิลด์').selectOption(second.display_name)
  await dialog(page)
    .getByRole('button', { name: `เลื่อน ${second.display_name} ขึ้น` })
    .focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: `เลื่อน ${second.display_name} ลง` })).toBeFocused()
  await expect(dialog(page).getByText(`${second.display_name} อยู่ลำดับที่ 1`)).toBeAttached()
  await dialog(page).getByRole('button', { name: 'สร้างประเภทกิจกรรม' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(rowOf(page, name)).toContainText(`วันที่ทำกิจกรรม, ${second.display_name}, ${first.display_name}`)

  await page.getByRole('button', { name: `แก้ไข ${name}` }).click()
  await dialog(page)
    .getByRole('button', { name: `นำ ${second.display_name} ออก` })
    .click()
  const { data } = (await calls.get(`/activity-type?keyword=${encodeURIComponent(name)}`)) as {
    data: { id: number; updated_at: string; fields: { id: number }[] }[]
  }
  const { id, updated_at } = data[0]!
  const body = { name: `${name} 2`, description: '', fields: [second.id, first.id], origin_time: updated_at }
  await calls.put(`/activity-type/${id}`, body)
  await save()
  await expect(dialog(page).getByText('รวมการแก้ไขของทั้งสองคนให้แล้ว กดบันทึกอีกครั้งได้เลย')).toBeVisible()
  await expect(dialog(page).getByLabel('ชื่อประเภทกิจกรรม')).toHaveValue(`${name} 2`)
  await save()
  await expect(rowOf(page, `${name} 2`)).toContainText(`วันที่ทำกิจกรรม, ${first.display_name}`)
})
