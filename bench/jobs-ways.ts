import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import type { Hand } from './jobs-hand.ts'
import { BIRTHDAYS, phoneOf, SEGMENT, type Shop, VIEW, VIPS_WITHOUT_PHONE } from './jobs-shop.ts'
import { owner } from './product.ts'

export interface Job {
  name: string
  /** Opens the page of the person whose job it is, with what the job needs. `end` undoes what it did. */
  prepare(shop: Shop, round: number): Promise<{ page: Page; end?: () => Promise<unknown> }>
  /** Returns a remark. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most jobs return nothing
  run(hand: Hand, shop: Shop, round: number): Promise<string | void>
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const asOwner = async (shop: Shop) => ({ page: await shop.open(owner.email) })
/** A customer of a round with a phone of their own. */
const digitsOf = (round: number) => phoneOf(40 + round).slice(-4)
const clerks = new Map<Shop, Promise<{ email: string }>>()
const clerkOf = (shop: Shop) => {
  const clerk = clerks.get(shop) ?? shop.join('service staff', 'สุดา')
  clerks.set(shop, clerk)
  return clerk
}

const visit: Job = {
  name: 'last 4 digits and a visit, on a phone',
  prepare: async (shop) => ({ page: await shop.open((await clerkOf(shop)).email, phone) }),
  async run(hand, { has }, round) {
    if (has.counter) {
      await hand.click(hand.page.getByRole('textbox', { name: 'ค้นหาลูกค้าที่หน้าร้าน' }))
      await hand.type(digitsOf(round))
      await hand.click(hand.page.getByRole('article', { name: 'การ์ดลูกค้า' }).getByRole('button', { name: 'มาที่ร้าน' }))
    } else {
      await hand.click(hand.button('ค้นหา ไปที่…'))
      await hand.type(digitsOf(round))
      await hand.click(hand.page.getByRole('option', { name: /ใจดี/ }))
      await hand.click(hand.button('มาที่ร้าน: บันทึกทันที'))
    }
    await hand.text(/บันทึก “มาที่ร้าน”.* แล้ว/)
  },
}

const visitByKeys: Job = {
  name: 'last 4 digits and a visit, by keys',
  prepare: async (shop) => ({ page: await shop.open((await clerkOf(shop)).email) }),
  async run(hand, { has }, round) {
    if (has.counter) {
      await hand.type(digitsOf(round + 5))
      await hand.page.getByRole('article', { name: 'การ์ดลูกค้า' }).getByRole('button', { name: 'มาที่ร้าน' }).waitFor()
    } else {
      await hand.press('/')
      await hand.type(digitsOf(round + 5))
      await hand.page.getByRole('option', { name: 'บันทึกว่ามาที่ร้าน' }).waitFor()
      await hand.press('Tab')
    }
    await hand.press('Enter')
    await hand.text(/บันทึก “มาที่ร้าน”.* แล้ว/)
  },
}

const surname: Job = {
  name: 'a surname corrected',
  prepare: asOwner,
  async run(hand, _, round) {
    await hand.search(phoneOf(30 + round).slice(-4))
    await hand.page.getByRole('option', { name: /ใจดี/ }).waitFor()
    await hand.press('Enter')
    await hand.click(hand.page.locator('h2 [role=button]'))
    await hand.click(hand.page.getByLabel('นามสกุล', { exact: true }))
    await hand.press('Control+a')
    await hand.type('ใจงาม')
    await hand.press('Enter')
    await hand.page.getByRole('heading', { name: /ใจงาม/ }).waitFor()
  },
}

const vip: Job = {
  name: 'VIPs without a phone',
  prepare: asOwner,
  async run(hand) {
    await hand.click(hand.menu('รายชื่อลูกค้า'))
    await hand.click(hand.page.getByRole('button', { name: 'ตัวกรอง', exact: true }))
    const panel = hand.page.locator('[popover]:popover-open')
    await hand.click(panel.getByRole('button', { name: 'ป้ายกำกับหรือเซกเมนต์' }))
    await hand.click(panel.getByRole('checkbox', { name: 'VIP' }))
    await hand.click(panel.getByRole('button', { name: /^เบอร์โทร(ศัพท์)?$/ }))
    await hand.click(panel.getByText('ไม่มี', { exact: true }))
    await hand.press('Escape')
    await hand.text(`${VIPS_WITHOUT_PHONE} ราย`)
  },
}

const exported: Job = {
  name: 'a view exported in its order',
  prepare: asOwner,
  async run(hand) {
    await hand.click(hand.menu('รายชื่อลูกค้า'))
    await hand.click(hand.page.getByRole('navigation', { name: 'มุมมอง' }).getByRole('link', { name: VIEW }))
    const rows = hand.page.locator('tbody tr[data-key]')
    await hand.click(hand.page.getByRole('button', { name: 'ส่งออก', exact: true }))
    await hand.click(hand.dialog().getByRole('radio', { name: /^CSV/ }))
    const download = hand.page.waitForEvent('download')
    await hand.click(hand.dialog().getByRole('button', { name: /^ส่งออก \d+ ราย/ }))
    const file = await download
    const firstNames = (await rows.locator('td a').allTextContents()).map((name) => name.trim())
    const text = await readFile((await file.path())!, 'utf8')
    const places = firstNames.slice(0, 10).map((name) => text.search(new RegExp(`(^|,)"?${name}"?,`, 'm')))
    const kept = places.every((place, n) => n === 0 || place > places[n - 1]!)
    return `${kept ? 'in the order of the list' : 'in another order'}, as ${file.suggestedFilename()}`
  },
}

const birthdays: Job = {
  name: 'ten birthdays worked off',
  async prepare(shop, round) {
    if (!shop.has.workLists) {
      await shop.call('POST', '/label', { name: `โทรแล้ว ${round}`, color: 'teal', type: 'general' })
      return asOwner(shop)
    }
    const profile_ids = shop.ids.slice(-BIRTHDAYS)
    const end = () => shop.call('POST', '/work-list', { kind: 'birthdays', profile_ids, done: false })
    return { ...(await asOwner(shop)), end }
  },
  async run(hand, { has }, round) {
    await hand.click(hand.page.getByRole('region', { name: 'ควรจัดการ' }).getByRole('link', { name: /^วันเกิดใน 7 วัน/ }))
    if (has.workLists) {
      await hand.click(hand.page.getByRole('checkbox', { name: 'เลือกทุกรายในหน้านี้' }))
      await hand.click(hand.button(`เสร็จ ${BIRTHDAYS}`))
      await hand.text(`เสร็จแล้ว ${BIRTHDAYS} เหลือ 0`)
      return 'they leave the list'
    }
    await hand.click(hand.page.getByRole('checkbox', { name: 'เลือกทั้งหน้านี้' }))
    await hand.click(hand.button('เพิ่มป้ายกำกับ'))
    const label = `โทรแล้ว ${round}`
    await hand.click(hand.dialog().getByRole('combobox').or(hand.dialog().getByRole('textbox')).first())
    await hand.click(hand.page.getByRole('option', { name: label, exact: true }))
    await hand.click(hand.dialog().getByRole('button', { name: `เพิ่มให้ ${BIRTHDAYS} ราย` }))
    await hand.page
      .locator('tbody')
      .getByText(label)
      .nth(BIRTHDAYS - 1)
      .waitFor()
    return 'a label; they stay in the list'
  },
}

const right: Job = {
  name: 'a right taken away, and what goes with it',
  async prepare(shop, round) {
    const permissions = ['read', 'edit', 'merge', 'delete', 'download'].map((act) => `cdp-core.profile.${act}`)
    await shop.call('POST', '/stores/1/roles', { name: `ทีมขาย ${round}`, permissions })
    return asOwner(shop)
  },
  async run(hand, { has }, round) {
    await hand.click(hand.menu('บทบาทและสิทธิ์ผู้ใช้'))
    await hand.click(hand.page.getByRole('link', { name: `ทีมขาย ${round}` }))
    await hand.click(hand.page.getByLabel(/^ดู: (ข้อมูลลูกค้า|โปรไฟล์ลูกค้า)$/))
    if (has.counter) await hand.page.getByRole('status').filter({ hasText: 'จะหายไป' }).waitFor()
    await hand.click(hand.button('บันทึก'))
    await hand.page.waitForURL(/role-permission$/)
    if (has.counter) return 'named before the save'
    await hand.search('ประวัติการ')
    await hand.page.getByRole('option', { name: /ประวัติการใช้งาน/ }).waitFor()
    await hand.press('Enter')
    await hand.page
      .locator('main li')
      .filter({ hasText: `แก้ไขบทบาท ทีมขาย ${round}` })
      .first()
      .waitFor()
    return 'read in the audit log after it'
  },
}

const colleague: Job = {
  name: 'a colleague with keys removed',
  async prepare(shop, round) {
    const { call } = await shop.join('manager', `ลาออก${round}`)
    for (const name of [`POS ${round}`, `เว็บ ${round}`])
      await call('POST', '/apikey', { name, scopes: ['profile:read'] })
    return asOwner(shop)
  },
  async run(hand, _, round) {
    await hand.click(hand.menu('จัดการผู้ใช้'))
    await hand.click(hand.button(new RegExp(`^ตัวเลือกของ ลาออก${round}`)))
    await hand.click(hand.button('นำออกจากร้าน'))
    await hand
      .dialog()
      .getByRole('checkbox', { name: `POS ${round}` })
      .waitFor()
    await hand.click(hand.dialog().getByRole('button', { name: 'นำออกจากร้าน' }))
    await hand.page.getByRole('row', { name: new RegExp(`ลาออก${round}`) }).waitFor({ state: 'detached' })
  },
}

const exporter: Job = {
  name: 'who exported',
  prepare: asOwner,
  async run(hand) {
    await hand.search('ประวัติการ')
    await hand.page.getByRole('option', { name: /ประวัติการใช้งาน/ }).waitFor()
    await hand.press('Enter')
    await hand.click(hand.button(/หมวด|เรื่อง/))
    await hand.click(hand.page.getByRole('checkbox', { name: /ส่งออก/ }))
    await hand.page.locator('main li').filter({ hasText: 'ส่งออก' }).first().waitFor()
    await hand.page.locator('main li').filter({ hasText: 'เข้าสู่ระบบ' }).first().waitFor({ state: 'detached' })
    return `${await hand.page.locator('main li').filter({ hasText: 'ส่งออก' }).count()} lines`
  },
}

const items: Job = {
  name: '1,000 failed items of three causes replayed',
  async prepare(shop, round) {
    await failItems(shop, `เครื่อง POS ${round}`, 100 + round)
    return asOwner(shop)
  },
  async run(hand, _, round) {
    const { page } = hand
    const programs = hand.menu('โปรแกรม')
    await hand.click((await programs.count()) > 0 ? programs : hand.menu('รายการแหล่งข้อมูล'))
    await hand.click(page.getByRole('link', { name: 'ตัวเชื่อม' }))
    await hand.click(page.getByRole('link', { name: `เครื่อง POS ${round}` }))
    await hand.click(page.getByRole('navigation', { name: 'ส่วนของตัวเชื่อม' }).getByRole('link', { name: /^ผิดพลาด/ }))
    const groups = page.getByRole('region', { name: /ผิดพลาด/ }).locator('ul > li')
    await groups.first().waitFor()
    const causes = await groups.count()
    const replay = hand.button(/^(ประมวลผลอีกครั้ง|ส่งซ้ำ)ทั้งหมด$/)
    if ((await hand.button('ดูและแก้ค่า').count()) === 0) {
      await hand.click(replay)
      await hand.text(/1,000 รายการ/)
      return `${causes} groups; no value can be corrected, all fail again`
    }
    for (const path of ['phone', 'email', 'born']) {
      const group = groups.filter({ hasText: path })
      await hand.click(group.getByRole('button', { name: 'ดูและแก้ค่า' }))
      if (path === 'born') {
        await hand.click(group.getByLabel('ค้นหา'))
        await hand.type('ราว ')
        await hand.press('Enter')
      } else await hand.click(group.getByRole('button', { name: 'ใช้คำแนะนำทั้งกลุ่ม' }))
      await hand.text(`แก้แล้ว ${path === 'phone' ? 400 : 300} รายการ`)
      await hand.click(group.getByRole('button', { name: /^ซ่อน/ }))
    }
    await hand.click(replay)
    await hand.text('ไม่มีรายการรอแก้ไข')
    return `${causes} groups, all corrected`
  },
}

/** Sends 1,000 items that a connector cannot read: phones with letters, e-mails without @, dates with a word. */
async function failItems({ call, address }: Shop, name: string, block: number): Promise<void> {
  const example = { phone: '0815550800', email: 'a@example.com', born: '05/03/2530' }
  const { id, url } = await call('POST', '/datasource-connector', { name, example })
  const row = (no: string, destination_id: number) => ({
    ...{ source_schema_id: no, destination_id, destination_type: 'system_profile' },
  })
  const mapping = [row('1', 9), row('2', 11), row('3', 8)]
  const match = { keys: [9], mode: 'both' }
  await call('PUT', `/datasource-connector/${id}/mapping`, { mapping, match, unreadable_cells: 'fail' })
  const { key } = await call('POST', '/apikey', { name, scopes: ['event:write'] })
  const two = (digits: number) => String(digits + 1).padStart(2, '0')
  const day = (n: number) => `${two(n % 28)}/${two(Math.floor(n / 28) % 12)}/2530`
  const sent = Array.from({ length: 1000 }, (_, n) => {
    const no = String(n).padStart(4, '0')
    return {
      phone: n < 400 ? `08l${block}O${no.slice(1)}` : `08${block}5${no}`,
      email: n >= 400 && n < 700 ? `c${block}${no}.gmail.com` : `c${block}${no}@example.com`,
      born: n >= 700 ? `ราว ${day(n - 700)}` : day(n),
    }
  })
  const reply = await fetch(String(url).replace(/^https?:\/\/[^/]+/, address), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ items: sent }),
  })
  if (!reply.ok) throw new Error(`The items were answered with ${reply.status}: ${await reply.text()}`)
  while ((await call('GET', `/datasource-connector/${id}/dead-letters?limit=1`)).total !== sent.length)
    await new Promise((resolve) => setTimeout(resolve, 200))
}

const broadcast: Job = {
  name: 'a segment to a broadcast',
  prepare: asOwner,
  async run(hand, { has }) {
    if (has.workLists) {
      await hand.search(SEGMENT.slice(0, 7))
      await hand.page.getByRole('option', { name: new RegExp(SEGMENT) }).waitFor()
      await hand.press('Enter')
      await hand.click(hand.button('ส่งบรอดแคสต์'))
    } else {
      await hand.click(hand.menu('สร้างบรอดแคสต์'))
      await hand.choose(hand.page.getByLabel('ส่งถึงใคร'), 'เซกเมนต์และป้ายกำกับ')
      await hand.click(hand.page.getByRole('combobox', { name: 'ส่งถึง', exact: true }))
      await hand.click(hand.page.getByRole('option', { name: SEGMENT }))
    }
    await hand.text(/ส่งถึงได้ 12 จาก 12 ราย/)
  },
}

export const jobs: readonly Job[] = [
  ...[visit, visitByKeys, surname, vip, exported, birthdays, right, colleague, exporter, items, broadcast],
]
