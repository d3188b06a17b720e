import type { Locator, Page } from '@playwright/test'

/** Seconds of a person, by the keystroke-level model: to decide, point and press; and to type a letter. */
const CLICK_S = 2.65
const LETTER_S = 0.28

/** Counts what a person does, and how long it takes them. */
export function handOf(page: Page) {
  const done = { clicks: 0, letters: 0 }
  const click = async (target: Locator) => {
    done.clicks++
    await target.click()
  }
  /** Types where the focus is. */
  const write = async (text: string) => {
    done.letters += text.length
    await page.keyboard.insertText(text)
  }
  return {
    done,
    seconds: () => Math.round(done.clicks * CLICK_S + done.letters * LETTER_S),
    click,
    async type(target: Locator, text: string) {
      await click(target)
      await write(text)
    },
    write,
    async press(key: string) {
      done.letters++
      await page.keyboard.press(key)
    },
    /** Opens a list and picks from it. */
    async choose(target: Locator, label: string) {
      done.clicks += 2
      await target.selectOption({ label })
    },
    /** Opens the dialog of files, finds one and takes it. */
    async upload(input: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
      done.clicks += 3
      await input.setInputFiles(file)
    },
  }
}
