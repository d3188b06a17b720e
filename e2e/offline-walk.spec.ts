import { walkWithoutNetwork } from './offline-walk.ts'
import { test } from './own-store.ts'

test.use({ serviceWorkers: 'allow' })

test('12 screens keep their styles and send no storm of requests when the network goes in the middle and comes back', {
  tag: '@verify',
}, async ({ page, context }) => {
  await walkWithoutNetwork(page, context)
})
