import type { Browser, Page } from '@playwright/test'
import type { callsOf } from './calls.ts'

let made = 0

/** Password of every member. */
export const MEMBER_PASSWORD = 'ลมหนาว พัดผ่าน ทุ่งข้าว'
export const memberEmail = (role: string) =>
  `${role.replaceAll(' ', '')}${Date.now().toString(36)}${++made}@example.com`

/** Signs a new member with a preset role in, on a browser of their own. */
export async function memberPage(
  browser: Browser,
  calls: ReturnType<typeof callsOf>,
  role: string,
  email = memberEmail(role),
): Promise<Page> {
  const { data } = (await calls.get('/roles?limit=0')) as { data: { id: number; name: string }[] }
  const role_id = data.find(({ name }) => name === role)!.id
  const { link } = await calls.post('/stores/invitations', { email, role_id })
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto(String(link))
  await page.getByLabel('ชื่อ', { exact: true }).fill('สุดา')
  await page.getByLabel('นามสกุล').fill('ใจงาม')
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(MEMBER_PASSWORD)
  await page.getByRole('button', { name: 'สร้างบัญชีและเข้าร้าน' }).click()
  await page.waitForURL(/\/\d+\/./)
  return page
}
