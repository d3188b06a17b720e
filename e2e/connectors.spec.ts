import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, freshName, test } from './watched.ts'

const phones = ['0897712001', '0897712002', '0897712003', '0897712004']
const example = {
  member: { mobile: phones[0], email: 'mali.connector@example.com', first_name: 'มะลิ' },
  bill: { total: 1290 },
}

test('a till is mapped from one pasted item, its failed items are replayed after a correction, and the day is undone', {
  tag: '@verify',
}, async ({ page, server, request }) => {
  const { key } = await callsOf(request).post('/apikey', { name: freshName('POS'), scopes: ['event:write'] })
  const { whole } = await readyToLook(page)
  const looked = async () => {
    await whole()
    expect(await look(page, 'th')).toEqual([])
  }
  const dialog = page.getByRole('dialog')
  await page.goto('data-source/openapi/key')
  await page.getByRole('link', { name: 'ตัวเชื่อม' }).click()
  await page.getByRole('link', { name: 'สร้างตัวเชื่อม' }).first().click()
  await page.getByRole('textbox', { name: 'ชื่อ' }).fill(freshName('เครื่อง POS'))
  await page.getByRole('textbox', { name: 'ตัวอย่าง 1 รายการ' }).fill(JSON.stringify(example))
  await looked()
  await page.getByRole('button', { name: 'สร้างตัวเชื่อม' }).click()
  const target = (path: string) => page.getByRole('combobox', { name: `จับคู่ ${path} กับ`, exact: true })
  await expect(target('member.mobile')).toHaveValue('เบอร์โทร')
  await looked()
  await page.getByRole('button', { name: 'บันทึกการจับคู่' }).click()
  await expect(page.getByText('การจับคู่ครั้งที่ 1')).toBeVisible()

  const tab = (name: string | RegExp) =>
    page.getByRole('navigation', { name: 'ส่วนของตัวเชื่อม' }).getByRole('link', { name })
  await tab('URL และสิทธิ์').click()
  const url = (await page.getByText(/\/records$/).textContent())!
  await looked()
  // The till calls the phone by another name than in the example.
  const items = phones.slice(1).map((tel) => ({ member: { tel, first_name: 'ลูกค้า' }, bill: { total: 100 } }))
  const sent = await fetch(url.replace(/^https?:\/\/[^/]+/, server.address), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ items: [example, ...items] }),
  })
  expect([200, 202]).toContain(sent.status)

  await tab(/^ผิดพลาด/).click()
  await expect(page.getByText(/^3 รายการ/)).toBeVisible()
  await looked()
  await tab('รายการที่ได้รับ').click()
  await page.getByRole('table').getByRole('button').first().click()
  await expect(dialog.getByRole('listitem')).toHaveCount(4)
  await looked()
  await dialog.getByRole('button', { name: 'ปิด' }).last().click()

  await tab('จับคู่ข้อมูล').click()
  await choose('member.mobile', 'ไม่นำเข้า')
  await choose('member.tel', 'เบอร์โทร')
  await page.getByRole('button', { name: 'บันทึกการจับคู่' }).click()
  await expect(page.getByText('การจับคู่ครั้งที่ 2')).toBeVisible()
  await expect(target('member.tel')).toHaveValue('เบอร์โทร')
  await tab(/^ผิดพลาด/).click()
  await page.getByRole('button', { name: 'ประมวลผลอีกครั้งทั้งหมด' }).click()
  await expect(page.getByRole('heading', { name: 'ไม่มีรายการรอแก้ไข' })).toBeVisible()
  const count = async () => (await callsOf(request).get('/profile?keyword=08977120')).total
  await expect.poll(count).toBe(4)
  await page.setViewportSize({ width: 390, height: 844 })
  await looked()
  await page.setViewportSize({ width: 1366, height: 850 })

  await tab('รายวัน').click()
  await page.getByRole('button', { name: 'เลิกทำวันนี้' }).click()
  await expect(page.getByRole('dialog', { name: /^เลิกทำของวันที่ / })).toBeVisible()
  await looked()
  await dialog.getByRole('button', { name: /^เลิกทำวันที่ / }).click()
  await expect(page.getByText(/^เลิกทำเมื่อ /)).toBeVisible()
  expect(await count()).toBe(0)

  async function choose(path: string, field: string) {
    await target(path).click()
    await page.getByRole('listbox').getByRole('option', { name: field, exact: true }).click()
  }
})
