import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, freshName, test } from './watched.ts'

const header = 'คำนำหน้า,ชื่อ,นามสกุล,วันเกิด,เบอร์โทร,อีเมล\n'
const families = ['ศรีสุข', 'ทองคำ', 'แก้วใส', 'พูนผล', 'มั่นคง', 'รักไทย', 'บุญมาก', 'วงศ์ใหญ่']
const mothers = ['มาลี', 'สมศรี', 'วิภา', 'อรทัย', 'ปราณี', 'จินดา', 'สุดา', 'นิภา']
const children = ['ธนกร', 'กิตติ', 'ณัฐพล', 'วีระ', 'อนุชา', 'ประเสริฐ', 'สมศักดิ์', 'ชัยวัฒน์']
const phone = (block: string, at: number) => `0${block}${String(1000 + at)}`

/** Children on their mothers' phones, men with another surname, and two names for one customer. */
function files(block: string) {
  const known = mothers.map(
    (name, at) => `นาง,${name},${families[at]},0${at + 1}/03/2515,${phone(block, at)},m${block}${at}@example.com\n`,
  )
  const rows = [
    ...children.map((name, at) => `นาย,${name},${families[at]},1${at}/08/2545,${phone(block, at)},\n`),
    ...children.slice(0, 3).map((name, at) => `,${name},${families[(at + 3) % 8]},,${phone(block, at)},\n`),
    `,${mothers[5]},${families[0]},,${phone(block, 5)},x${block}@example.com\n`,
    `,${mothers[5]},${families[1]},,${phone(block, 5)},y${block}@example.com\n`,
  ]
  // Enough rows that agree, so that the file as a whole is trusted.
  const agreeing = Array.from({ length: 40 }, (_, at) => `,วรรณา,${families[at % 8]},,${phone(block, 100 + at)},\n`)
  return { known: header + known.join('') + agreeing.join(''), later: header + rows.join('') + agreeing.join('') }
}

const questions = (page: Page) => page.getByRole('combobox', { name: /^(คำถาม|Question)$/ })

async function preview(request: Parameters<typeof callsOf>[0], block: string): Promise<number> {
  const calls = callsOf(request)
  const { known, later } = files(block)
  await calls.importFile(freshName('ก่อน'), known)
  const id = await calls.load(freshName('คำถาม'), later)
  await calls.dryRun(id)
  return id
}

test('one answer settles a question, which shows what differs, what agrees and examples; then the next one is shown', async ({
  page,
  request,
}) => {
  const id = await preview(request, '89555')
  await page.goto(`data-source/v2/preview?id=${id}&status=held`)
  const sons = 'เบอร์โทร และนามสกุลตรงกัน แต่ชื่อ วันเกิด และเพศตามคำนำหน้าต่างกัน'
  await expect(questions(page)).toContainText(`${sons} · รอ 8 แถว`)
  await questions(page).selectOption({ label: `${sons} · รอ 8 แถว` })
  await expect(page.getByRole('heading', { name: `${sons} 8 แถว: เป็นคนเดียวกันใช่ไหม` })).toBeVisible()
  const examples = page.getByRole('table', { name: 'ตัวอย่าง 3 แถว' })
  await expect(examples.getByRole('row', { name: /ธนกร ศรีสุข.*มาลี ศรีสุข/ })).toBeVisible()
  await page
    .getByRole('article')
    .getByRole('button', { name: /^คนละคน/ })
    .click()
  await expect(page.getByText('ตอบแล้ว 8 แถว', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('heading', { name: 'เบอร์โทรตรงกัน แต่ชื่อ และนามสกุลต่างกัน 3 แถว: เป็นคนเดียวกันใช่ไหม' }),
  ).toBeFocused()

  await questions(page).selectOption({ label: 'เบอร์โทรตรงกัน แต่ต้องตอบทีละแถว · รอ 2 แถว' })
  await expect(page.getByText('ข้อมูลตีความได้ทั้งสองทาง จึงตอบรวมทุกแถวไม่ได้')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^ใช้คำตอบนี้กับอีก/ })).toBeHidden()
})

for (const language of ['th', 'en'] as const) {
  test(`questions are shown whole and without faults in ${language}`, {
    tag: '@verify',
  }, async ({ page, request }) => {
    test.slow()
    const id = await preview(request, language === 'th' ? '89556' : '89557')
    const { whole } = await readyToLook(page)
    await page.addInitScript(
      (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
      language,
    )
    const found: string[] = []
    for (const size of [
      { width: 1366, height: 850 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await page.goto(`data-source/v2/preview?id=${id}&status=held`)
      await whole()
      await expect(questions(page)).toBeVisible()
      for (let at = 0; at < (await questions(page).locator('option').count()); at++) {
        await questions(page).selectOption({ index: at })
        await whole()
        if (process.env.PICTURES)
          await page.screenshot({
            path: `${process.env.PICTURES}/questions-${language}-${size.width}-${at}.png`,
            fullPage: true,
          })
        found.push(...(await look(page, language, true)).map((fault) => `${size.width} ${at}: ${fault}`))
      }
    }
    expect(found).toEqual([])
  })
}
