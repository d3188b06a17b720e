import type { Page } from '@playwright/test'
import { identityCases, peopleOfCases } from '../server/testing/imports/identity-cases.testing.ts'
import { type IdentityFile, IdentityStore, identityFiles } from '../server/testing/imports/identity-files.testing.ts'
import { callsOf } from './calls.ts'
import { openColumns } from './file-step.ts'
import { expect, freshName, test } from './watched.ts'

// Files whose columns are called whatever their shop calls them, from the mapping step to the answers. Pictures are taken into the folder
// IDENTITY_PICTURES.

const SIZES = { relatives: 8, codes: 8, many: 8 }
/** Rows answered one by one at most: each takes two clicks. */
const MOST_ROWS = 60
const folder = process.env.IDENTITY_PICTURES

// One store for the file: two would give their phones to different people.
const people = new IdentityStore(54, 2400 + 2 * peopleOfCases(SIZES))
let imported = false

async function importPeople(calls: ReturnType<typeof callsOf>) {
  if (!imported) await calls.importFile(freshName('ลูกค้า'), people.csv)
  imported = true
}

async function take(page: Page, name: string) {
  await page.waitForLoadState('networkidle')
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

const dialog = (page: Page) => page.getByRole('dialog')
const result = (page: Page) => page.getByText(/^ผลทดลองนำเข้า/)

/** From the mapping step to the preview, through what it asks. */
async function checked(page: Page, id: number, name: string) {
  await page.goto(`data-source/v2/mapping?id=${id}`)
  await openColumns(page)
  await take(page, `${name}-mapping`)
  await page.getByRole('button', { name: 'ตรวจสอบตัวอย่าง' }).click()
  await expect(dialog(page).or(result(page))).toBeVisible()
  if (await dialog(page).isVisible()) {
    await take(page, `${name}-dialog`)
    await dialog(page).getByRole('button', { name: /^ไปต่อ/ }).click()
  }
  await expect(result(page)).toBeVisible()
  await take(page, `${name}-preview`)
}

const review = (page: Page) => page.getByRole('button', { name: 'ดูและยืนยัน' })

for (const width of [1366, 390])
  test(`three files under headers of their shops lead to questions, ${width} px`, { tag: '@verify' }, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 850 })
    const calls = callsOf(request)
    await importPeople(calls)
    const files = new Map(
      [...identityFiles(people, 40, [1]), ...identityCases(people, SIZES)].map((file) => [file.name, file]),
    )
    const chosen = [...files].filter(([name]) => /ผู้สั่งซื้อ เบอร์โทร|^relatives|^who orders/.test(name))
    expect(chosen).toHaveLength(3)
    for (const [at, [, { csv }]] of chosen.entries()) {
      const name = `${width}-${at + 1}`
      await checked(page, await calls.load(freshName(`ไฟล์ ${at}`), csv), name)
      await expect(review(page)).toBeVisible()
      await review(page).click()
      await expect(page.getByRole('list', { name: 'แถวในไฟล์' }).getByText('รอยืนยัน').first()).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await take(page, `${name}-questions`)
      if (await page.getByLabel('คำถาม', { exact: true }).isVisible()) {
        await page.getByLabel('คำถาม', { exact: true }).selectOption({ index: 1 })
        await take(page, `${name}-question`)
      }
    }
  })

test('all questions of 2,000 rows are answered', { tag: '@verify' }, async ({ page, request }) => {
  test.setTimeout(1_200_000)
  const calls = callsOf(request)
  await importPeople(calls)
  const [file] = identityFiles(people, 2000, [0]) as [IdentityFile]
  await checked(page, await calls.load(freshName('สองพันแถว'), file.csv), '2000')
  const start = Date.now()
  let clicks = 1
  await review(page).click()
  const answers = page.getByRole('group', { name: /เป็นคนเดียวกันใช่ไหม|แถวนี้เป็นใคร/ })
  const other = answers.getByRole('button', { name: /^คนละคน/ })
  const done = page.getByRole('button', { name: 'ตรวจสอบใหม่ตามคำตอบ' })
  const choice = page.getByLabel('คำถาม', { exact: true })
  const titles = await choice.locator('option').allTextContents()
  await take(page, '2000-questions')
  const groups = await choice.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
  let common = 0
  let rows = 0
  for (const group of groups.filter((one) => one !== '')) {
    await choice.selectOption(group)
    clicks += 2
    await page.waitForLoadState('networkidle')
    // A question of one answer, or its rows one by one.
    if (await page.getByRole('group', { name: /เป็นคนเดียวกันใช่ไหม/ }).isVisible()) {
      await other.click()
      clicks++
      common++
      await page.waitForLoadState('networkidle')
      continue
    }
    const waiting = page.getByRole('list', { name: 'แถวในไฟล์' }).getByRole('listitem').filter({ hasText: 'รอยืนยัน' })
    while (rows < MOST_ROWS && (await waiting.count()) > 0) {
      await waiting.first().getByRole('button').first().click()
      await other.click()
      clicks += 2
      rows++
      await page.waitForLoadState('networkidle')
    }
  }
  await take(page, '2000-answered')
  const seconds = Math.round((Date.now() - start) / 1000)
  const left = await page.getByText(/อีก [\d,]+ แถวยังรอ/).allTextContents()
  console.log(
    `${titles.length - 1} questions, ${common} with one answer, ${rows} rows one by one: ${clicks} clicks, ${seconds} s; ${left.join(' ')}`,
  )
  for (const title of titles) console.log(title)
  await expect(done).toBeVisible()
})
