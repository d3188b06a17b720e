import type { Place } from './place.ts'
import type { Scene } from './scene.ts'

/** Settings of the store, its people and their roles. */
export function settingPlaces({ t, role, key, token, connector, email, me }: Scene): Place[] {
  return [
    { name: 'role-permission', path: '/1/setting/role-permission' },
    { name: 'role-permission-create', path: '/1/setting/role-permission-create' },
    { name: 'role-permission-edit', path: `/1/setting/role-permission-edit/${role.id}` },
    { name: 'role-permission-edit-gone', path: '/1/setting/role-permission-edit/2147483647', gone: true },
    {
      name: 'role-permission-delete',
      path: '/1/setting/role-permission',
      async before(page) {
        await page.getByRole('button', { name: `${t.options}${role.name}` }).click()
        await page.locator('[popover]:popover-open button[data-danger]').click()
        await page.getByRole('dialog').locator('select').waitFor()
      },
    },
    { name: 'user-management', path: '/1/setting/user-management' },
    { name: 'user-management-invite', path: '/1/setting/user-management-create-edit' },
    {
      name: 'user-management-links',
      path: '/1/setting/user-management',
      async before(page) {
        await page.getByRole('button', { name: `${t.options}${email}` }).click()
        await page.locator('[popover]:popover-open button').first().click()
        await page.getByRole('dialog').getByRole('textbox').waitFor()
      },
    },
    { name: 'user-management-edit', path: `/1/setting/user-management-create-edit/${me.id}` },
    { name: 'setting-store', path: '/1/setting/store' },
    { name: 'setting-store-edit', path: '/1/setting/store-edit' },
    { name: 'setting-privacy', path: '/1/setting/privacy' },
    { name: 'line-oa', path: '/1/setting/line-oa' },
    {
      name: 'line-oa-connect',
      path: '/1/setting/line-oa',
      async before(page) {
        await page.getByRole('main').getByRole('button').last().click()
        await page.getByRole('dialog').getByRole('textbox').first().waitFor()
      },
    },
    { name: 'facebook', path: '/1/setting/facebook' },
    { name: 'broadcast-list', path: '/1/broadcast/list' },
    { name: 'broadcast-create', path: '/1/broadcast/create' },
    // Without an id they lead to the list; e2e/broadcasts.spec.ts looks at them with one.
    { name: 'broadcast-edit', path: '/1/broadcast/edit' },
    { name: 'broadcast-detail', path: '/1/broadcast/detail' },
    { name: 'setting-broadcast', path: '/1/setting/broadcast' },
    { name: 'audit-log', mixed: true, path: '/1/setting/audit-log' },
    { name: 'audit-log-older', path: '/1/setting/audit-log?tab=older' },
    { name: 'online-log', path: '/1/online-log' },
    { name: 'api-keys', path: '/1/data-source/openapi/key' },
    { name: 'api-key', path: `/1/data-source/openapi/key/detail/${key.id}` },
    { name: 'profile-api', path: '/1/profile-api' },
    { name: 'api-connector-list', path: '/1/setting/api-connector-list' },
    {
      name: 'api-connector-create',
      path: '/1/setting/api-connector-list-create',
      before: (page) => page.getByRole('dialog').getByRole('checkbox').last().waitFor(),
    },
    { name: 'api-connector-detail', path: `/1/setting/api-connector-list-detail/${key.id}` },
    { name: 'api-tokens', path: '/1/data-source/openapi/token' },
    {
      name: 'api-token-create',
      path: '/1/data-source/openapi/token/create',
      before: (page) => page.getByRole('dialog').getByRole('textbox').first().waitFor(),
    },
    {
      name: 'api-token-detail',
      path: `/1/data-source/openapi/token/detail/${token.id}`,
      before: (page) => page.getByRole('dialog').getByRole('term').first().waitFor(),
    },
    { name: 'connectors', path: '/1/data-source/openapi/connector' },
    { name: 'connector-create', path: '/1/data-source/openapi/connector/create' },
    { name: 'connector', mixed: true, path: `/1/data-source/openapi/connector/detail/${connector.id}` },
    {
      name: 'connector-access',
      mixed: true,
      path: `/1/data-source/openapi/connector/detail/${connector.id}?tab=access`,
    },
    { name: 'open-apis', path: '/1/setting/open-api' },
    { name: 'docs', path: '/1/docs/open-api/datasource-api/get-started' },
    { name: 'docs-errors', path: '/1/docs/open-api/datasource-api/get-started#errors' },
    { name: 'setting-general-info', path: '/1/setting/general-info' },
    { name: 'setting-activity', path: '/1/setting/activity-old' },
    { name: 'account', path: '/1/account' },
  ]
}
