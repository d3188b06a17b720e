import { firstTestMessage } from './first-broadcast.ts'
import { test } from './line-store.ts'

test('a marketer of a new store sends a test message, and the owner is asked for what is missing', {
  tag: '@verify',
}, async ({ page, browser, line }) => {
  await firstTestMessage({ page, browser, line, size: { width: 1366, height: 850 } })
})
