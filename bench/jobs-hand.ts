import type { Locator, Page } from 'playwright'

/** A person at the screen: counts what is pressed. */
export class Hand {
  clicks = 0
  keys = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    this.clicks++
    await target.click()
  }

  async press(key: string): Promise<void> {
    this.keys++
    await this.page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    this.keys += [...text].length
    await this.page.keyboard.type(text)
  }

  /** A list of the browser: a click opens it, another chooses. */
  async choose(list: Locator, label: string): Promise<void> {
    this.clicks += 2
    await list.selectOption({ label })
  }

  /** Opens the search of pages, people and things. */
  async search(text: string): Promise<void> {
    await this.press('/')
    await this.dialog().getByRole('combobox').waitFor()
    await this.type(text)
  }

  button = (name: string | RegExp) => this.page.getByRole('button', { name })
  dialog = () => this.page.getByRole('dialog')
  menu = (name: string) => this.page.getByRole('navigation', { name: 'เมนู' }).getByRole('link', { name, exact: true })
  text = (words: string | RegExp) => this.page.getByText(words).first().waitFor()
}
