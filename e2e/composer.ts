import type { Page } from '@playwright/test'

/** Widest phone, in px. */
const PHONE = 700

const isPhone = (page: Page) => (page.viewportSize()?.width ?? PHONE) < PHONE

/** Opens a part of the composer; on a desk all are open. */
export async function openPart(page: Page, name: 'ผู้รับ' | 'ข้อความ' | 'เวลาและความปลอดภัย' | 'วัดผล') {
  if (!isPhone(page)) return
  const head = page.getByRole('button', { name: new RegExp(`^${name}: `) })
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
}

/** Opens the preview, which a desk always shows. Returns a function that closes it. */
export async function openPreview(page: Page): Promise<() => Promise<void>> {
  if (!isPhone(page)) return async () => {}
  await openPart(page, 'ข้อความ')
  await page.getByRole('button', { name: 'ดูตัวอย่าง' }).click()
  return () => page.getByRole('dialog').getByRole('button', { name: 'ปิด' }).click()
}
