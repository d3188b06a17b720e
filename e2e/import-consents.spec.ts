import { chooseFile, next, openImport } from './file-step.ts'
import { expect, freshName, test } from './watched.ts'

const HEAD = 'ชื่อ,นามสกุล,เบอร์โทร,ยินยอมรับข่าวสาร\n'
const names = ['กมล', 'ขวัญ', 'คมสัน', 'งามตา']
const file = (answers: readonly string[]) =>
  `${HEAD}${answers.map((answer, at) => `${names[at]},ใจดี,08155520${10 + at},${answer}`).join('\n')}\n`

/** Pictures for a look at the screens, taken where RUAM_PICTURES names a folder. */
const pictures = process.env.RUAM_PICTURES

test('a consent column asks who asked and when, counts what it records, and asks before it ends many', async ({
  page,
}) => {
  const shoot = async (name: string) => {
    if (!pictures) return
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${pictures}/${name}-${width}.png` })
    }
    await page.setViewportSize({ width: 1366, height: 900 })
  }
  const bring = async (answers: readonly string[]) => {
    await openImport(page)
    await chooseFile(page, file(answers))
    await page.getByLabel('ชื่อแหล่งข้อมูล').fill(freshName('ความยินยอม'))
    await next(page)
    const asked = page.getByRole('group', { name: 'ยินยอมรับข่าวสาร' })
    await expect(asked).toBeVisible()
    return asked
  }
  const asked = await bring(['ไม่ยินยอม', 'ยินยอม', 'ยินยอม', 'ยินยอม'])
  await expect(asked).toContainText('“ยินยอมรับข่าวสาร” คือคำตอบของวัตถุประสงค์')
  await expect(asked).toContainText('จะบันทึกเฉพาะการถอนความยินยอม')
  await shoot('mapping-open')
  await asked.getByLabel('ใครเป็นผู้ขอความยินยอม ใน ยินยอมรับข่าวสาร').fill('แบบฟอร์มหน้าร้าน')
  await asked.getByRole('textbox', { name: 'วันที่ขอความยินยอม ใน ยินยอมรับข่าวสาร' }).fill('01/10/2569')
  await expect(asked).toContainText('ลูกค้าที่ถอนความยินยอมไว้จะยังคงถอนตามเดิม')
  await shoot('mapping-proved')
  await page.getByRole('button', { name: 'ตรวจสอบตัวอย่าง' }).click()
  await expect(page.getByText('ยินยอมเพิ่ม 3 ราย · ถอนความยินยอม 1 ราย')).toBeVisible()
  await shoot('preview')
  await page.getByRole('button', { name: 'เริ่มนำเข้า 4 แถว' }).click()
  await expect(page.getByText('ยินยอมเพิ่ม 3 ราย · ถอนความยินยอม 1 ราย')).toBeVisible()
  await shoot('result')

  await bring(['ไม่ยินยอม', 'ไม่ยินยอม', 'ยินยอม', 'ยินยอม'])
  await page.getByRole('button', { name: 'ตรวจสอบตัวอย่าง' }).click()
  await expect(page.getByText('ถอนความยินยอม 1 ราย')).toBeVisible()
  await page.getByRole('button', { name: 'บันทึกความยินยอม 1 ราย' }).click()
  const question = page.getByRole('dialog', { name: 'ต้องการถอนความยินยอมของลูกค้าจำนวนมากใช่ไหม' })
  await expect(question).toContainText('ไฟล์นี้จะถอนความยินยอม 1 ราย')
  await shoot('confirm')
  await question.getByRole('button', { name: 'ถอนและนำเข้า' }).click()
  await expect(page.getByText('ถอนความยินยอม 1 ราย')).toBeVisible()
  await expect(question).toBeHidden()
})
