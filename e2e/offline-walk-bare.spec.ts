import { walkWithoutNetwork } from './offline-walk.ts'
import { expect, test } from './own-store.ts'

test.use({ serviceWorkers: 'allow', settings: { RUAM_SERVICE_WORKER: '0' } })

test('12 screens keep their styles and send no storm of requests without a network when the service worker is switched off', {
  tag: '@verify',
}, async ({ page, context }) => {
  await walkWithoutNetwork(page, context)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
