import type { Page } from '@playwright/test'

/** A screen as it is looked at: its address, and what is done on it first. Places without a store are visited signed out. */
export interface Screen {
  name: string
  path: string
  signedOut?: boolean
  before?: (page: Page) => Promise<void>
  /** True for missing things, also reported by the browser. */
  gone?: boolean
  /** It shows what people have typed in the other language too. */
  mixed?: boolean
  /** No other test of `npm test` opens this screen: the short walk does in Thai. */
  alone?: true
}
