import { WEB_BUILD_HEADER } from '../../contract/platform/constants.ts'
import { answerAsServer, type Screen } from './place.ts'
import type { Scene } from './scene.ts'

/** Places outside of features: sign-in, dashboard, header panels, missing pages. */
export function shellScreens({ t, segment, invited }: Scene): Screen[] {
  return [
    { name: 'set-up', path: '/set-up#x', signedOut: true },
    { name: 'sign-in', path: '/sign-in', signedOut: true },
    { name: 'password-forgotten', path: '/password-reset', signedOut: true },
    { name: 'email-confirm', path: '/email-confirm#x', signedOut: true },
    { name: 'password-reset', path: '/password-reset#x', signedOut: true },
    { name: 'choose-store', path: '/choose-store' },
    {
      name: 'dashboard',
      path: 'dashboard',
      mixed: true,
      before: async (page) => page.locator('dt').first().waitFor(),
    },
    {
      name: 'dashboard-held',
      path: 'dashboard?tab=held',
      mixed: true,
    },
    {
      name: 'dashboard-data',
      path: 'dashboard?tab=data',
      mixed: true,
      before: async (page) => page.locator('.recharts-surface').first().waitFor(),
    },
    {
      name: 'export-dialog',
      mixed: true,
      path: `segmentation/detail/${segment.id}`,
      async before(page) {
        await page.getByRole('button', { name: t.export, exact: true }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'export-list-dialog',
      mixed: true,
      path: 'segmentation/list',
      async before(page) {
        await page.getByRole('button', { name: t.export, exact: true }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'export-panel',
      mixed: true,
      path: 'segmentation/list',
      async before(page) {
        await page.getByRole('button', { name: t.export, exact: true }).click()
        await page.getByRole('dialog').getByRole('button', { name: t.export, exact: true }).click()
        await page.getByText(t.exportDone).first().waitFor()
      },
    },
    {
      name: 'notifications',
      mixed: true,
      path: 'profile-list',
      async before(page) {
        await page.getByRole('banner').getByRole('button', { name: t.notifications }).click()
        await page.getByRole('region', { name: t.notifications }).getByRole('listitem').first().waitFor()
      },
    },
    { name: 'user-invite', path: `/user-invite${invited.hash}`, signedOut: true },
    {
      name: 'newer-version',
      path: 'segmentation/list',
      async before(page) {
        await page.route('**/api/**', async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, headers: { ...response.headers(), [WEB_BUILD_HEADER]: '/assets/newer.js' } })
        })
        await page.reload()
        await page.getByText(t.newer).waitFor()
      },
      after: answerAsServer,
    },
    { name: 'user-invite-other', path: `/user-invite${invited.hash}` },
    { name: 'user-invite-invalid', path: '/user-invite', signedOut: true },
    { name: 'access-denied', alone: true, path: 'access-denied' },
    { name: 'not-found', path: 'nowhere' },
    { name: 'not-found-outside', path: '/nowhere', signedOut: true },
  ]
}
