// `npx node e2e/screenshots.ts`: takes the pictures of the README again, of a store that is filled with sample data.

import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { sampleFiles } from '../server/app/sample/sample-files.ts'
import { chromium as launch } from './chromium.ts'
import { fontsLoaded } from './fonts.ts'
import { owner } from './owner.ts'
import { startServer } from './server.ts'

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const desk = { width: 1366, height: 850 }
const phone = { width: 390, height: 844 }

const server = await startServer({
  RUAM_SETUP_EMAIL: owner.email,
  RUAM_SETUP_PASSWORD: owner.password,
  RUAM_SETUP_STORE: owner.store,
  RUAM_SETUP_DPA: 'accepted',
  RUAM_SETUP_SAMPLE: '1',
})
const browser = await chromium.launch(launch)
try {
  const state = await signIn()
  const page = await open({ viewport: desk, storageState: state })
  await page.goto('/1/profile-list')
  await take(page, 'profile-list')
  await page.goto('/1/dashboard')
  await page.locator('.recharts-surface').first().waitFor()
  await take(page, 'dashboard')
  await page.goto('/1/segmentation/create')
  await page.getByRole('button', { name: 'ซื้อ 3 ครั้งขึ้นไปใน 90 วัน' }).click()
  await page.getByText(/^ตัวอย่าง \d+ ราย/).waitFor()
  await take(page, 'segment')
  await page.goto('/1/profile-list?q=M03704')
  await page.locator('tbody tr[data-key]').first().getByRole('link').first().click()
  await page.getByRole('heading', { name: 'กิจกรรมล่าสุด' }).waitFor()
  await take(page, 'profile-detail')

  await page.goto(`/1/broadcast/automation/${await birthdayCalls(page)}?tab=rehearsal`)
  await page.getByRole('main').getByRole('button', { name: 'ลองย้อนหลัง' }).click()
  await page.getByText('จะเข้า', { exact: true }).waitFor({ timeout: 600_000 })
  await take(page, 'automation-rehearsal')

  await page.goto('/1/data-source/v2/import')
  const file = { name: 'สมาชิก_พย69.csv', mimeType: 'text/csv', buffer: Buffer.from(membersOfMonth()) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill('สมาชิกหน้าร้าน พ.ย. 2569')
  await page.getByRole('button', { name: 'ถัดไป' }).click()
  await page.getByRole('button', { name: /^ทุกคอลัมน์/ }).click()
  await page.getByRole('columnheader', { name: 'จับคู่กับ' }).waitFor()
  await take(page, 'import-mapping')
  await page.getByRole('button', { name: 'ยืนยันไม่นำเข้า' }).click()
  await page.getByRole('button', { name: 'ตรวจสอบตัวอย่าง' }).click()
  const statuses = page.getByRole('group', { name: 'เลือกแถวตามสถานะ' })
  await statuses.getByRole('button', { name: 'อัปเดต' }).click()
  await page.getByRole('article').getByRole('table').waitFor()
  await take(page, 'import-preview')

  const dark = await open({ viewport: phone, storageState: state, colorScheme: 'dark', hasTouch: true, isMobile: true })
  await dark.goto('/1/profile-list')
  await take(dark, 'profile-list-phone')
} finally {
  await browser.close()
  await server.stop()
}

async function open(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    reducedMotion: 'reduce',
    ...options,
  })
  return context.newPage()
}

async function signIn() {
  const page = await open({ viewport: desk })
  await page.goto('/sign-in')
  await page.getByLabel('อีเมล').fill(owner.email)
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/1/profile-list')
  // The sample is there once both of its imports are, and its customers have days of their own.
  const [year, month, day] = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10).split('-')
  const today = page.locator('tbody').getByText(`${day} / ${month} / ${year}`)
  while (!(await page.getByText('5,000 ราย').first().isVisible()) || (await today.count()) > 0) {
    await page.waitForTimeout(3000)
    await page.reload({ waitUntil: 'networkidle' })
  }
  return page.context().storageState()
}

/** Creates an automation that reminds staff to call for a birthday. Returns its id. */
async function birthdayCalls(page: Page): Promise<number> {
  const birthDate = systemFields.find(({ column }) => column === 'birth_date')!.id
  const definition = {
    trigger: { kind: 'date', field_id: birthDate, offset_days: -7, time: '09:00', yearly: true },
    ...{ repeat: { kind: 'yearly' }, channel_id: null, exit: null, group: null, imports: false, holdout: 0 },
    steps: [{ id: 1, kind: 'note', text: 'โทรอวยพรวันเกิด', follow_up_days: 7 }],
  }
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('ruam.store-data.'))!
    return (JSON.parse(localStorage.getItem(key)!) as { token: { token: string } }).token.token
  })
  const reply = await page.request.post('/api/automation', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'โทรอวยพรวันเกิด', definition },
  })
  return ((await reply.json()) as { id: number }).id
}

async function take(page: Page, name: string) {
  // The last to come.
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^การแจ้งเตือน/ })
    .waitFor()
  await page.waitForLoadState('networkidle')
  await fontsLoaded(page)
  await page.screenshot({ path: `${folder}${name}.png` })
}

/** Some of the sample's members as the till has them a month later: other points, a few new ones, families who share a phone. */
function membersOfMonth(): string {
  const columns = ['รหัสสมาชิก', 'ชื่อ-นามสกุล', 'เพศ', 'วันเกิด', 'เบอร์โทร', 'อีเมล', 'จังหวัด', 'แต้มสะสม', 'วันที่สมัคร']
  const [header, ...rows] = sampleFiles(new Date().toISOString().slice(0, 10))
    .members.content.replace('\ufeff', '')
    .split('\r\n')
    .map((line) => [...line.matchAll(/("[^"]*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell!))
  const place = (name: string) => header!.indexOf(name)
  const lines = rows.slice(600, 840).map((row, no, all) => {
    const now = [...row]
    const put = (column: string, value: string) => (now[place(column)] = value)
    if (no % 3 === 0) put('แต้มสะสม', String(150 + no * 7))
    if (no % 9 === 0) put('อีเมล', `member${no}@example.com`)
    const isNew = no % 12 === 5
    if (!isNew) return columns.map((name) => now[place(name)])
    put('รหัสสมาชิก', `M0${4000 + no}`)
    put('ชื่อ-นามสกุล', all[(no + 70) % all.length]![place('ชื่อ-นามสกุล')]!)
    put('อีเมล', '')
    // Every fifth of them has the phone of the member above.
    put('เบอร์โทร', no % 60 === 5 ? all[no - 1]![place('เบอร์โทร')]! : `06977${no}310`.slice(0, 10))
    return columns.map((name) => now[place(name)])
  })
  return [columns, ...lines].map((line) => line.join(',')).join('\r\n')
}
