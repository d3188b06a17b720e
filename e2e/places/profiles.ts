import type { Screen } from './place.ts'
import type { Scene } from './scene.ts'

/** The list of customers, a customer, and what is done to them. */
export function profileScreens({ t, again, customer, pair, hidden, asked }: Scene): Screen[] {
  return [
    { name: 'profile-list', path: `profile-list?q=${t.family}` },
    {
      name: 'profile-list-filter',
      mixed: true,
      path: `profile-list?q=${t.family}`,
      async before(page) {
        await page.getByRole('button', { name: t.filter, exact: true }).click()
        const panel = page.locator('[popover]:popover-open')
        await panel.getByRole('button', { name: t.created }).click()
        await panel.getByRole('button', { name: t.own }).click()
        await panel.getByRole('textbox').nth(1).waitFor()
      },
    },
    {
      name: 'profile-list-columns',
      path: `profile-list?q=${t.family}`,
      async before(page) {
        // On a phone there are none to choose.
        await page.getByRole('button', { name: t.columns }).click()
        await page.locator('[popover]:popover-open').getByRole('searchbox').waitFor()
      },
    },
    {
      name: 'profile-list-bulk',
      path: `profile-list?q=${t.family}`,
      async before(page) {
        await page.locator('thead input[type=checkbox]').check()
        await page.getByRole('button', { name: t.setField }).click()
        await page.getByRole('dialog').locator('select').first().selectOption({ index: 14 })
      },
    },
    {
      name: 'profile-list-panel',
      path: `profile-list?q=${t.family}`,
      async before(page) {
        await page.locator('tbody tr[data-key]').first().locator('td').nth(3).click()
        await page.getByRole('complementary', { name: t.panel }).waitFor()
      },
    },
    {
      name: 'profile-list-create',
      path: `profile-list?q=${t.family}`,
      async before(page) {
        await page.getByRole('button', { name: t.addCustomer }).first().click()
        await page.getByRole('dialog').locator('input').first().waitFor()
      },
    },
    {
      name: 'profile-list-rule',
      mixed: true,
      path: `profile-list#rule=${asked}`,
      async before(page) {
        await page.getByRole('button', { name: new RegExp(`^${t.filter}`) }).click()
        await page.locator('[popover]:popover-open').getByRole('button', { name: t.build }).click()
        await page.getByRole('dialog').locator('select').first().waitFor()
      },
    },
    { name: 'profile-list-masked', path: `profile-list#rule=${hidden}` },
    { name: 'profile-list-deleted', path: 'profile-list?deleted=true' },
    { name: 'profile-list-nothing', path: 'profile-list?q=nobody-is-called-this' },
    { name: 'profile-detail', path: `profile-detail/${customer}` },
    { name: 'profile-detail-readers', path: `profile-detail/${customer}/readers` },
    {
      name: 'profile-detail-source',
      path: `profile-detail/${customer}`,
      async before(page) {
        await page.locator('dd').first().hover()
        await page.locator('dd button[popovertarget]').first().click()
        await page.locator('[popover]:popover-open strong').first().waitFor()
      },
    },
    {
      name: 'profile-detail-name',
      path: `profile-detail/${customer}`,
      async before(page) {
        await page.locator('h2 [role=button]').click()
        await page.locator('form input').first().waitFor()
      },
    },
    {
      name: 'profile-detail-value',
      path: `profile-detail/${customer}`,
      async before(page) {
        await page.locator('dd [role=button]').first().click()
        await page.locator('dd form input').first().waitFor()
      },
    },
    {
      name: 'profile-detail-empty-fields',
      path: `profile-detail/${customer}`,
      before: (page) => page.locator('main button[aria-expanded=false]').click(),
    },
    {
      name: 'profile-detail-label',
      path: `profile-detail/${customer}`,
      async before(page) {
        await page.getByRole('button', { name: t.addLabel }).click()
        await page.getByRole('option').first().waitFor()
      },
    },
    {
      name: 'profile-detail-note',
      path: `profile-detail/${customer}`,
      async before(page) {
        await page.getByRole('button', { name: t.note, exact: true }).click()
        await page.getByRole('dialog').locator('textarea').first().waitFor()
      },
    },
    {
      name: 'profile-detail-consent',
      path: `profile-detail/${customer}`,
      async before(page) {
        await page.getByRole('button', { name: `${t.consent}News ${again}` }).click()
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      },
    },
    {
      name: 'profile-detail-purpose',
      path: `profile-detail/${customer}`,
      async before(page) {
        await page.getByRole('button', { name: t.newPurpose }).click()
        await page.getByRole('dialog').locator('textarea').first().waitFor()
      },
    },
    { name: 'profile-detail-activity', path: `profile-detail/${customer}/activity` },
    {
      name: 'profile-detail-activity-new',
      mixed: true,
      path: `profile-detail/${customer}/activity`,
      async before(page) {
        await page.getByRole('button', { name: t.addActivity }).click()
        await page.getByRole('dialog').locator('select').waitFor()
      },
    },
    { name: 'profile-detail-history', path: `profile-detail/${customer}/history` },
    { name: 'profile-detail-data-sources', path: `profile-detail/${customer}/data-sources` },
    {
      name: 'profile-detail-reasons',
      mixed: true,
      path: `profile-detail/${customer}`,
      async before(page) {
        await page.getByRole('button', { name: t.reasons }).click()
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      },
    },
    { name: 'profile-duplicate', path: 'profile-duplicate', mixed: true },
    { name: 'profile-duplicate-pair', path: `profile-duplicate?pair=${pair}`, mixed: true },
    { name: 'profile-erasure', alone: true, path: 'profile-erasure', mixed: true },
    { name: 'profile-edit', path: `profile-edit/${customer}` },
    {
      name: 'profile-edit-calendar',
      path: `profile-edit/${customer}`,
      async before(page) {
        await page.locator('form button[popovertarget]').first().click()
        await page.locator('[popover]:popover-open td').first().waitFor()
      },
    },
  ]
}
