import { firstTestMessage } from './first-broadcast.ts'
import { test } from './line-store.ts'

test('a marketer of a new store sends a test message from a phone', { tag: '@verify' }, async ({
  page,
  browser,
  line,
}) => {
  await firstTestMessage({ page, browser, line, size: { width: 390, height: 844 } })
})
