import type { Page } from '@playwright/test'
import { paintedPicture } from '../server/testing/broadcasts/picture.testing.ts'
import { newSound, newVideo } from '../server/testing/broadcasts/recording.testing.ts'
import { addCoupon } from '../tools/line/coupon-calls.ts'
import { addChannel, type Channel } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

let channel: Channel

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ request, line }) => {
  channel = addChannel(line.state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang', quota: 15_000 })
  const calls = callsOf(request)
  await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  await calls.post('/privacy/purpose', { name: 'ข่าวสารของร้าน', description: '' })
  await calls.post('/broadcast/location', {
    title: 'สาขานิมมาน',
    address: 'ถนนนิมมานเหมินท์ เชียงใหม่',
    latitude: 18.7961,
    longitude: 98.9793,
  })
  addCoupon(line.state, channel.id, { title: 'ลด 30 บาท ดริปแบ็ก' })
})

/** Records a coloured canvas: a video that this browser plays. */
const recorded = (page: Page): Promise<Buffer> =>
  page
    .evaluate(async () => {
      const canvas = document.createElement('canvas')
      canvas.width = 320
      canvas.height = 240
      const paint = canvas.getContext('2d')!
      const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/mp4' })
      const parts: Blob[] = []
      recorder.ondataavailable = ({ data }) => parts.push(data)
      const stopped = new Promise((resolve) => {
        recorder.onstop = resolve
      })
      recorder.start()
      for (let frame = 0; frame < 30; frame++) {
        paint.fillStyle = `hsl(${frame * 12} 80% 50%)`
        paint.fillRect(0, 0, 320, 240)
        await new Promise(requestAnimationFrame)
      }
      recorder.stop()
      await stopped
      return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
    })
    .then((bytes) => Buffer.from(bytes))

const picture = async (page: Page, name: string) => {
  if (!process.env.PICTURES) return
  await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
}

for (const { width, height, verify } of [
  { width: 1366, height: 900, verify: [] },
  { width: 390, height: 844, verify: ['@verify'] },
]) {
  const message = (page: Page, place: number) => page.locator(`[data-message="${place}"]`)
  const add = async (page: Page, kind: string) => {
    const another = page.getByRole('button', { name: 'เพิ่มข้อความ' })
    if (await another.isVisible()) await another.click()
    await page.getByRole('button', { name: kind, exact: true }).click()
  }
  const open = async (page: Page) => {
    await page.setViewportSize({ width, height })
    const looked = await readyToLook(page)
    await page.goto('broadcast/create')
    await page.getByLabel('ส่งจากบัญชี').selectOption({ label: 'กาแฟดอยหลวง @doiluang' })
    // On a phone one part is open at a time.
    if (width < 500) await page.locator('[data-part="messages"] h2 button').click()
    return looked
  }

  test(`a sticker, a location and a coupon are chosen from lists, at ${width} px`, { tag: verify }, async ({
    page,
    line,
  }) => {
    const { errors, whole } = await open(page)
    await add(page, 'สติกเกอร์')
    await message(page, 0).getByRole('button', { name: 'เลือกสติกเกอร์' }).click()
    const stickers = page.getByRole('dialog', { name: 'สติกเกอร์ที่ LINE ให้ส่งได้' })
    await stickers.getByLabel('ชุดสติกเกอร์').selectOption({ label: 'Sally: Special Edition' })
    await stickers.getByRole('radio', { name: 'สติกเกอร์ 10855' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(stickers.getByRole('radio', { name: 'สติกเกอร์ 10856' })).toBeChecked()
    await whole()
    await picture(page, `stickers-${width}`)
    expect(await look(page, 'th')).toEqual([])
    await stickers.getByRole('button', { name: 'ใช้สติกเกอร์นี้' }).click()
    await expect(message(page, 0).getByRole('img', { name: 'สติกเกอร์ 10856' })).toBeVisible()

    await add(page, 'สถานที่')
    await message(page, 1).getByLabel('สถานที่ที่บันทึกไว้').selectOption({ label: 'สาขานิมมาน' })
    await expect(message(page, 1).getByLabel('ละติจูด')).toHaveValue('18.7961')
    await message(page, 1).getByLabel('ลองจิจูด').fill('198')
    await expect(message(page, 1).getByText('ต้องเป็นตัวเลขตั้งแต่ -180 ถึง 180')).toBeVisible()
    await message(page, 1).getByLabel('ชื่อสถานที่').fill(`สาขาแม่ริม ${width}`)
    await expect(message(page, 1).getByRole('button', { name: 'บันทึกสถานที่' })).toBeDisabled()
    await message(page, 1).getByLabel('ละติจูด').focus()
    await message(page, 1)
      .getByLabel('ละติจูด')
      .evaluate((input) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', '18.9150, 98.9410')
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })
    await expect(message(page, 1).getByLabel('ลองจิจูด')).toHaveValue('98.941')
    await message(page, 1).getByRole('button', { name: 'บันทึกสถานที่' }).click()
    await expect(page.getByText('บันทึกสถานที่แล้ว')).toBeVisible()
    await message(page, 1).getByRole('button', { name: 'จัดการสถานที่' }).click()
    const places = page.getByRole('dialog', { name: 'สถานที่ที่บันทึกไว้' })
    await places.getByRole('button', { name: `เปลี่ยนชื่อ สาขาแม่ริม ${width}` }).click()
    await places.getByLabel(`ชื่อใหม่ของ สาขาแม่ริม ${width}`).fill(`สาขาแม่สา ${width}`)
    await places.getByRole('button', { name: 'บันทึก', exact: true }).click()
    await expect(places.getByText(`สาขาแม่สา ${width}`)).toBeVisible()
    await whole()
    await picture(page, `locations-${width}`)
    expect(await look(page, 'th')).toEqual([])
    await places.getByRole('button', { name: `ลบ สาขาแม่สา ${width}` }).click()
    await page
      .getByRole('dialog', { name: /ต้องการลบสถานที่/ })
      .getByRole('button', { name: 'ยืนยัน' })
      .click()
    await expect(places.getByText(`สาขาแม่สา ${width}`)).toBeHidden()
    await page.keyboard.press('Escape')

    await add(page, 'คูปอง')
    await message(page, 2).getByRole('button', { name: 'เลือกคูปอง' }).click()
    const list = page.getByRole('dialog', { name: 'คูปองของบัญชี' })
    await expect(list.getByRole('radio', { name: 'ลด 30 บาท ดริปแบ็ก' })).toBeVisible()
    await whole()
    await picture(page, `coupons-${width}`)
    await list.getByRole('button', { name: 'สร้างคูปอง' }).click()
    const form = page.getByRole('dialog', { name: 'สร้างคูปอง' })
    await form.getByLabel('ชื่อคูปอง').fill(`แก้วที่สองครึ่งราคา ${width}`)
    await form.getByLabel('คูปองนี้ให้อะไร').selectOption({ label: 'ลดเป็นเปอร์เซ็นต์' })
    await form.getByLabel('เปอร์เซ็นต์').fill('50')
    await whole()
    await picture(page, `coupon-form-${width}`)
    expect(await look(page, 'th')).toEqual([])
    await form.getByRole('button', { name: 'สร้างคูปอง' }).click()
    await expect(message(page, 2).getByText(`แก้วที่สองครึ่งราคา ${width}`)).toBeVisible()
    await expect(message(page, 2).getByText(/^ใช้ได้ถึง \d+ \/ \d+ \/ \d+$/)).toBeVisible()
    expect(line.state.coupons.at(-1)).toMatchObject({
      channelId: channel.id,
      reward: { type: 'discount', priceInfo: { type: 'percentage', percentage: 50 } },
    })
    await whole()
    await picture(page, `chosen-${width}`)
    expect(await look(page, 'th')).toEqual([])
    expect(errors).toEqual([])
  })

  test(`a video gets a frame as its picture, and a sound plays, at ${width} px`, { tag: verify }, async ({ page }) => {
    const { errors, whole } = await open(page)
    await add(page, 'วิดีโอ')
    const video = message(page, 0)
    const choose = async (buffer: Buffer) =>
      video.locator('input[type=file]').first().setInputFiles({ name: 'ร้าน.mp4', mimeType: 'video/mp4', buffer })
    await choose(newVideo({ seconds: 1200 }))
    await expect(video.getByText('ไฟล์นี้ยาว 20 นาที ส่งได้ไม่เกิน 10 นาที')).toBeVisible()
    await choose(Buffer.from('no video'))
    await expect(video.getByText('เปิดไฟล์นี้ไม่ได้ กรุณาใช้ไฟล์ MP4')).toBeVisible()
    // A browser that cannot play it takes no frame: the store chooses a picture.
    await choose(newVideo({ seconds: 5 }))
    await expect(video.getByText('กรุณาเลือกรูปก่อนเล่น').first()).toBeVisible()
    await video
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles({
        ...{ name: 'ปก.png', mimeType: 'image/png', buffer: await paintedPicture(320, 240) },
      })
    const poster = video.getByRole('img', { name: 'รูปก่อนเล่นของวิดีโอที่ 1' })
    await expect(poster).toBeVisible()
    const before = await poster.getAttribute('src')
    await choose(await recorded(page))
    await expect(poster).not.toHaveAttribute('src', before!)
    await expect(video.getByText('กรุณาเลือกรูปก่อนเล่น')).toBeHidden()

    await add(page, 'เสียง')
    const sound = message(page, 1)
    await sound.locator('input[type=file]').setInputFiles({
      ...{ name: 'สปอต.mp3', mimeType: 'audio/mpeg', buffer: newSound(5) },
    })
    const player = sound.locator('audio')
    await expect(player).toBeVisible()
    // The policy of the page lets it play, and the server answers its parts.
    await expect.poll(() => player.evaluate((one: HTMLAudioElement) => Math.round(one.duration))).toBe(5)
    await whole()
    await picture(page, `recordings-${width}`)
    expect(await look(page, 'th')).toEqual([])
    expect(errors.filter((error) => !/status of 400/.test(error))).toEqual([])
  })
}
