import type { Page } from '@playwright/test'
import { callsOf } from './calls.ts'
import { expect, freshName, test } from './watched.ts'

const csv = 'ชื่อ,เบอร์โทร\nมาลี,0812345009\n'
const refused = { error_code: 7, error: 'too_many_requests', message: 'Too many tries.' }

/** Lets the calls of an address fail until the test mends them. */
async function fail(page: Page, path: RegExp) {
  await page.route(path, (route) => route.fulfill({ status: 429, json: refused }))
  return () => page.unroute(path)
}

for (const [language, say] of [
  [
    'th',
    {
      got: 'โหลดแหล่งข้อมูลไม่สำเร็จ',
      executed: 'นำเข้าไม่สำเร็จ',
      updated: 'แก้ไขแหล่งข้อมูลไม่สำเร็จ',
      file: 'ดาวน์โหลดไฟล์ไม่สำเร็จ',
      retry: 'ลองอีกครั้ง',
      preview: 'ตรวจสอบตัวอย่าง',
      run: /^เริ่มนำเข้า/,
      download: 'ดาวน์โหลดไฟล์ต้นฉบับ',
    },
  ],
  [
    'en',
    {
      got: 'get datasource failed',
      executed: 'execute pipeline failed',
      updated: 'update datasource failed',
      file: 'get file failed',
      retry: 'Try again',
      preview: 'Preview',
      run: /^Import \d/,
      download: 'Download the original file',
    },
  ],
] as const) {
  test.describe(`in ${language}`, { tag: '@verify' }, () => {
    test.beforeEach(({ page }) =>
      page.addInitScript(
        (chosen) => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: chosen })),
        language,
      ),
    )

    test('a data source that cannot be read says so on every screen, and is shown once it can', async ({
      page,
      request,
    }) => {
      const id = await callsOf(request).load(freshName('อ่านไม่ได้'), csv)
      const said = page.getByRole('alert').getByText(`${say.got}: ${refused.message}`)
      for (const [path, call] of [
        ['list', /\/api\/datasource\?/],
        [`list/output/${id}`, new RegExp(`/api/datasource/${id}$`)],
        [`mapping?id=${id}`, new RegExp(`/api/datasource/${id}$`)],
        [`mapping?id=${id}`, new RegExp(`/api/datasource/${id}/mapping$`)],
        ['check', /\/api\/datasource\/user\/latest$/],
      ] as const) {
        const works = await fail(page, call)
        await page.goto(`data-source/v2/${path}`)
        await expect(said).toBeVisible()
        await works()
        await page.getByRole('button', { name: say.retry }).first().click()
        await expect(said).toBeHidden()
      }
    })

    test('a run that cannot be read says so in its place', async ({ page, request }) => {
      const id = await callsOf(request).importFile(freshName('ผลหาย'), csv)
      const works = await fail(page, new RegExp(`/api/datasource/${id}/history/run_[^/]+$`))
      for (const path of [`output?id=${id}`, `list/output/${id}`]) {
        await page.goto(`data-source/v2/${path}`)
        await expect(page.getByText(`${say.got}: ${refused.message}`)).toHaveCount(1)
      }
      await works()
      await page.getByRole('button', { name: say.retry }).first().click()
      await expect(page.getByText(`${say.got}: ${refused.message}`)).toHaveCount(0)
    })

    test('a failed run and a failed save of a mapping are reported and can be retried', async ({ page, request }) => {
      // Somebody new: a run of no rows has no button.
      const rows = csv.replace('0812345009', language === 'th' ? '0894447101' : '0894447102')
      const id = await callsOf(request).load(freshName('ทำงานไม่ได้'), rows)
      const next = page.getByRole('button', { name: say.preview })
      await page.goto(`data-source/v2/mapping?id=${id}`)
      await next.waitFor()
      const mapped = await fail(page, new RegExp(`/api/datasource/${id}/mapping$`))
      await next.click()
      await expect(page.getByText(`${say.updated}: ${refused.message}`)).toBeVisible()
      await mapped()
      const dry = await fail(page, new RegExp(`/api/datasource/${id}/execute/dry$`))
      await next.click()
      await expect(page.getByText(`${say.executed}: ${refused.message}`)).toBeVisible()
      await dry()
      await next.click()
      const run = page.getByRole('button', { name: say.run })
      await run.waitFor()
      const real = await fail(page, new RegExp(`/api/datasource/${id}/execute$`))
      await run.click()
      await expect(page.getByText(`${say.executed}: ${refused.message}`)).toBeVisible()
      await real()
      await run.click()
      await expect(page).toHaveURL(/\/output\?/)
    })

    test('a file that cannot be fetched says so', async ({ page, request }) => {
      const id = await callsOf(request).load(freshName('ไฟล์หาย'), csv)
      await fail(page, /\/file\/download$/)
      await page.goto(`data-source/v2/list/output/${id}`)
      await page.getByRole('button', { name: say.download }).click()
      await expect(page.getByText(say.file)).toBeVisible()
      await expect(page.getByText(refused.message)).toBeVisible()
    })
  })
}
