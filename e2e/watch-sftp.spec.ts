import { readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { noSshd, startSshd } from '../server/testing/sftp-servers.testing.ts'
import { callsOf } from './calls.ts'
import { look, readyToLook } from './look.ts'
import { expect, test } from './own-store.ts'

test.use({ settings: { RUAM_WATCH_PRIVATE: '1' } })
test.skip(noSshd !== false, noSshd || '')

const widths = [
  { width: 1366, height: 900 },
  { width: 390, height: 844 },
] as const

test('a member pins the host key of an SFTP server by a trial, and accepts a changed one by one save', {
  tag: '@verify',
}, async ({ page, request, server, store }) => {
  test.setTimeout(240_000)
  const sshd = await startSshd()
  let stop = await sshd.start('host-1')
  const database = new pg.Client(server.database)
  await database.connect()
  try {
    await writeFile(join(sshd.folder, 'pos-25.csv'), 'ชื่อ,เบอร์โทร\nมะลิ,0891140025\n')
    await callsOf(request).importFile('ยอดขายหน้าร้าน', 'ชื่อ,เบอร์โทร\nมะลิ,0891140024\n')
    const key = page.getByText(/^ssh-ed25519 SHA256:/)
    const { errors, whole } = await readyToLook(page)
    const found: string[] = []
    const lookAt = async (name: string, language: 'th' | 'en' = 'th') => {
      for (const { width, height } of widths) {
        await page.setViewportSize({ width, height })
        await whole()
        await key.scrollIntoViewIfNeeded()
        const file = `sftp-${name}-${language}-${width}`
        if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${file}.png` })
        found.push(...(await look(page, language, true)).map((fault) => `${file}: ${fault}`))
      }
      await page.setViewportSize(widths[0])
    }
    await page.goto('data-source/v2/watch/create')
    await page.getByLabel('ชื่อ', { exact: true }).fill('สมาชิกจากระบบเดิม')
    await page.getByLabel('เฝ้าดู').selectOption('sftp')
    await page.getByLabel('เซิร์ฟเวอร์', { exact: true }).fill('127.0.0.1')
    await page.getByLabel('พอร์ต').fill(String(sshd.port))
    await page.getByLabel('ชื่อผู้ใช้').fill(userInfo().username)
    await page.getByLabel('เข้าด้วย', { exact: true }).selectOption('key')
    await page.getByLabel('กุญแจส่วนตัว', { exact: true }).fill(await readFile(sshd.privateKey, 'utf8'))
    await page.getByLabel('โฟลเดอร์และชื่อไฟล์').fill(`${sshd.folder}/pos-*.csv`)
    await page.getByRole('combobox', { name: 'นำเข้าด้วยการจับคู่ของ' }).click()
    await page.getByRole('option', { name: 'ยอดขายหน้าร้าน' }).click()
    await page.getByRole('button', { name: 'ลองเข้า SFTP' }).click()
    await expect(page.getByText('พบ 1 ไฟล์: pos-25.csv')).toBeVisible()
    const first = await key.textContent()
    await page.getByRole('button', { name: 'เพิ่มไฟล์อัตโนมัติ' }).click()
    const change = page.getByRole('main').getByRole('link', { name: 'แก้สัญญา' })
    await change.click()
    await expect(key).toHaveText(first!)
    await lookAt('pinned')

    await stop()
    stop = await sshd.start('host-2')
    await page.goto('data-source/v2/watch')
    await database.query('update watch set next_look_at = now() where store_id = $1', [store.id])
    await page.getByRole('link', { name: 'ดูกุญแจของเซิร์ฟเวอร์' }).click()
    await expect(page.getByRole('button', { name: 'บันทึกสัญญา' })).toBeVisible()
    await page.getByRole('button', { name: 'รับกุญแจใหม่' }).click()
    await page.getByRole('button', { name: 'ลองเข้า SFTP' }).click()
    await expect(key).not.toHaveText(first!)
    await lookAt('accepted')
    await page.getByRole('button', { name: 'บันทึกและเปิดอีกครั้ง' }).click()
    await expect(change).toBeVisible()
    await expect(page.getByText('ปกติ')).toBeVisible()

    await page.evaluate(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.reload()
    await page.getByRole('main').getByRole('link', { name: 'Change terms' }).click()
    await expect(key).toBeVisible()
    await lookAt('dark', 'en')
    expect([...found, ...errors]).toEqual([])
  } finally {
    await database.end()
    await stop()
    await sshd.remove()
  }
})
