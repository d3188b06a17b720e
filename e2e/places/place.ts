import type { Page } from '@playwright/test'

/** A screen as it is looked at: its address, and what is done on it first. Those without a store are seen by somebody signed out. */
export interface Place {
  name: string
  path: string
  signedOut?: boolean
  before?: (page: Page) => Promise<void>
  /** What it asks for is not there, as the browser says as well. */
  gone?: boolean
  /** It shows what people have typed in the other language too. */
  mixed?: boolean
}
