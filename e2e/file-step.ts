import type { Locator, Page } from '@playwright/test'
import { expect } from './watched.ts'

// The first step of an import, as a person goes through it.

export const openImport = (page: Page) => page.goto('data-source/v2/import')

/** On the page, or in a dialog. */
export const chooseFile = (place: Page | Locator, content: string | Buffer, name = 'ลูกค้า.csv') =>
  place.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

export const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: 'ไฟล์นี้ยังนำเข้าไม่ได้' })
export const next = (page: Page) => page.getByRole('button', { name: 'ถัดไป' }).click()
/** From the page that says what the file holds to its table of columns. */
export async function openColumns(page: Page) {
  await page.getByRole('button', { name: /^ทุกคอลัมน์/ }).click()
  await expect(page.getByRole('columnheader', { name: 'จับคู่กับ' })).toBeVisible()
}
export const sourceOf = (page: Page) => Number(new URL(page.url()).searchParams.get('id'))
