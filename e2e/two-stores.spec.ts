import type { Browser, Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { chooseFile } from './file-step.ts'
import { expect, freshName, test } from './watched.ts'

// Two stores and two people: what the one may see of the other, and what a person with fewer rights sees of the same screen.

const menu = (page: Page) => page.getByRole('navigation', { name: 'เมนู' })
const password = 'ลมหนาว พัดผ่าน ทุ่งข้าว'

/** A call as the person who is signed in on a page, in a store that was opened there. */
const callOn = (page: Page, store: number, path: string, body?: object) =>
  page.evaluate(
    async ([id, to, sent]) => {
      const kept = JSON.parse(localStorage.getItem(`ruam.store-data.${id}`)!) as { token: { token: string } }
      const headers = { authorization: `Bearer ${kept.token.token}`, 'content-type': 'application/json' }
      const reply = await fetch(`/api${to}`, { headers, ...(sent && { method: 'POST', body: JSON.stringify(sent) }) })
      return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
    },
    [store, path, body] as const,
  )

/** Opens a further store as its owner does; answers its id. */
async function openStore(page: Page, name: string): Promise<number> {
  await page.goto('/choose-store')
  await page.getByRole('button', { name: 'เปิดร้านเพิ่ม' }).click()
  await page.getByRole('dialog').getByLabel('ชื่อร้าน').fill(name)
  await page.getByRole('button', { name: 'สร้าง', exact: true }).click()
  await page.getByRole('button', { name: 'ยอมรับข้อตกลง' }).click()
  await expect(page).toHaveURL(/\/\d+\/dashboard$/)
  return Number(/\/(\d+)\//.exec(page.url())![1])
}

/** A new person, who joins a store with these rights in a separate browser. */
async function join(page: Page, browser: Browser, store: number, permissions: string[]) {
  const role = await callOn(page, store, `/stores/${store}/roles`, { name: freshName('Role'), permissions })
  const email = `${freshName('p').replace(' ', '.')}@stores.example.com`
  const { body } = await callOn(page, store, '/stores/invitations', { email, role_id: role.body.id })
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const theirs = await context.newPage()
  await theirs.goto(String(body.link))
  await theirs.getByLabel('ชื่อ', { exact: true }).fill('Siriporn')
  await theirs.getByLabel('นามสกุล').fill('Tansakul')
  await theirs.getByLabel('รหัสผ่าน', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'สร้างบัญชีและเข้าร้าน' }).click()
  await theirs.waitForURL(new RegExp(`/${store}/.`))
  return { theirs, role: role.body as { id: number; updated_at: string } }
}

test('changing the store restarts its wizard, socket, exports and notifications, and shows nothing of the other', {
  tag: '@verify',
}, async ({ page, request, store }) => {
  const [here, name] = [freshName('Mali'), freshName('Branch')]
  await callsOf(request).post('/profile', { fields: [{ id: 1, value: here }] })
  const other = await openStore(page, name)
  const sockets: { closed: boolean; subjects: string }[] = []
  page.on('websocket', (socket) => {
    const seen = { closed: false, subjects: '' }
    sockets.push(seen)
    socket.on('framesent', ({ payload }) => {
      seen.subjects += String(payload)
    })
    socket.on('close', () => {
      seen.closed = true
    })
  })
  await page.goto('profile-list')
  await expect(page.getByRole('row', { name: new RegExp(here) })).toBeVisible()

  // Half-way through a file.
  sockets.splice(0)
  await page.goto('data-source/v2/import')
  await chooseFile(page, 'ชื่อ,เบอร์โทร\nมาลี,0812345010\n')
  await page.getByLabel('ชื่อแหล่งข้อมูล').fill(freshName('Half'))
  await expect(page.getByRole('columnheader', { name: 'เบอร์โทร' })).toBeVisible()
  await expect.poll(() => sockets.at(-1)?.subjects ?? '').toMatch(new RegExp(`SUB \\S*\\.${store.id}\\.`))
  const before = sockets.at(-1)!

  const asked: string[] = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname))
  await page.getByRole('banner').getByRole('button', { name: store.owner.email }).click()
  await page.getByText('เปลี่ยนร้าน', { exact: true }).click()
  const leaving = page.getByRole('dialog').getByRole('button', { name: /ออก|ไม่บันทึก|ทิ้ง/ })
  await expect(page.getByRole('heading', { name: 'เลือกร้าน' }).or(leaving).first()).toBeVisible()
  if (await leaving.isVisible()) await leaving.click()
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/${other}/dashboard$`))
  await expect.poll(() => sockets.at(-1)?.subjects ?? '').toMatch(new RegExp(`SUB \\S*\\.${other}\\.`))
  await expect.poll(() => [before.closed, sockets.at(-1)!.closed]).toEqual([true, false])
  await expect.poll(() => asked).toEqual(expect.arrayContaining(['/api/export', '/api/notification']))

  await page.goto(`/${other}/profile-list`)
  await expect(page.getByText('ยังไม่มีข้อมูลลูกค้า')).toBeVisible()
  await expect(page.getByText(here)).toHaveCount(0)
  await page.goto(`/${other}/data-source/v2/import`)
  await expect(page.getByLabel('ชื่อแหล่งข้อมูล')).toHaveValue('')
  await expect(page.getByRole('columnheader')).toHaveCount(0)
})

test('the address of a store does not open for members of another store, and shows them nothing of it', {
  tag: '@verify',
}, async ({ page, browser, request }) => {
  const here = freshName('Mali')
  const customer = await callsOf(request).post('/profile', { fields: [{ id: 1, value: here }] })
  const other = await openStore(page, freshName('Branch'))
  const { theirs } = await join(page, browser, other, ['cdp-core.profile.read'])
  for (const path of ['profile-list', `profile-detail/${customer.id}`, 'setting/store', 'dpa']) {
    await theirs.goto(path)
    await expect(theirs.getByText('ไม่พบหน้าที่ต้องการ').first()).toBeVisible()
    for (const said of [here, 'ร้านผ้าฝ้ายเชียงใหม่']) await expect(theirs.getByText(said)).toHaveCount(0)
  }
  // The customer's number in the address of their own store.
  await theirs.goto(`/${other}/profile-detail/${customer.id}`)
  await expect(theirs.getByText('ไม่พบ').first()).toBeVisible()
  await expect(theirs.getByText(here)).toHaveCount(0)
  await theirs.context().close()
})

test('a member of one store who cannot open others reads its name in the menu, and is offered no other', {
  tag: '@verify',
}, async ({ page, browser, store }) => {
  await page.goto('dashboard')
  const { theirs } = await join(page, browser, store.id, ['cdp-core.profile.read'])
  const opened = theirs.locator('[popover]:popover-open')
  await theirs
    .getByRole('banner')
    .getByRole('button', { name: /@stores.example.com/ })
    .click()
  await expect(opened.getByText('ออกจากระบบ')).toBeVisible()
  await expect(opened.getByText('ร้านผ้าฝ้ายเชียงใหม่')).toBeVisible()
  await expect(opened.getByText('เปลี่ยนร้าน')).toHaveCount(0)
  await theirs.keyboard.press('Escape')
  await theirs.keyboard.press('Control+k')
  await theirs.getByRole('dialog').getByRole('combobox').fill('ร้าน')
  await expect(theirs.getByRole('option', { name: 'เปลี่ยนร้าน' })).toHaveCount(0)
  await theirs.getByRole('dialog').getByRole('combobox').fill('ออกจาก')
  await expect(theirs.getByRole('option', { name: 'ออกจากระบบ' })).toBeVisible()
  await theirs.context().close()
  // An owner may open another one.
  await page.getByRole('banner').getByRole('button', { name: store.owner.email }).click()
  await expect(page.locator('[popover]:popover-open').getByText('เปลี่ยนร้าน')).toBeVisible()
})

test('a reader sees masked values, and nothing to change, export or delete', async ({
  page,
  browser,
  store,
  request,
}) => {
  const calls = callsOf(request)
  const fields = (await calls.get('/profile-field?limit=0')) as { data: { id: number; field_name: string }[] }
  const idOf = (name: string) => fields.data.find(({ field_name }) => field_name === name)!.id
  const name = freshName('Somsri')
  const customer = await calls.post('/profile', {
    fields: [
      { id: idOf('firstName'), value: name },
      { id: idOf('citizenId'), value: '1101700230708' },
      { id: idOf('income'), value: 54321 },
    ],
  })
  await page.goto('profile-list')
  const { theirs } = await join(page, browser, store.id, ['cdp-core.profile.read'])
  const told: string[] = []
  theirs.on('response', async (reply) => {
    if (reply.url().includes('/api/')) told.push(await reply.text().catch(() => ''))
  })
  const actions = ['เพิ่มลูกค้า', 'ส่งออก', 'แก้ไข', 'ลบ', 'เพิ่มป้ายกำกับ', 'เพิ่มโน้ต', 'เพิ่มกิจกรรม', 'แสดงเลขประจำตัวประชาชน']
  for (const path of ['profile-list', `profile-detail/${customer.id}`]) {
    await theirs.goto(path)
    await expect(theirs.getByText(name).filter({ visible: true }).first()).toBeVisible()
    for (const action of actions) await expect(theirs.getByRole('button', { name: action, exact: true })).toHaveCount(0)
    for (const action of actions) await expect(theirs.getByRole('link', { name: action, exact: true })).toHaveCount(0)
  }
  const line = theirs.locator('dl > div', { hasText: 'เลขประจำตัวประชาชน' }).filter({ visible: true })
  await expect(line.first()).toContainText('•••')
  await expect(menu(theirs).getByRole('link')).toHaveText(['ภาพรวม', 'รายชื่อลูกค้า'])
  await theirs.goto(`profile-edit/${customer.id}`)
  await expect(theirs.getByRole('heading', { name: 'ไม่มีสิทธิ์เข้าถึง' }).first()).toBeVisible()
  expect(told.filter((text) => /1101700230708|54321/.test(text))).toEqual([])
  await theirs.context().close()
})

test('a right that is lost in the middle of a wizard ends it with a sentence, and makes nothing', {
  tag: '@verify',
}, async ({ page, browser, store, request }) => {
  await page.goto('profile-list')
  const rights = ['cdp-core.datasource.read', 'cdp-core.datasource.create']
  const { theirs, role } = await join(page, browser, store.id, rights)
  const source = freshName('Lost')
  await theirs.goto('data-source/v2/import')
  await chooseFile(theirs, 'ชื่อ,เบอร์โทร\nมาลี,0812345010\n')
  await theirs.getByLabel('ชื่อแหล่งข้อมูล').fill(source)
  await expect(theirs.getByRole('columnheader', { name: 'เบอร์โทร' })).toBeVisible()
  const calls = callsOf(request)
  await calls.patch(`/stores/v2/${calls.store}/roles/${role.id}`, {
    permissions: ['cdp-core.datasource.read'],
    origin_time: role.updated_at,
  })
  await expect(theirs.getByRole('heading', { name: 'ไม่มีสิทธิ์เข้าถึง' }).first()).toBeVisible()
  const made = (await calls.get(`/datasource?keyword=${encodeURIComponent(source)}`)) as { total: number }
  expect(made.total).toBe(0)
  await theirs.context().close()
})
