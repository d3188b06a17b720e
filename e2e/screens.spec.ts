import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { callsOf } from './calls.ts'
import { ownerState } from './owner.ts'

const csv = `ชื่อ,นามสกุล,เบอร์โทร,อีเมล,เลขบัตรประชาชน,วันเกิด,เพศ,บริษัท
น้ำฝน,ปั้นทอง,0624459087,namfon.p@example.com,1112034563562,29/02/2543,ญ,ร้านญี่ปุ่นผู้ใหญ่ลี
กี่,ตั้งสมบูรณ์,0861112233,,,07/11/2539,ช,
ที่อ่านไม่ได้,เบอร์ผิด,08111,,,,,
ธีรพัฒน์,วงศ์ใหญ่,091-883-4402,theeraphat.wongyai.with.a.very.long.address@example.com,,31/02/2540,ชาย,
`

/** Every screen there is: its name and its address; those without a store are seen by somebody signed out. */
interface Place {
  name: string
  path: string
  signedOut?: boolean
}
const places: Place[] = []

test.beforeAll(async ({ request }) => {
  const calls = callsOf(request)
  // A test that failed is followed by another worker, which makes these again.
  const again = Date.now() % 100_000
  const done = await calls.importFile(`ลูกค้าหน้าร้าน พ.ย. 2569 (${again})`, csv)
  const loaded = await calls.load(`รอจับคู่ (${again})`, csv.replace('น้ำฝน', 'น้ำค้าง'))
  const previewed = await calls.load(`ทดลองนำเข้า (${again})`, csv.replace('ปั้นทอง', 'ปั้นเงิน'))
  await calls.dryRun(previewed)
  const { data } = (await calls.get('/profile?limit=1')) as unknown as { data: { id: number }[] }
  places.push(
    { name: 'set-up', path: '/set-up?token=x', signedOut: true },
    { name: 'sign-in', path: '/sign-in', signedOut: true },
    { name: 'choose-store', path: '/choose-store' },
    { name: 'profile-list', path: '/1/profile-list' },
    { name: 'profile-list-search', path: '/1/profile-list?keyword=ไม่มีใครชื่อนี้' },
    { name: 'profile-detail', path: `/1/profile-detail/${data[0]!.id}` },
    { name: 'data-source-list', path: '/1/data-source/v2/list' },
    { name: 'data-source-list-output', path: `/1/data-source/v2/list/output/${done}` },
    { name: 'data-source-import', path: '/1/data-source/v2/import' },
    { name: 'data-source-mapping', path: `/1/data-source/v2/mapping?id=${loaded}` },
    { name: 'data-source-preview', path: `/1/data-source/v2/preview?id=${previewed}` },
    { name: 'data-source-output', path: `/1/data-source/v2/output?id=${done}` },
    { name: 'access-denied', path: '/1/access-denied' },
    { name: 'dpa-not-allowed', path: '/1/dpa/not-allowed' },
    { name: 'not-found', path: '/1/nowhere' },
  )
})

for (const language of ['th', 'en'] as const) {
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [1366, 390]) {
      test(`every screen is whole in ${language}, ${scheme}, ${width} px wide`, async ({ browser }) => {
        test.setTimeout(120_000)
        const found: string[] = []
        for (const signedOut of [true, false]) {
          const page = await openPage(browser, { language, scheme, width, signedOut })
          for (const place of places.filter((one) => (one.signedOut ?? false) === signedOut))
            found.push(...(await look(page, place, { language, scheme, width })))
          await page.context().close()
        }
        expect(found).toEqual([])
      })
    }
  }
}

interface View {
  language: 'th' | 'en'
  scheme: 'light' | 'dark'
  width: number
}

async function openPage(
  browser: Browser,
  { language, scheme, width, signedOut }: View & { signedOut: boolean },
): Promise<Page> {
  const height = width < 500 ? 844 : 850
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    storageState: signedOut ? { cookies: [], origins: [] } : ownerState,
  })
  await context.addInitScript(
    ([lang, look]) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: lang, scheme: look })),
    [language, scheme] as const,
  )
  return context.newPage()
}

/** What is wrong with a screen: rules of accessibility, errors of the browser, words without a translation, texts that run over. */
async function look(page: Page, { name, path }: Place, view: View): Promise<string[]> {
  const wrong: string[] = []
  const tell = (what: string) => wrong.push(`${name}: ${what}`)
  const onConsole = (message: { type(): string; text(): string }) => message.type() === 'error' && tell(message.text())
  const onError = (error: Error) => tell(error.message)
  page.on('console', onConsole)
  page.on('pageerror', onError)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.locator('h1').first().waitFor()

  const { violations } = await new AxeBuilder({ page }).analyze()
  for (const { id, nodes } of violations) tell(`${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (overflow > 0) tell(`is ${overflow} px wider than the screen`)
  const text = await page.evaluate(() => document.body.textContent)
  if (/\{\w+\}|\bundefined\b|\bNaN\b|\[object/.test(text))
    tell(`shows ${/\{\w+\}|undefined|NaN|\[object/.exec(text)?.[0]}`)
  if (view.language === 'en' && name === 'sign-in' && /[ก-๙]{4,}/.test(text.replace('ไทย', '')))
    tell('speaks Thai in English')
  if (process.env.E2E_SCREENSHOTS) {
    await page.screenshot({
      path: `${process.env.E2E_SCREENSHOTS}/${name}-${view.language}-${view.scheme}-${view.width}.png`,
    })
  }
  page.off('console', onConsole)
  page.off('pageerror', onError)
  return wrong
}
