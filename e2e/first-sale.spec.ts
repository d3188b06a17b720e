import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { look, readyToLook } from './look.ts'
import { expect, freshName, test } from './watched.ts'

const run = promisify(execFile)
const GUIDE = '/docs/open-api/datasource-api/get-started'

/** Runs a printed command and returns the status and the answer. */
async function runPrinted(command: string) {
  const shown = command.replace(/^curl/, 'curl --silent --show-error --write-out " %{http_code}"')
  const { stdout } = await run('bash', ['-c', shown])
  const [, text, status] = /^(.*) (\d{3})$/s.exec(stdout.trim())!
  return { status: Number(status), body: JSON.parse(text!) as Record<string, unknown> }
}

/** Opens an article and returns its printed commands, in their order. */
async function commandsOf(page: Page, title: string, count: number): Promise<string[]> {
  await page.getByRole('navigation', { name: 'สารบัญ' }).getByRole('link', { name: title }).click()
  const blocks = page.getByRole('main').locator('[data-code="bash"] pre')
  await expect(blocks).toHaveCount(count)
  return blocks.allTextContents()
}

/** An answer without the ids that differ between stores. */
const withoutIds = (body: unknown) =>
  JSON.parse(JSON.stringify(body), (key, value) =>
    /^(id|profile_id|receipt_id)$/.test(key) || /_at$/.test(key) ? typeof value : value,
  ) as unknown

/** State of a browser that has not been here. */
const nobody = { cookies: [], origins: [] }

const hrefOf = async (link: Locator) => (await link.getAttribute('href'))!

test('the public pages alone lead from nothing to a mapped till, its first sale, and the sale read back', async ({
  browser,
  store,
}) => {
  // Reads the pages and never logs in.
  const outside = await browser.newContext({ storageState: nobody })
  const guide = await outside.newPage()
  await guide.goto(`${GUIDE}#first-sale`)
  const main = guide.getByRole('main')
  await expect(guide.getByRole('heading', { level: 1 })).toHaveText('การขายแรกจากเครื่องขาย')
  const link = (name: string) => hrefOf(main.getByRole('link', { name }).first())
  const bill = await main.locator('[data-code="javascript"] pre').first().textContent()

  const office = await (await browser.newContext({ storageState: nobody })).newPage()
  const { whole } = await readyToLook(office)
  await office.goto(await link('เปิดหน้าโปรแกรม'))
  await office.getByRole('textbox', { name: 'อีเมล' }).fill(store.owner.email)
  await office.getByLabel('รหัสผ่าน', { exact: true }).fill(store.owner.password)
  await office.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click()
  await expect(office).toHaveURL(/\/data-source\/openapi\/key$/)
  await office.getByRole('button', { name: 'เพิ่มโปรแกรม' }).first().click()
  await office.getByRole('textbox', { name: 'ชื่อ' }).fill(freshName('เครื่องขาย'))
  await office.getByRole('radio', { name: 'เว็บร้านค้า' }).check()
  await office.getByRole('dialog').getByRole('button', { name: 'เพิ่มโปรแกรม' }).click()
  const key = await office.locator('[data-secret]').textContent()
  await office.getByRole('button', { name: 'เก็บคีย์แล้ว ปิดหน้านี้' }).click()

  await office.goto(await link('สร้างตัวเชื่อม'))
  await office.getByRole('textbox', { name: 'ชื่อ' }).fill(freshName('เครื่องขาย สาขา 2'))
  await office.getByRole('textbox', { name: 'ตัวอย่าง 1 รายการ' }).fill(bill!)
  await office.getByRole('button', { name: 'สร้างตัวเชื่อม' }).click()
  await expect(office.getByRole('combobox', { name: 'จับคู่ customer.phone กับ', exact: true })).toHaveValue('เบอร์โทร')
  await office.getByRole('button', { name: 'บันทึกการจับคู่' }).click()
  await expect(office.getByText('การจับคู่ครั้งที่ 1')).toBeVisible()
  await office.getByRole('link', { name: 'URL และสิทธิ์' }).click()
  const url = (await office
    .getByText(/\/records$/)
    .first()
    .textContent())!.replace(/^https?:\/\/[^/]+/, '')

  await guide.getByLabel('API key').fill(key!)
  const [first, read, bought, next] = await commandsOf(guide, 'การขายแรกจากเครื่องขาย', 4)
  const printed = JSON.parse((await main.locator('[data-code="javascript"] pre').nth(1).textContent())!) as unknown
  const toConnector = (command: string) => command.replace(/\/open-api\/v1\/connectors\/\d+\/records/, url)
  const sent = await runPrinted(toConnector(first!))
  expect([sent.status, withoutIds(sent.body)]).toEqual([200, withoutIds(printed)])
  const [result] = sent.body.results as { profile_id: number }[]
  const back = await runPrinted(read!)
  expect(back).toMatchObject({ status: 200, body: { data: { id: result!.profile_id, values: { firstName: 'ญาดา' } } } })
  const purchases = await runPrinted(bought!.replace(/profiles\/\d+/, `profiles/${result!.profile_id}`))
  expect(purchases.body.data).toMatchObject([{ values: { orderNo: '58211', orderTotal: 350 } }])
  const following = await runPrinted(toConnector(next!))
  expect(following.body).toMatchObject({ results: [{ status: 'added', error: null }] })

  await office.getByRole('link', { name: 'รายการที่ได้รับ' }).click()
  await expect(office.getByRole('table').getByRole('row')).toHaveCount(3)
  await whole()
  expect(await look(office, 'th')).toEqual([])

  // The first page: each command as it is printed.
  const [dry, send, again, other] = await commandsOf(guide, 'ส่งลูกค้ารายแรกใน 2 นาที', 4)
  expect((await runPrinted(dry!)).body).toMatchObject({ receipt_id: null, results: [{ error: null }] })
  for (const command of [send!, again!, other!]) expect((await runPrinted(command)).status).toBe(200)
  await office.context().close()
  await outside.close()
})

for (const [language, width] of [
  ['th', 1366],
  ['en', 1366],
  ['th', 390],
  ['en', 390],
] as const)
  test(`the first sale, a call and the errors show their answers in ${language} at ${width} pixels`, {
    tag: '@verify',
  }, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
      language,
    )
    const { whole } = await readyToLook(page)
    await page.setViewportSize({ width, height: 844 })
    const answers = page.getByRole('region', { name: language === 'th' ? 'ตัวอย่างคำตอบ' : 'Example response' })
    for (const article of ['first-sale', 'post-profiles', 'get-labels']) {
      await page.goto(`${GUIDE.slice(1)}#${article}`)
      await expect(answers).toContainText(article === 'get-labels' ? '"color"' : '"profile_id"')
      await whole()
      expect(await look(page, language)).toEqual([])
    }
    await page.goto(`${GUIDE.slice(1)}#unprocessable`)
    await expect(page.locator('#unprocessable')).toContainText('"error": "unprocessable"')
    await whole()
    expect(await look(page, language)).toEqual([])
  })
