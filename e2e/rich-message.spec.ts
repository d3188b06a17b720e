import type { Page } from '@playwright/test'
import { couponRequest } from '@ruam/contract/broadcasts/coupon-request.ts'
import pg from 'pg'
import { addCoupon } from '../tools/line/coupon-calls.ts'
import { addChannel, addFriend, type Channel, type Coupon } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { openPart } from './composer.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'
import { richPicture } from './rich-picture.ts'

let channel: Channel
let coupon: Coupon

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, server, line, store }) => {
  channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang', quota: 15_000 })
  coupon = addCoupon(line.state, channel.id, { title: 'ลด 30 บาท ดริปแบ็ก' })
  const calls = callsOf(request)
  const account = await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  await calls.post('/privacy/purpose', { name: 'ข่าวสารของร้าน', description: '' })
  const { testers: _, updated_at, ...settings } = await calls.get('/broadcast/setting')
  await calls.put('/broadcast/setting', { ...settings, tester_ids: [], quiet_hours: null, origin_time: updated_at })
  const db = new pg.Client(server.database)
  await db.connect()
  const { userId } = addFriend(channel)
  await db.query(
    `with made as (insert into profile (store_id, first_name) values ($1, 'ญาดา') returning id)
     insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select $1, 'lineOA', $2, $3, id, 'friend', now() from made`,
    [store.id, account.id, userId],
  )
  await db.end()
})

async function upload(page: Page, height?: number) {
  const buffer = await richPicture(height)
  await page.locator('input[type=file]').setInputFiles({ name: 'ดริปแบ็ก.png', mimeType: 'image/png', buffer })
}

for (const { width, height, verify } of [
  { width: 1366, height: 900, verify: [] },
  { width: 390, height: 844, verify: ['@verify'] },
]) {
  test(`a rich message gets a picture, a layout and its links, and is sent as it was tried, at ${width} px`, {
    tag: verify,
  }, async ({ page, line }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height })
    const { errors, whole } = await readyToLook(page)
    const picture = async (name: string) => {
      await whole()
      const { PICTURES } = process.env
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/rich-${width}-${name}.png`, fullPage: true })
      expect(await look(page, 'th')).toEqual([])
    }
    await page.goto('broadcast/create')
    await page.getByLabel('ชื่อบรอดแคสต์').fill(`ดริปแบ็กฤดูหนาว ${width}`)
    await page.getByLabel('ส่งจากบัญชี').selectOption({ label: 'กาแฟดอยหลวง @doiluang' })
    await openPart(page, 'เวลาและความปลอดภัย')
    await page.getByLabel('วัตถุประสงค์ที่ลูกค้ายินยอม').selectOption({ label: 'ข่าวสารของร้าน' })
    await openPart(page, 'ข้อความ')
    await page.getByRole('button', { name: 'ริชเมสเสจ', exact: true }).click()
    await page.getByRole('button', { name: 'เลือกรูปและวาดพื้นที่กด' }).click()
    await expect(page.getByRole('heading', { name: /^ริชเมสเสจ/ })).toBeFocused()
    await expect(page.getByText('กรุณากรอก')).toHaveCount(0)
    await picture('1-empty')

    // A layout on a picture of another shape says which one it needs.
    await upload(page, 700)
    await expect(page.getByText('1,040 × 700 พิกเซล')).toBeVisible()
    await page.getByRole('button', { name: 'บนหนึ่ง ล่างสอง' }).click()
    await expect(page.getByText('แบบที่เลือกใช้กับรูปจัตุรัส 1,040 × 1,040 พิกเซล รูปนี้ 1,040 × 700 พิกเซล')).toBeVisible()
    await upload(page)
    await expect(page.getByText('1,040 × 1,040 พิกเซล', { exact: true })).toBeVisible()

    // Areas move by mouse and by key, and never over each other.
    const area = (letter: string) => page.getByRole('button', { name: new RegExp(`^พื้นที่ ${letter} · `) })
    await expect(area('C')).toHaveAccessibleName('พื้นที่ C · กว้าง 520 สูง 347 พิกเซล')
    await area('C').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowUp')
    await expect(area('C')).toHaveAccessibleName('พื้นที่ C · กว้าง 519 สูง 346 พิกเซล')
    await page.keyboard.press('ArrowRight')
    const before = (await area('C').boundingBox())!
    await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
    await page.mouse.down()
    await page.mouse.move(before.x - 200, before.y - 200, { steps: 4 })
    await page.mouse.up()
    const after = (await area('C').boundingBox())!
    expect(Math.abs(after.x - before.x)).toBeLessThan(3)

    // An area is deleted, and drawn by dragging across the picture.
    await page.getByRole('button', { name: 'ลบพื้นที่ C' }).click()
    await page.getByRole('button', { name: 'วาดพื้นที่เอง' }).click()
    await area('B').scrollIntoViewIfNeeded()
    const { x, y, width: across, height: down } = (await area('B').boundingBox())!
    await page.mouse.move(x + across * 1.2, y + down * 0.2)
    await page.mouse.down()
    await page.mouse.move(x + across * 3, y + down * 0.9, { steps: 4 })
    await page.mouse.up()
    await expect(area('C')).toHaveAttribute('aria-pressed', 'true')

    await page.getByLabel('ชื่อพื้นที่ A').fill('รูปใหญ่')
    await page.getByLabel('ลิงก์ของพื้นที่ A').fill('http://doiluang.example/drip')
    await expect(page.getByText('ต้องขึ้นต้นด้วย https://')).toBeVisible()
    await page.getByLabel('ลิงก์ของพื้นที่ A').fill('https://doiluang.example/drip')
    await page.getByRole('radiogroup', { name: 'พื้นที่ B ทำอะไร' }).getByText('ข้อความ').click()
    await page.getByLabel('ข้อความที่ลูกค้าส่งเมื่อแตะพื้นที่ B').fill('สั่งดริปแบ็ก')
    await page.getByRole('radiogroup', { name: 'พื้นที่ C ทำอะไร' }).getByText('คูปอง').click()
    await page.getByRole('button', { name: 'เลือกคูปอง' }).click()
    await page.getByRole('radio', { name: coupon.title }).check()
    await page.getByRole('button', { name: 'ใช้คูปองนี้' }).click()
    await expect(page.getByText(`แตะแล้วส่งคำว่า “${couponRequest(coupon.title)}”`)).toBeVisible()
    await page.getByLabel('ข้อความแทนรูป').fill('ดริปแบ็กฤดูหนาวมาแล้ว')
    await expect(page.getByText('21 / 1,500')).toBeVisible()
    await page.getByRole('button', { name: 'ลองแตะพื้นที่ A รูปใหญ่' }).click()
    await expect(page.getByText('ลองแตะ A แล้ว: เปิด https://doiluang.example/drip')).toBeVisible()
    const phone = page.getByRole('region', { name: 'ที่ลูกค้าจะเห็น' })
    await page.getByRole('button', { name: /^ลองแตะพื้นที่ B/ }).click()
    await expect(phone.getByText('สั่งดริปแบ็ก')).toBeVisible()
    await page.getByRole('button', { name: /^ลองแตะพื้นที่ C/ }).click()
    await expect(phone.getByText(couponRequest(coupon.title))).toBeVisible()
    await expect(page.getByText('ลองแตะ C แล้ว: ได้คูปอง')).toBeVisible()
    await picture('2-filled')

    await page.getByRole('button', { name: 'เสร็จแล้ว' }).click()
    await expect(page.getByRole('button', { name: 'แก้ไขรูปและพื้นที่กด' })).toBeFocused()
    await expect(page.getByText('ดริปแบ็กฤดูหนาวมาแล้ว · 3 พื้นที่กด')).toBeVisible()
    await picture('3-composer')
    await openPart(page, 'วัดผล')
    await expect(page.getByRole('list', { name: 'ลิงก์ในข้อความ' }).getByRole('listitem')).toHaveCount(1)

    await page.getByRole('button', { name: 'ส่งถึง 1 ราย' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'ส่ง', exact: true }).click()
    await expect(page.getByText('ส่งแล้ว 1 จาก 1 ราย')).toBeVisible({ timeout: 30_000 })
    const id = /detail\/(\d+)/.exec(page.url())![1]
    const [got] = line.state.accepted.filter(({ unit, channelId }) => unit === `ruam_${id}` && channelId === channel.id)
    expect(got!.message).toMatchObject({
      type: 'imagemap',
      altText: 'ดริปแบ็กฤดูหนาวมาแล้ว',
      baseSize: { width: 1040, height: 1040 },
      actions: [
        { type: 'uri', label: 'รูปใหญ่', area: { x: 0, y: 0, width: 1040, height: 693 } },
        { type: 'message', text: 'สั่งดริปแบ็ก', area: { x: 0, y: 693, width: 520, height: 347 } },
        { type: 'message', text: couponRequest(coupon.title) },
      ],
    })
    // The account answers a tap with the coupon, and the other text not at all.
    const replies = () => line.state.replies.filter(({ channelId }) => channelId === channel.id)
    const answered = replies().length
    for (const text of ['สั่งดริปแบ็ก', couponRequest(coupon.title)])
      await fetch(`${line.url}/_control/channels/${channel.id}/act`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userId: got!.userId, act: 'message', text }),
      })
    await expect
      .poll(() =>
        replies()
          .slice(answered)
          .map(({ messages }) => messages),
      )
      .toEqual([[{ type: 'coupon', couponId: coupon.couponId }]])
    await picture('4-sent')
    expect(errors).toEqual([])
  })
}

for (const { width, height } of [
  { width: 1366, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`the editor of a rich message is whole in English, in the dark, at ${width} px`, { tag: '@verify' }, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.addInitScript(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))
    const { errors, whole } = await readyToLook(page)
    const area = { x: 0, y: 0, width: 500, height: 400, label: 'Shop', type: 'uri', value: 'https://doiluang.example' }
    const { id } = await callsOf(request).post('/broadcast', {
      name: `Drip bags ${width}`,
      messages: [
        {
          ...{ type: 'imagemap', name: null, height: null, alt_text: '', template: null },
          areas: [area, { ...area, x: 600, type: 'message', value: 'Book' }, { ...area, y: 500, type: 'none' }],
        },
      ],
    })
    await page.goto(`broadcast/edit/${id}`)
    if (width < 700) await page.getByRole('button', { name: /^Messages: / }).click()
    await page.getByRole('button', { name: 'Choose a picture and its areas' }).click()
    await page.getByRole('button', { name: 'Try tapping area B Shop' }).click()
    await whole()
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/rich-en-${width}.png`, fullPage: true })
    expect(await look(page, 'en', true)).toEqual([])
    // A keyboard draws an area where there is room.
    await page.getByRole('button', { name: 'Draw an area' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^Area D · 260 × 260/ })).toHaveAttribute('aria-pressed', 'true')
    expect(errors).toEqual([])
  })
}
