import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { memberPage } from './member.ts'
import { expect, test } from './watched.ts'

test.describe.configure({ mode: 'serial' })

const sizes = [
  { width: 1366, height: 850 },
  { width: 390, height: 844 },
]
const pictures = process.env.PICTURES

/** Looks at a page on a desk and a phone. */
async function seen(page: Page, name: string) {
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    found.push(...(await look(page, 'th')).map((what) => `${name}-${size.width}: ${what}`))
    if (pictures) await page.screenshot({ path: `${pictures}/${name}-${size.width}.png` })
  }
  await page.setViewportSize(sizes[0]!)
  expect(found).toEqual([])
}

test('whoever may only see broadcasts opens the editor read-only, makes no draft, and asks the owner, whose notice leads to the role', {
  tag: '@verify',
}, async ({ page, browser, request, baseURL }) => {
  const calls = callsOf(request)
  const staff = await memberPage(browser, calls, 'service staff')
  await readyToLook(staff)
  await staff.goto(`${baseURL}broadcast/create`)
  await expect(staff.getByText('ต้องมีสิทธิ์ “บรอดแคสต์: สร้าง, บรอดแคสต์: แก้ไข”')).toBeVisible()
  await expect(staff.getByRole('textbox', { name: 'ชื่อบรอดแคสต์' })).toBeDisabled()
  await expect(staff.getByRole('navigation', { name: 'เมนู' }).getByText('สร้างบรอดแคสต์')).toHaveCount(0)
  await seen(staff, 'composer-read-only')
  await staff.getByRole('button', { name: 'ขอสิทธิ์จากเจ้าของร้าน' }).click()
  await expect(staff.getByRole('button', { name: 'ส่งคำขอแล้ว' })).toBeDisabled()
  expect((await calls.get('/broadcast')).total).toBe(0)
  await staff.goto(`${baseURL}setting/role-permission`)
  await expect(staff.getByText('ต้องมีสิทธิ์ “บทบาทและสิทธิ์: ดู”')).toBeVisible()
  await seen(staff, 'refusal')
  await staff.context().close()

  await page.goto('profile-list')
  await page.getByRole('button', { name: /การแจ้งเตือน/ }).click()
  const notice = page.getByText('สุดา ใจงาม ขอสิทธิ์ “บรอดแคสต์: สร้าง”')
  await expect(notice).toBeVisible()
  if (pictures) {
    await page.screenshot({ path: `${pictures}/notice-1366.png` })
    await page.setViewportSize(sizes[1]!)
    await page.goto('profile-list')
    await page.screenshot({ path: `${pictures}/notice-before-390.png` })
    await page.setViewportSize(sizes[0]!)
    await page.goto('profile-list')
    await page.getByRole('button', { name: /การแจ้งเตือน/ }).click()
  }
  await notice.click()
  await expect(page).toHaveURL(/setting\/role-permission-edit\/\d+$/)
  await expect(page.getByRole('checkbox', { name: /สร้าง.*บรอดแคสต์|บรอดแคสต์.*สร้าง/ })).not.toBeChecked()
})

test('an editor whose role loses the right keeps what was typed, and saves it once the right is back', {
  tag: '@verify',
}, async ({ browser, request, baseURL }) => {
  const calls = callsOf(request)
  const { data } = (await calls.get('/roles?limit=0')) as {
    data: { id: number; name: string; permissions: string[]; updated_at: string }[]
  }
  let role = data.find(({ name }) => name === 'marketer')!
  const give = async (permissions: string[]) => {
    const body = { permissions, origin_time: role.updated_at }
    role = (await calls.patch(`/stores/v2/${calls.store}/roles/${role.id}`, body)) as unknown as typeof role
  }
  const all = role.permissions
  const { id } = await calls.post('/broadcast')
  const marketer = await memberPage(browser, calls, 'marketer')
  await marketer.goto(`${baseURL}broadcast/edit/${id}`)
  const name = marketer.getByRole('textbox', { name: 'ชื่อบรอดแคสต์' })
  await expect(name).toBeEnabled()
  await give(all.filter((one) => one !== 'cdp-core.broadcast.edit'))
  await name.fill('ลดราคาผ้าฝ้าย')
  await expect(marketer.getByText('ต้องมีสิทธิ์ “บรอดแคสต์: แก้ไข”')).toBeVisible()
  await expect(name).toBeDisabled()
  await expect(name).toHaveValue('ลดราคาผ้าฝ้าย')
  expect((await calls.get(`/broadcast/${id}`)).name).toBe('')
  await give(all)
  await expect(name).toBeEnabled()
  await expect.poll(async () => (await calls.get(`/broadcast/${id}`)).name).toBe('ลดราคาผ้าฝ้าย')
  await marketer.context().close()
})
