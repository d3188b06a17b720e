import type { Screen } from './place.ts'
import type { Scene } from './scene.ts'

const NO_INCIDENT = 2_147_483_647

/** Settings of the store, its people and their roles. */
export function settingScreens({
  t,
  role,
  key,
  automation,
  purpose,
  request,
  token,
  connector,
  email,
  me,
}: Scene): Screen[] {
  return [
    { name: 'role-permission', path: 'setting/role-permission' },
    { name: 'role-permission-create', path: 'setting/role-permission-create' },
    { name: 'role-permission-edit', path: `setting/role-permission-edit/${role.id}` },
    {
      name: 'role-permission-edit-gone',
      path: 'setting/role-permission-edit/2147483647',
      expects: /404 \(Not Found\)/,
    },
    {
      name: 'role-permission-delete',
      path: 'setting/role-permission',
      async before(page) {
        await page.getByRole('button', { name: `${t.options}${role.name}` }).click()
        await page.locator('[popover]:popover-open button[data-danger]').click()
        await page.getByRole('dialog').locator('select').waitFor()
      },
    },
    { name: 'user-management', path: 'setting/user-management' },
    { name: 'user-management-invite', path: 'setting/user-management-create-edit' },
    {
      name: 'user-management-links',
      path: 'setting/user-management',
      async before(page) {
        await page.getByRole('button', { name: `${t.options}${email}` }).click()
        await page.locator('[popover]:popover-open button').first().click()
        await page.getByRole('dialog').getByRole('textbox').waitFor()
      },
    },
    { name: 'user-management-edit', path: `setting/user-management-create-edit/${me.id}` },
    { name: 'setting-store', path: 'setting/store' },
    { name: 'setting-store-edit', path: 'setting/store-edit' },
    { name: 'setting-privacy', path: 'setting/privacy' },
    { name: 'setting-consents', path: 'setting/privacy/consents' },
    { name: 'privacy-exposure', path: `setting/privacy/exposure?of=person:${me.id}` },
    { name: 'privacy-incidents', path: 'setting/privacy/incidents' },
    { name: 'privacy-incident-gone', path: `setting/privacy/incident/${NO_INCIDENT}`, expects: /404 \(Not Found\)/ },
    { name: 'setting-retention', path: 'setting/retention' },
    { name: 'privacy-processing', path: 'setting/privacy/processing' },
    { name: 'setting-my-data', path: 'setting/privacy/my-data' },
    { name: 'privacy-purpose', path: `setting/privacy/purpose/${purpose.id}` },
    { name: 'privacy-request', path: `setting/privacy/request/${request.id}` },
    { name: 'privacy-request-gone', path: 'setting/privacy/request/2147483647', expects: /404 \(Not Found\)/ },
    { name: 'line-oa', path: 'setting/line-oa' },
    {
      name: 'line-oa-connect',
      path: 'setting/line-oa',
      async before(page) {
        await page.getByRole('main').getByRole('button').last().click()
        await page.getByRole('dialog').getByRole('textbox').first().waitFor()
      },
    },
    { name: 'rich-menus', path: 'setting/line-oa/menus' },
    { name: 'rich-menu-gone', path: 'setting/line-oa/menus/2147483647', expects: /404 \(Not Found\)/ },
    { name: 'answers', path: 'setting/line-oa/answers' },
    { name: 'facebook', path: 'setting/facebook' },
    { name: 'broadcast-list', path: 'broadcast/list' },
    { name: 'broadcast-create', path: 'broadcast/create' },
    // Without an id they lead to the list; e2e/broadcasts.spec.ts looks at them with one.
    { name: 'broadcast-edit', path: 'broadcast/edit' },
    { name: 'broadcast-detail', path: 'broadcast/detail' },
    { name: 'automations', path: 'broadcast/list?tab=automations' },
    { name: 'automation', path: `broadcast/automation/${automation.id}` },
    { name: 'automation-rehearsal', path: `broadcast/automation/${automation.id}?tab=rehearsal` },
    { name: 'automation-gone', path: 'broadcast/automation/2147483647', expects: /404 \(Not Found\)/ },
    { name: 'setting-broadcast', path: 'setting/broadcast' },
    { name: 'audit-log', mixed: true, path: 'setting/audit-log' },
    { name: 'audit-log-older', path: 'setting/audit-log?tab=older' },
    { name: 'setting-system', mixed: true, path: 'setting/system' },
    { name: 'online-log', path: 'online-log' },
    { name: 'api-keys', path: 'data-source/openapi/key' },
    { name: 'api-key', path: `data-source/openapi/key/detail/${key.id}` },
    { name: 'profile-api', path: 'profile-api' },
    { name: 'api-connector-list', alone: true, path: 'setting/api-connector-list' },
    {
      name: 'api-connector-create',
      alone: true,
      path: 'setting/api-connector-list-create',
      before: (page) => page.getByRole('dialog').getByRole('radio').first().waitFor(),
    },
    { name: 'api-connector-detail', alone: true, path: `setting/api-connector-list-detail/${key.id}` },
    { name: 'api-tokens', path: 'data-source/openapi/token' },
    {
      name: 'api-token-create',
      path: 'data-source/openapi/token/create',
      before: (page) => page.getByRole('dialog').getByRole('textbox').first().waitFor(),
    },
    { name: 'api-token-detail', alone: true, path: `data-source/openapi/token/detail/${token.id}` },
    ...(['requests', 'failures', 'webhooks', 'access', 'settings'] as const).map((tab) => ({
      ...{ name: `program-${tab}`, mixed: true, path: `data-source/openapi/key/detail/${key.id}?tab=${tab}` },
    })),
    { name: 'connectors', path: 'data-source/openapi/connector' },
    { name: 'connector-create', path: 'data-source/openapi/connector/create' },
    { name: 'connector', mixed: true, path: `data-source/openapi/connector/detail/${connector.id}` },
    {
      name: 'connector-access',
      mixed: true,
      path: `data-source/openapi/connector/detail/${connector.id}?tab=access`,
    },
    { name: 'open-apis', path: 'setting/open-api' },
    { name: 'docs', path: 'docs/open-api/datasource-api/get-started' },
    { name: 'docs-errors', path: 'docs/open-api/datasource-api/get-started#errors' },
    { name: 'setting-general-info', alone: true, path: 'setting/general-info' },
    { name: 'setting-activity', alone: true, path: 'setting/activity-old' },
    { name: 'account', path: 'account' },
  ]
}
