import type { Page } from '@playwright/test'
import type { Screen } from './place.ts'
import type { Scene } from './scene.ts'

/** Data sources, the steps of an import, and fields. */
export function dataSourceScreens({ t, again, csv, done, loaded, previewed, waiting, own, type }: Scene): Screen[] {
  const upload = (text: string) => async (page: Page) => {
    const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.locator('table').or(page.getByRole('alert')).first().waitFor()
  }
  const allColumns = (page: Page) => page.getByRole('button', { name: t.allColumns }).click()
  return [
    { name: 'data-source-list', path: `data-source/v2/list?q=${t.family}` },
    { name: 'data-source-list-nothing', path: `data-source/v2/list?q=${t.family}&status=process_failed` },
    { name: 'data-source-list-output', path: `data-source/v2/list/output/${done}?status=failed` },
    { name: 'data-source-list-create', alone: true, path: 'data-source/v2/list/create' },
    {
      name: 'data-source-list-actions',
      path: `data-source/v2/list?q=${t.family}`,
      async before(page) {
        await page.locator('main [popovertarget]').first().click()
        await page.locator('[popover]:popover-open button').first().waitFor()
      },
    },
    { name: 'watches', path: 'data-source/v2/watch' },
    { name: 'watch-create', path: 'data-source/v2/watch/create' },
    { name: 'watch-gone', path: 'data-source/v2/watch/999999999', expects: /404 \(Not Found\)/ },
    { name: 'data-source-check', path: 'data-source/v2/check' },
    { name: 'data-source-choose-import', alone: true, path: 'data-source/v2/choose-import' },
    { name: 'data-source-import', path: 'data-source/v2/import' },
    {
      name: 'data-source-import-no-header',
      path: 'data-source/v2/import',
      before: upload('Mali,0891110099,mali@example.com\nMana,0891110098,mana@example.com\n'),
    },
    { name: 'data-source-import-file', path: 'data-source/v2/import', before: upload(csv) },
    { name: 'data-source-mapping', mixed: true, path: `data-source/v2/mapping?id=${loaded}` },
    {
      name: 'data-source-mapping-columns',
      mixed: true,
      path: `data-source/v2/mapping?id=${loaded}`,
      before: allColumns,
    },
    {
      name: 'data-source-mapping-new-field',
      mixed: true,
      path: `data-source/v2/mapping?id=${loaded}`,
      async before(page) {
        await allColumns(page)
        await page.getByRole('combobox', { name: t.column }).first().click()
        await page.getByRole('option', { name: t.newField }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'data-source-mapping-not-allowed', path: `data-source/v2/mapping?id=${done}` },
    { name: 'data-source-preview', path: `data-source/v2/preview?id=${previewed}` },
    { name: 'data-source-preview-failed', path: `data-source/v2/preview?id=${previewed}&status=failed&row=3` },
    { name: 'data-source-preview-waiting', path: `data-source/v2/preview?id=${waiting}&row=2` },
    { name: 'data-source-preview-held', path: `data-source/v2/preview?id=${waiting}&status=held&row=1` },
    {
      name: 'data-source-preview-held-several',
      path: `data-source/v2/preview?id=${waiting}&status=held`,
      async before(page) {
        await page.locator('main ul[aria-label]').getByRole('checkbox').first().check()
        await page.locator('main ul[aria-label]').getByRole('checkbox').nth(1).check()
        await page.locator('main article table').waitFor()
      },
    },
    { name: 'data-source-output', path: `data-source/v2/output?id=${done}` },
    {
      name: 'old-nonmapping',
      mixed: true,
      path: `data-source/nonmapping/datasources/${done}/${loaded}`,
      before: (page) => page.waitForURL(/data-source\/v2/),
    },
    {
      name: 'old-mapping',
      mixed: true,
      path: `data-source/mapping/datasources/${loaded}/data-type/local_file/true/log/${done}/pipeline-status/mapping`,
      before: (page) => page.waitForURL(/data-source\/v2/),
    },
    {
      name: 'old-output',
      path: `data-source/output/datasource-logs/${done}/${done}/data-type/local_file`,
      before: (page) => page.waitForURL(/data-source\/v2/),
    },
    {
      name: 'old-output-edit',
      mixed: true,
      path: `data-source/output/edit/${done}/${loaded}`,
      before: (page) => page.waitForURL(/data-source\/v2/),
    },
    { name: 'profile-field', path: `data-source/v2/profile-field?q=${again}` },
    { name: 'profile-field-system', path: 'data-source/v2/profile-field?type=system_profile' },
    {
      name: 'profile-field-edit',
      path: `data-source/v2/profile-field?q=${again}`,
      async before(page) {
        await page.getByRole('button', { name: `${t.edit} ${own.display_name}` }).click()
        await page.getByRole('dialog').getByRole('radio', { name: t.date }).click()
        await page.getByText(t.noValues).waitFor()
      },
    },
    {
      name: 'profile-field-new',
      path: `data-source/v2/profile-field?q=${again}`,
      async before(page) {
        await page.getByRole('button', { name: t.makeField }).first().click()
        await page.getByRole('dialog').locator('summary').click()
        await page.getByRole('dialog').locator('details[open]').waitFor()
      },
    },
    { name: 'activity-field', path: `data-source/v2/activity-field?q=${again}` },
    { name: 'activity-type', path: `data-source/v2/activity-field?tab=types&q=${again}` },
    {
      name: 'activity-type-edit',
      mixed: true,
      path: `data-source/v2/activity-field?tab=types&q=${again}`,
      async before(page) {
        await page.getByRole('button', { name: `${t.edit} ${type.name}` }).click()
        await page.getByRole('dialog').locator('li').nth(1).waitFor()
      },
    },
  ]
}
