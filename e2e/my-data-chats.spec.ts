import { type AutomationStore, automationStore } from './automation-store.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

const login = { id: '2000012346', secret: 'cd'.repeat(16), callbacks: [] }

let made: AutomationStore

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server, line, store }) => {
  made = await automationStore(request, server, line.state, Number(store.id))
  line.state.login.channels.set(login.id, login)
  const calls = callsOf(request)
  await calls.put('/privacy/my-data/login', { channel_id: login.id, channel_secret: login.secret })
  line.state.login.user = [...made.channel.friends.keys()].at(-1)!
  const { url } = await calls.post('/privacy/my-data/check')
  await request.get(url as string)
  await calls.put('/privacy/my-data', { on: true })
})

const words = {
  th: {
    area: /^โทรหาร้าน|^A/,
    opens: 'เปิดข้อมูลของฉัน',
    hint: 'ลูกค้าเข้าด้วย LINE แล้วดูข้อมูลของตัวเอง',
    button: 'ปุ่มข้อมูลของฉัน',
    save: 'บันทึก',
    usedBy: 'เปิดจากเมนูและคำตอบ: ',
    off: 'ปิดหน้านี้',
    cancel: 'ยกเลิก',
  },
  en: {
    area: /^Call the store|^A/,
    opens: 'Open My data',
    hint: 'Customers log in with LINE, see their own data',
    button: 'Button to My data',
    save: 'Save',
    usedBy: 'Opened from menus and answers: ',
    off: 'Turn off',
    cancel: 'Cancel',
  },
} as const

for (const { width, height, language, verify } of [
  { width: 1366, height: 900, language: 'th', verify: false },
  { width: 390, height: 844, language: 'en', verify: true },
  { width: 390, height: 844, language: 'th', verify: true },
  { width: 1366, height: 900, language: 'en', verify: true },
] as const)
  test(`an area of a menu and an answer open My data, and its settings name both, at ${width} px in ${language}`, {
    ...(verify && { tag: '@verify' }),
  }, async ({ page, request }) => {
    test.slow()
    const t = words[language]
    await page.setViewportSize({ width, height })
    await page.addInitScript(
      (set) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: set })),
      language,
    )
    const calls = callsOf(request)
    const path = `/line-oa/${made.account}`
    const { id, updated_at } = await calls.post(`${path}/rich-menu`, { name: `เมนู ${width} ${language}` })
    const area = { letter: 'A', x: 0, y: 0, width: 2500, height: 843, label: '', action: { type: 'phone', number: '' } }
    await calls.patch(`/rich-menu/${id}`, { areas: [area], size: 'compact', origin_time: updated_at })
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    const looked = async (name: string) => {
      await whole()
      found.push(...(await look(page, language, true)).map((fault) => `${name}: ${fault}`))
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/my-chats-${language}-${width}-${name}.png` })
    }
    await page.goto(`setting/line-oa/menus/${id}`)
    await page.getByText(t.opens, { exact: true }).click()
    await expect(page.getByText(t.hint)).toBeVisible()
    await page.getByText(t.hint).scrollIntoViewIfNeeded()
    await looked('1-menu')

    const keyword = { kind: 'keyword', name: `ขอดู ${width} ${language}`, variants: [`ข้อมูล ${width} ${language}`] }
    await calls.post(`${path}/answer`, { ...keyword, messages: [{ type: 'text', text: 'แตะปุ่มด้านล่าง' }] })
    await page.goto('setting/line-oa/answers')
    await page.getByRole('button', { name: keyword.name, exact: true }).click()
    const button = page.getByRole('switch', { name: t.button })
    await button.scrollIntoViewIfNeeded()
    await button.click()
    await looked('2-answer')
    await page.getByRole('button', { name: t.save, exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: keyword.name })).toBeVisible()

    await page.goto('setting/privacy/my-data')
    await expect(page.getByText(t.usedBy)).toContainText(keyword.name)
    await looked('3-setting')
    await page.getByRole('button', { name: t.off }).click()
    await expect(page.getByRole('dialog')).toContainText(keyword.name)
    await looked('4-off')
    await page.getByRole('dialog').getByRole('button', { name: t.cancel }).click()
    expect([...found, ...errors]).toEqual([])
  })
