import type { Page } from '@playwright/test'

/** A screen as it is looked at: its address, and what is done on it first. Places without a store are visited signed out. */
export interface Screen {
  name: string
  path: string
  signedOut?: boolean
  before?: (page: Page) => Promise<void>
  /** Undoes what `before` changed outside the page. */
  after?: (page: Page) => Promise<void>
  /** Messages of the browser that are part of the screen, such as those of a missing record. */
  expects?: RegExp
  /** It shows what people have typed in the other language too. */
  mixed?: boolean
  /** No other test of `npm test` opens this screen: the short walk does in Thai. */
  alone?: true
}

/** Answers calls whose address ends like this with a fixed body. */
export const answerWith = (page: Page, path: string, json: object, status = 200) =>
  page.route(`**/api${path}`, (route) => route.fulfill({ status, json }))

export const answerAsServer = (page: Page) => page.unrouteAll({ behavior: 'wait' })
