import type { Page } from '@playwright/test'

const named: Record<string, { code: string; number: number; text?: string }> = {
  Enter: { code: 'Enter', number: 13, text: '\r' },
  Escape: { code: 'Escape', number: 27 },
  Tab: { code: 'Tab', number: 9 },
  Backspace: { code: 'Backspace', number: 8 },
  ArrowUp: { code: 'ArrowUp', number: 38 },
  ArrowDown: { code: 'ArrowDown', number: 40 },
  ' ': { code: 'Space', number: 32, text: ' ' },
  '/': { code: 'Slash', number: 191, text: '/' },
  '?': { code: 'Slash', number: 191, text: '?' },
}
const CONTROL = 2
const SHIFT = 8

/** Returns the protocol event of a key: `j`, `Enter`, `Control+k`. */
function eventOf(name: string) {
  const control = name.startsWith('Control+')
  const key = control ? name.slice('Control+'.length) : name
  const letter = { code: `Key${key.toUpperCase()}`, number: key.toUpperCase().charCodeAt(0), text: key }
  const { code, number, text } = named[key] ?? (/^\d$/.test(key) ? { ...letter, code: `Digit${key}` } : letter)
  return {
    key,
    code,
    windowsVirtualKeyCode: number,
    modifiers: (control ? CONTROL : 0) + (key === '?' ? SHIFT : 0),
    ...(!control && text && { text }),
  }
}

/** Presses one key after the other as the fastest fingers do: none waits until the page has done what the one before it asks for. */
export async function pressFast(page: Page, ...keys: string[]) {
  const session = await page.context().newCDPSession(page)
  const sent = keys
    .map(eventOf)
    .flatMap((event) => [
      session.send('Input.dispatchKeyEvent', { ...event, type: event.text ? 'keyDown' : 'rawKeyDown' }),
      session.send('Input.dispatchKeyEvent', { ...event, text: '', type: 'keyUp' }),
    ])
  await Promise.all(sent)
  await session.detach()
}

/** Holds a file of the page back, as a slow line does; answers a way to let it come, or to have it not found once. */
export async function delayFile(page: Page, name: string) {
  const file = new RegExp(`/assets/${name}-.{8}\\.js$`)
  let answer = (_: 'come' | 'fail') => {}
  let answered = new Promise<'come' | 'fail'>((resolve) => {
    answer = resolve
  })
  await page.route(file, async (route) => {
    if ((await answered) === 'come') return route.continue()
    answered = Promise.resolve('come')
    return route.fulfill({ status: 404 })
  })
  return { asked: page.waitForRequest(file), come: () => answer('come'), fail: () => answer('fail') }
}
