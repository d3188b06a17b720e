import { createRequire } from 'node:module'
import type { Page, Request } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { misnamed } from './names.ts'
import { owner } from './owner.ts'
import { cramped, ROOM } from './room.ts'
import { THUMB, tooSmall } from './thumb.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** A page that is not whole then says so, rather than to let the whole walk run out of time. */
const PATIENCE_MS = 60_000

/** A page that draws without a pause is never idle. */
const IDLE_MS = 300

declare global {
  interface Window {
    axe: { run(context: object, options: object): Promise<AxeResults> }
    /** Violations of the content security policy. */
    refused: string[]
  }
}

/** Prepares a page for being looked at; answers the list that its errors are written to, and what waits until it is whole. */
export async function readyToLook(page: Page): Promise<{ errors: string[]; whole(): Promise<void> }> {
  const errors: string[] = []
  let asked = 0
  let newest: string[] = []
  const unanswered = new Set<Request>()
  page.on('request', (request) => {
    asked++
    newest = [...newest.slice(-4), `${request.method()} ${request.url()}`]
    unanswered.add(request)
  })
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  /**
   * Nothing is asked for, and what was answered is drawn: the page has had time to ask for more twice and did not, and no part of it says
   * that it is busy. On a loaded machine the time alone does not do: it can pass while a part is still being loaded.
   */
  const whole = async () => {
    const begun = Date.now()
    let busy = true
    for (let before = -1; before !== asked || unanswered.size > 0 || busy; ) {
      before = asked
      busy = await page.evaluate(async (timeout) => {
        for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => requestIdleCallback(resolve, { timeout }))
        return document.querySelector('[aria-busy=true]') !== null
      }, IDLE_MS)
      if (Date.now() - begun < PATIENCE_MS) continue
      errors.push(`is not whole after ${PATIENCE_MS / 1000} s; it asked ${newest.join(', ')}`)
      unanswered.clear()
      return
    }
  }
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  await page.context().addInitScript({ path: axe })
  await page.context().addInitScript(() => {
    window.refused = []
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.refused.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  return { errors, whole }
}

/** Thai on English screens: what people have typed, the purpose that the set-up adds in its language, the language's name, a time's suffix. */
const initials = owner.firstName.charAt(0) + owner.lastName.charAt(0)
const ownThai = [owner.store, owner.firstName, owner.lastName, initials, 'ข่าวสารและโปรโมชัน', 'ไทย', 'น.']

/** Wider than this is no phone, in px. */
const PHONE = 500

/**
 * Returns faults of a screen: accessibility, names, policy violations, missing words, horizontal overflow, lack of room, and on phones
 * small targets.
 */
export async function look(page: Page, language: 'th' | 'en', mixed = false): Promise<string[]> {
  const seen = await page.evaluate(async () => {
    // Two frames: the screen has taken its new width and colours. Waited for no longer than a second, for a browser may draw none.
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
      setTimeout(resolve, 1000)
    })
    const { violations } = await window.axe.run(
      // A drawing of what LINE shows has LINE's colours. It is a picture whose name has its words.
      { exclude: ['[role="img"] > [aria-hidden="true"]'] },
      {
        resultTypes: ['violations'],
        // Not by default: people who speak to their device say the words that they see.
        rules: { 'label-content-name-mismatch': { enabled: true } },
      },
    )
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
    const content = document.querySelector('main')
    return {
      rules: violations
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
        // The list of a picker hangs at the end of the page, and belongs to the control that names it.
        .filter((rule) => rule !== 'region: div[data-portal="true"]'),
      refused: window.refused.splice(0),
      overflow: Math.max(scrollWidth - clientWidth, content ? content.scrollWidth - content.clientWidth : 0),
      // Scroll container: visually hidden content that overflows would let the page scroll into emptiness.
      below: content && getComputedStyle(content).overflowY === 'auto' ? scrollHeight - clientHeight : 0,
      // A layout rule for the neighbours of a menu also draws the closed menu.
      closed: [...document.querySelectorAll<HTMLElement>('[popover]:not(:popover-open)')].filter((one) =>
        one.checkVisibility(),
      ).length,
      text: document.body.textContent,
      names: [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((element) =>
        ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
      ),
    }
  })
  const wrong = [...seen.rules, ...seen.refused, ...(await misnamed(page))]
  wrong.push(...(await page.evaluate(cramped, ROOM)))
  if ((page.viewportSize()?.width ?? PHONE) < PHONE)
    wrong.push(...(await page.evaluate(tooSmall, THUMB)).map((control) => `a thumb misses ${control}`))
  if (seen.overflow > 0) wrong.push(`is ${seen.overflow} px wider than the screen`)
  if (seen.below > 0) wrong.push(`scrolls ${seen.below} px below its end`)
  if (seen.closed > 0) wrong.push(`shows ${seen.closed} menus that are closed`)
  const words = [seen.text, ...seen.names].join('\n')
  const hole =
    /(?<!\/)\{\w+\}|\bundefined\b|\bNaN\b|\[object|\b(common|titles|shell|table|profiles|dataSources|import\w+)[.:](?!csv)[a-z]\w+/.exec(
      words,
    )
  if (hole) wrong.push(`shows ${hole[0]}`)
  const thai =
    language === 'en' && !mixed && /[ก-๙]+/.exec(ownThai.reduce((text, own) => text.replaceAll(own, ''), words))
  if (thai) wrong.push(`says ${thai[0]} in English`)
  return wrong
}
