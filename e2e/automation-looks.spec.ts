import pg from 'pg'
import { bringOnTheWay } from './automation-people.ts'
import { type AutomationStore, automationStore, secondCup } from './automation-store.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

let made: AutomationStore
/** Drafts with a step of each kind, and an automation at work with a draft of its next version. */
let kinds: number
let atWork: number

/** Steps of each kind that a store without programs has. */
const steps = ({ label, purpose, purchase }: AutomationStore) => {
  const [message] = secondCup({ purpose } as AutomationStore).steps.filter(({ kind }) => kind === 'message')
  return [
    { id: 1, kind: 'wait', length: { n: 3, unit: 'day' }, until: { weekday: 1, time: '10:00' } },
    message,
    {
      ...{ id: 3, kind: 'condition', condition: { kind: 'activity_since', activity_type_id: purchase } },
      yes: [{ id: 4, kind: 'label', label_id: label, value: false }],
      no: [{ id: 5, kind: 'value', field_id: 14, value: 'ลูกค้าประจำ' }],
    },
    { id: 6, kind: 'note', text: 'โทรถามว่าชอบกาแฟแบบไหน', follow_up_days: 2 },
  ]
}

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server, line, store }) => {
  made = await automationStore(request, server, line.state, Number(store.id))
  const calls = callsOf(request)
  const definition = secondCup(made)
  const every = { ...definition, steps: steps(made) }
  kinds = (await calls.post('/automation', { name: 'ทุกแบบ', definition: every })).id as number
  const cup = await calls.post('/automation', { name: 'ชวนดื่มแก้วที่สอง', definition })
  atWork = cup.id as number
  await calls.post(`/automation/${atWork}/start`, { origin_time: cup.updated_at })
  const db = new pg.Client(server.database)
  await db.connect()
  await bringOnTheWay(db, Number(store.id), atWork, made.profiles)
  await db.end()
  const { updated_at } = await calls.get(`/automation/${atWork}`)
  await calls.put(`/automation/${atWork}`, {
    ...{ name: 'ชวนดื่มแก้วที่สอง', origin_time: updated_at },
    definition: { ...definition, imports: true },
  })
})

const words = {
  th: {
    begins: 'เริ่มเมื่อ',
    triggers: ['เข้าเซกเมนต์', 'ออกจากเซกเมนต์', 'มีกิจกรรม', 'ถึงวันที่', 'เป็นเพื่อนใน LINE', 'กดลิงก์'],
    step: 'ขั้นที่',
    start: 'เริ่มใช้ฉบับที่ 2',
  },
  en: {
    begins: 'Starts when',
    triggers: [
      'Enters a segment',
      'Leaves a segment',
      'Has an activity',
      'Reaches a date',
      'LINE friend',
      'Clicks a link',
    ],
    step: 'Step',
    start: 'Start version 2',
  },
}

for (const { language, scheme, width } of [
  { language: 'th', scheme: 'light', width: 1366 },
  { language: 'th', scheme: 'dark', width: 390 },
  { language: 'en', scheme: 'dark', width: 1366 },
  { language: 'en', scheme: 'light', width: 390 },
] as const) {
  test(`triggers, steps and versions are whole in ${language}, ${scheme}, ${width} px wide`, {
    tag: '@verify',
  }, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
      language,
    )
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: width < 500 ? 844 : 850 })
    const { errors, whole } = await readyToLook(page)
    const t = words[language]
    const found: string[] = []
    const see = async (name: string) => {
      await whole()
      const file = `automation-${name}-${language}-${scheme}-${width}`
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${file}.png` })
      found.push(...(await look(page, language, true)).map((fault) => `${file}: ${fault}`))
    }
    await page.goto(`broadcast/automation/${kinds}`)
    const trigger = page.getByRole('region', { name: t.begins })
    await trigger.waitFor()
    for (const [place, name] of t.triggers.entries()) {
      if (width < 500) await trigger.getByRole('combobox', { name: t.begins }).selectOption({ label: name })
      else await trigger.getByText(name, { exact: true }).click()
      await see(`trigger-${place + 1}`)
    }
    for (let number = 1; number <= 6; number++) {
      const step = page.getByRole('region', { name: `${t.step} ${number}`, exact: true })
      await step.getByRole('button', { name: new RegExp(`^${t.step} ${number}`) }).click()
      await see(`step-${number}`)
    }
    await page.goto(`broadcast/automation/${atWork}`)
    await page.getByRole('button', { name: t.start }).click()
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    await see('versions')
    expect([...found, ...errors]).toEqual([])
  })
}
