import { test as base, expect } from '@playwright/test'
import { owner, ownerState } from './owner.ts'
import { type Server, startServer } from './server.ts'

/** A test in a store of its worker's own: each worker has a server, whose store keeps what the tests before have done. */
export const test = base.extend<object, { server: Server; address: string }>({
  server: [
    async ({ browser }, use) => {
      const server = await startServer()
      try {
        const context = await browser.newContext({ baseURL: server.address, locale: 'th-TH' })
        const page = await context.newPage()
        await page.goto(server.setUpLink)
        await page.getByLabel('ชื่อร้าน').fill(owner.store)
        await page.getByLabel('ชื่อ', { exact: true }).fill(owner.firstName)
        await page.getByLabel('นามสกุล').fill(owner.lastName)
        await page.getByLabel('อีเมล').fill(owner.email)
        await page.getByLabel('รหัสผ่าน', { exact: true }).fill(owner.password)
        await page.getByLabel(/ข้าพเจ้าได้อ่านและยอมรับข้อตกลง/).check()
        await page.getByLabel('ใส่ข้อมูลตัวอย่าง').uncheck()
        await page.getByRole('button', { name: 'สร้างร้านและเริ่มใช้งาน' }).click()
        await expect(page.getByText('ยังไม่มีข้อมูลลูกค้า')).toBeVisible()
        await context.storageState({ path: ownerState })
        await context.close()
        await use(server)
      } finally {
        await server.stop()
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  address: [({ server }, use) => use(server.address), { scope: 'worker' }],
  baseURL: ({ address }, use) => use(address),
  // Made together with the server.
  storageState: ({ server: _ }, use) => use(ownerState),
})

export { expect }
