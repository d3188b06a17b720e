import type { callsOf } from '../calls.ts'
import { forgetStore } from '../rights.ts'
import type { Screen } from './place.ts'

type Calls = ReturnType<typeof callsOf>

/** The agreement undecided, declined, and accepted; it is accepted again afterwards. */
export function agreementScreens(calls: Calls): Screen[] {
  const about = { app_name: 'ruam', type: 'dpa' }
  const consentee = { name: 'Malee Suk', email: 'malee@example.com', position: 'Owner', company: 'Cotton House' }
  const decide = (status: string) => calls.put('/stores/store/consent', { ...about, status, consentee })
  const earlier = { version: '2026-01', result: 'accepted', decided_at: '2026-01-31T03:00:00Z' }
  const undecided = { status: 'not-found', result: 'not-found', consentee: null, decided_at: null, earlier }
  return [
    {
      name: 'dpa-create',
      path: 'dpa',
      async before(page) {
        const none = { dpa_status: 'not-found' }
        for (const [address, change] of [
          ['auth/token', none],
          ['1/rights', none],
          ['store/consent/detail', undecided],
        ] as const) {
          await page.route(`**/api/stores/${address}`, async (route) => {
            const response = await route.fetch()
            await route.fulfill({ response, json: { ...(await response.json()), ...change } })
          })
        }
        await page.evaluate(forgetStore)
        await page.goto('dpa/create')
        await page.locator('form').waitFor()
      },
    },
    {
      name: 'dpa-not-allowed',
      path: '/choose-store',
      async before(page) {
        await page.unrouteAll({ behavior: 'wait' })
        await decide('declined')
        await page.evaluate(forgetStore)
        await page.goto('dpa/not-allowed')
        await page.locator('main a').first().waitFor()
      },
    },
    { name: 'dpa-declined', path: 'dpa', before: async (page) => page.locator('form').waitFor() },
    {
      name: 'dpa',
      path: 'dpa',
      async before(page) {
        await decide('accepted')
        await page.goto('dpa')
        await page
          .getByRole('button')
          .filter({ has: page.locator('.tabler-icon-printer') })
          .waitFor()
      },
    },
  ]
}
