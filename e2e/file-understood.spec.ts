import type { Page, TestInfo } from '@playwright/test'
import { chooseFile, openImport } from './file-step.ts'
import { expect, freshName, test } from './watched.ts'

const people = [
  ['คุณน้ำอ้อย กู้เกียรติ', '0624459087'],
  ['ร้านกาแฟริมปิง', '053248119'],
  ['สมชาย ทองคำ', '0898765478'],
  ['มะลิวรรณ ใจดี', '0812345612'],
  ['สุดา แก้วงาม', '0823334412'],
] as const
const goods = ['เมล็ดคั่วกลาง 250 ก.', 'แก้วเซรามิก', 'ดริปเปอร์'] as const

/** A day as tills in Thailand write it, so many days ago. */
function dayBefore(days: number): string {
  const day = new Date(Date.now() - days * 86_400_000)
  const [date, month] = [day.getUTCDate(), day.getUTCMonth() + 1].map((part) => String(part).padStart(2, '0'))
  return `${date}/${month}/${day.getUTCFullYear() + 543}`
}

/** A till's file of a year: bills of one to three rows, a refund, an unclear birth date and a bill of two customers. */
function tillFile() {
  const rows = Array.from({ length: 60 }, (_, no) => {
    const [name, phone] = people[no % people.length]!
    const day = dayBefore(no < 30 ? no % 20 : 200 + no * 7)
    return Array.from({ length: 1 + (no % 3) }, (_, line) =>
      [`DL-${1001 + no}`, day, name, phone, goods[line]!, 1 + line, (120 + no * 3 + line * 45).toFixed(2)].join(','),
    )
  }).flat()
  const refund = rows[3]!.split(',')
  const [two, phone] = people[3]
  const orders = rows.map((row) => row.split(','))
  const several = orders.find((row) => row[0] === 'DL-1006')!
  return [
    'เลขที่บิล,วันที่ขาย,ชื่อ-นามสกุล,เบอร์โทร,สินค้า,จำนวน,ยอดเงิน',
    ...rows,
    [...refund.slice(0, 4), 'คืนสินค้า', -1, '-50.00'].join(','),
    [...several.slice(0, 2), two, phone, 'ดริปเปอร์', 1, '320.00'].join(','),
  ].join('\n')
}

/** Presses that a person makes, and seconds since the file was chosen. */
function counted(page: Page, info: TestInfo) {
  const begin = Date.now()
  let clicks = 0
  return {
    async press(name: string | RegExp, role: 'button' | 'link' = 'button') {
      clicks++
      await page.getByRole(role, { name }).first().click()
    },
    async end(what: string) {
      const line = `${what}: ${clicks} clicks, ${((Date.now() - begin) / 1000).toFixed(1)} s`
      console.log(line)
      await info.attach('clicks and seconds', { body: line, contentType: 'text/plain' })
      return clicks
    },
  }
}

const says = (page: Page) => page.getByRole('heading', { level: 1, name: /^ไฟล์นี้มีลูกค้า/ })
const picture = (page: Page, info: TestInfo, name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) })

test('a till file becomes a dashboard with baht in four clicks, from an empty store', async ({ page }, info) => {
  await openImport(page)
  await chooseFile(page, tillFile(), 'ขายเมล็ดกาแฟ.csv')
  const person = counted(page, info)
  await person.press('ถัดไป')
  await expect(says(page)).toContainText('ลูกค้า')
  await expect(says(page)).toContainText('60 ครั้ง')
  await expect(page.getByRole('region', { name: /ทำอะไร/ })).toContainText('ซื้อสินค้า')
  await picture(page, info, 'file-understood')
  await page.getByRole('button', { name: 'ดูทุกแถวของแต่ละบิล' }).click()
  await expect(page.getByRole('row', { name: /DL-1006.*รอยืนยัน/ })).toBeVisible()
  await picture(page, info, 'file-understood-orders')
  await person.press('ตรวจสอบตัวอย่าง')
  await person.press(/^เริ่มนำเข้า/)
  await expect(page.getByRole('heading', { name: /นำเข้าเสร็จแล้ว/ })).toBeVisible()
  await person.press('ภาพรวม', 'link')
  await expect(page.getByRole('region', { name: 'ร้านเดือนนี้' })).toContainText(/\d,\d{3}/)
  await picture(page, info, 'dashboard')
  expect(await person.end('till file at 1366 px')).toBeLessThanOrEqual(4)
})

test(
  'on a phone the cards are below each other, and the one with a question is open',
  { tag: '@verify' },
  async ({ page }, info) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openImport(page)
    const csv =
      'วันที่,ลูกค้า,เบอร์โทร,วันเกิด,ยอดซื้อ\n' +
      people
        .flatMap(([name, phone], no) => [`2${no}/11/2568,${name},${phone},0${3 + no}/04/2528,${120 + no * 40}.00`])
        .join('\n')
    await chooseFile(page, `${csv}\n`, 'ขายหน้าร้าน.csv')
    const name = page.getByLabel('ชื่อแหล่งข้อมูล')
    await name.fill(freshName('มือถือ'))
    const person = counted(page, info)
    await person.press('ถัดไป')
    await expect(says(page)).toContainText('5 ครั้ง')
    await expect(page.getByRole('button', { name: /ต้องตรวจ/, expanded: true })).toBeVisible()
    await picture(page, info, 'file-understood-phone')
    await page.getByRole('button', { name: /ทำอะไร/ }).click()
    await expect(page.getByRole('button', { name: /ทำอะไร/, expanded: true })).toBeVisible()
    await picture(page, info, 'file-understood-phone-what')
    await person.press('ตรวจสอบตัวอย่าง')
    await person.press(/^เริ่มนำเข้า/)
    await expect(page.getByRole('heading', { name: /นำเข้าเสร็จแล้ว/ })).toBeVisible()
    await person.end('till file at 390 px, without the menu')
  },
)
