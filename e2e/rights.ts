import type { Page, Route } from '@playwright/test'

/** Clears the browser's copy of store names and rights, so the next page reads them from the server. Runs in the page. */
export function forgetStore() {
  for (const key of Object.keys(localStorage)) if (key.startsWith('ruam.store-data.')) localStorage.removeItem(key)
}

/** Lets the server grant only these permissions, and no role, as after the role was changed. Before the page is opened. */
export async function onlyWith(page: Page, permissions: string[]) {
  // The cache of the browser holds the previous rights.
  await page.addInitScript(forgetStore)
  const limited = async (route: Route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), roles: [], permissions } })
  }
  await page.route('**/api/stores/auth/token', limited)
  await page.route('**/api/stores/*/rights', limited)
}
