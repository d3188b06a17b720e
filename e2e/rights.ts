import type { Page, Route } from '@playwright/test'

/** Lets the server grant only these permissions, and no role, as after the role was changed. Before the page is opened. */
export async function onlyWith(page: Page, permissions: string[]) {
  // The cache of the browser holds the previous rights.
  await page.addInitScript(() => localStorage.removeItem('ruam.store-data.1'))
  const limited = async (route: Route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), roles: [], permissions } })
  }
  await page.route('**/api/stores/auth/token', limited)
  await page.route('**/api/stores/1/rights', limited)
}
