import type { APIRequestContext, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, freshName, test } from './watched.ts'

const DAY_MS = 86_400_000
/** Noon in Bangkok, so many days from today. */
const noon = (days: number) =>
  `${new Date(Date.now() + 7 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10)}T05:00:00.000Z`
const shown = (days: number) => noon(days).slice(0, 10).split('-').reverse().join(' / ')

const people: [name: string, bought: [daysAgo: number, amount: number][]][] = [
  [
    'ญาดา',
    [
      [-2, 1580],
      [-20, 1000],
      [-43, 2290],
    ],
  ],
  ['กี่', [[-9, 1290]]],
  ['น้ำฝน', [[-1, 690]]],
]

/** A segment of customers who bought within 90 days. */
async function makeSegment(request: APIRequestContext) {
  const { post, purchaseType } = callsOf(request)
  const type = await purchaseType()
  const family = freshName('ผู้ซื้อ')
  for (const [name, bought] of people) {
    const values = [
      { id: 1, value: name },
      { id: 2, value: family },
    ]
    const { id } = await post('/profile', { fields: values })
    for (const [days, value] of bought)
      await post(`/profile/${id}/activity`, {
        activity_type_id: type.id,
        activity_at: noon(days),
        fields: [
          { id: type.goods, value: 'ผ้าฝ้ายทอมือ' },
          { id: type.amount, value },
        ],
      })
  }
  const rules = [{ kind: 'activity', activity_type_id: type.id, done: true, window: { last: { n: 90, unit: 'day' } } }]
  const segment = await post('/label', {
    ...{ name: freshName('ซื้อ 90 วัน'), color: 'teal', type: 'advanced' },
    segment_rule: {
      auto_apply_enabled: true,
      filter: { profile_created_at: null, reference_label_ids: [] },
      target: { condition: 'and', groups: [{ condition: 'and', rules }] },
    },
  })
  return { id: segment.id as number, family }
}

const members = (page: Page) => page.getByRole('table', { name: 'อยู่ในเซกเมนต์' }).locator('tbody').getByRole('row')
test('a segment shows what its customers spent, sorts them by it, and says what a reason counted and until when it holds', async ({
  page,
  request,
}) => {
  const { id, family } = await makeSegment(request)
  await page.goto(`segmentation/detail/${id}`)
  await expect(members(page)).toHaveCount(3)
  const size = page.getByRole('region', { name: 'จำนวนลูกค้าย้อนหลัง' })
  await expect(size).toContainText('ยอดซื้อ 12 เดือน 6,850 บาท')
  await expect(size).not.toContainText('LINE')
  const heads = page.getByRole('table', { name: 'อยู่ในเซกเมนต์' }).getByRole('columnheader')
  const sorted = async (column: string, names: string[]) => {
    await heads.filter({ hasText: column }).getByRole('button').click()
    await expect(members(page)).toContainText(names)
  }
  await sorted('ยอดซื้อ 12 เดือน', ['น้ำฝน', 'กี่', 'ญาดา'])
  await sorted('ยอดซื้อ 12 เดือน', ['ญาดา', 'กี่', 'น้ำฝน'])
  await sorted('ซื้อล่าสุด', ['กี่', 'ญาดา', 'น้ำฝน'])
  await expect(page).toHaveURL(/sort=bought_at/)
  await page.getByRole('button', { name: `ดูเหตุผลของ ญาดา ${family}` }).click()
  const why = page.getByRole('complementary', { name: 'เหตุผล' })
  await expect(why).toContainText('3 ครั้ง · รวม 4,870.00 บาท')
  const bought = why.getByRole('list', { name: 'การซื้อล่าสุด' }).getByRole('listitem')
  await expect(bought).toHaveText([
    `${shown(-2)}ผ้าฝ้ายทอมือ1,580.00`,
    `${shown(-20)}ผ้าฝ้ายทอมือ1,000.00`,
    `${shown(-43)}ผ้าฝ้ายทอมือ2,290.00`,
  ])
  await expect(why).toContainText(`ถ้าข้อมูลไม่เปลี่ยน จะออกจากเซกเมนต์วันที่ ${shown(89)}`)
  await page.setViewportSize({ width: 390, height: 844 })
})

test('staff without the right to sensitive values see the members once the owner shows them to everyone', {
  tag: '@verify',
}, async ({ page, browser, request }) => {
  const calls = callsOf(request)
  const name = freshName('มะปราง')
  const fields = [
    { id: 1, value: name },
    { id: 19, value: 45_000 },
  ]
  const { id: member } = await calls.post('/profile', { fields })
  const rules = [{ kind: 'profile', field_id: 19, operator: 'gte', value: 30_000 }]
  const segment = await calls.post('/label', {
    ...{ name: freshName('รายได้สูง'), color: 'teal', type: 'advanced' },
    segment_rule: {
      auto_apply_enabled: true,
      filter: { profile_created_at: null, reference_label_ids: [] },
      target: { condition: 'and', groups: [{ condition: 'and', rules }] },
    },
  })
  await calls.calculated(segment.id as number)
  const permissions = ['cdp-core.profile.read', 'cdp-core.label.read']
  const role = await calls.post(`/stores/${calls.store}/roles`, { name: freshName('Counter'), permissions })
  const email = `${freshName('clerk').replace(' ', '.')}@example.com`
  const { link } = await calls.post('/stores/invitations', { email, role_id: role.id })
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const clerk = await context.newPage()
  await clerk.goto(String(link))
  await clerk.getByLabel('ชื่อ', { exact: true }).fill('มาลี')
  await clerk.getByLabel('นามสกุล').fill('ใจดี')
  await clerk.getByLabel('รหัสผ่าน', { exact: true }).fill('ลมหนาว พัดผ่าน ทุ่งข้าว')
  await clerk.getByRole('button', { name: 'สร้างบัญชีและเข้าร้าน' }).click()
  await clerk.waitForURL(/\/\d+\/./)

  const screen = `segmentation/detail/${segment.id}`
  await clerk.goto(screen)
  await expect(clerk.getByRole('heading', { name: 'สมาชิกของเซกเมนต์นี้ปิดบังไว้' })).toBeVisible()
  await expect(clerk.getByRole('region', { name: 'จำนวนลูกค้าย้อนหลัง' })).toContainText('1 ราย')
  await expect(clerk.getByText('ลูกค้าที่ รายได้')).toBeVisible()
  await expect(clerk.getByText(name)).toHaveCount(0)
  await clerk.goto(`profile-detail/${member}`)
  await expect(clerk.getByRole('heading', { name })).toBeVisible()
  const badge = clerk.getByText(String(segment.name))
  await expect(badge).toHaveCount(0)

  const { whole } = await readyToLook(page)
  await page.goto(screen)
  const everyone = page.getByRole('switch', { name: 'ให้ทุกคนเห็นสมาชิก' })
  await everyone.press('Space')
  await expect(everyone).toBeChecked()
  await expect(page.getByText('แต่เจ้าของร้านให้ทุกคนเห็นสมาชิก')).toBeVisible()
  await whole()
  expect(await look(page, 'th')).toEqual([])
  await clerk.reload()
  await expect(badge.filter({ visible: true }).first()).toBeVisible()
  await clerk.goto(screen)
  await expect(members(clerk)).toContainText([name])
})
