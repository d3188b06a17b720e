import { type Browser, chromium, type Page } from 'playwright'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chromiumPath } from '../../../tools/chromium.ts'
import { examples } from './examples.testing.ts'
import { expectedRectangles, type Rectangle } from './expected.testing.ts'
import { FlexPreview } from './FlexPreview.tsx'
import type { Json } from './make.ts'
import { bubblesOf } from './parts.ts'

let browser: Browser
let page: Page
/** How far the baseline of the page's font lies below the top of its line, of a font of 1 px. */
let ascent: number
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
  page = await browser.newPage({ viewport: { width: 800, height: 1200 } })
  await page.setContent(
    '<body style="margin:0"><p style="font:100px/1.4 sans-serif;margin:0"><i style="display:inline-block"></i>x</p>',
  )
  ascent = (await page.evaluate(() => document.querySelector('i')!.getBoundingClientRect().bottom)) / 100
})
afterAll(() => browser.close())

/** Reads the rectangles of a drawn message, relative to its first bubble. */
async function drawnRectangles(contents: Json) {
  const bubbles = bubblesOf(JSON.stringify(contents))!
  const row = 'display:flex;align-items:flex-start;width:max-content'
  const html = renderToStaticMarkup(createElement(FlexPreview, { bubbles })).replace(
    'aria-hidden="true" style="',
    `$&${row};`,
  )
  await page.setContent(`<style>* { margin: 0; font-family: sans-serif }</style>${html}`)
  return page.evaluate(() => {
    const of = ({ left, top, width, height }: DOMRect) => ({ x: left - zero.left, y: top - zero.top, width, height })
    const parts = [...document.querySelectorAll('[data-at]')]
    const zero = parts[0]!.getBoundingClientRect()
    return parts.map((part) => ({
      at: part.getAttribute('data-at')!,
      whole: of(part.getBoundingClientRect()),
      content: part.firstElementChild && of(part.firstElementChild.getBoundingClientRect()),
    }))
  })
}

const apart = (one: Rectangle, other: Rectangle) =>
  Math.max(...(['x', 'y', 'width', 'height'] as const).map((side) => Math.abs(one[side] - other[side])))
const rounded = (one: Rectangle) =>
  [one.x, one.y, one.width, one.height].map((side) => Math.round(side * 10) / 10).join(' ')

test.each(examples)('every box is where LINE puts it: %s', async (_, contents) => {
  const drawn = new Map((await drawnRectangles(contents)).map((one) => [one.at, one]))
  const faults: string[] = []
  for (const [at, { whole, content }] of expectedRectangles(contents, ascent)) {
    const seen = drawn.get(at)
    if (!seen || apart(seen.whole, whole) > 1)
      faults.push(`${at}: ${seen && rounded(seen.whole)}, not ${rounded(whole)}`)
    else if (content && apart(seen.content!, content) > 1)
      faults.push(`content of ${at}: ${rounded(seen.content!)}, not ${rounded(content)}`)
  }
  expect(faults).toEqual([])
})
