import type { Page } from '@playwright/test'
import { messageLimits } from '@ruam/contract/broadcasts/messages.ts'
import { paintedPicture } from '../server/testing/broadcasts/picture.testing.ts'
import { examples } from '../web/broadcasts/flex/examples.testing.ts'
import { expectedRectangles, type Rectangle } from '../web/broadcasts/flex/expected.testing.ts'
import { templateOf } from '../web/broadcasts/flex/templates.ts'
import { callsOf } from './calls.ts'
import { openPart } from './composer.ts'
import { expect, test } from './line-store.ts'
import { look, readyToLook } from './look.ts'

const titles = ['a badge over a picture', 'a receipt', 'cards beside each other']

/** Reads the rectangles of a drawn message in pixels of LINE. Scaled to a narrow preview, fonts are rounded to whole pixels. */
const drawnIn = (page: Page, place: number) =>
  page
    .getByRole('region', { name: 'Flex', exact: true })
    .nth(place)
    .evaluate((region) => {
      region.querySelector<HTMLElement>('[aria-hidden]')!.style.zoom = '1'
      const parts = [...region.querySelectorAll('[data-at]')]
      const zero = parts[0]!.getBoundingClientRect()
      return parts.map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect()
        return { at: part.getAttribute('data-at')!, x: left - zero.left, y: top - zero.top, width, height }
      })
    })

const apart = (one: Rectangle, other: Rectangle) =>
  Math.max(...(['x', 'y', 'width', 'height'] as const).map((side) => Math.abs(one[side] - other[side])))

/** How far the baseline of the page's font lies below the top of its line, of a font of 1 px. */
const ascentIn = (page: Page) =>
  page.evaluate(() => {
    const line = document.body.appendChild(document.createElement('p'))
    line.style.cssText = 'position: fixed; top: 0; margin: 0; font-size: 100px; line-height: 1.4'
    line.append(document.createElement('img'), 'x')
    const { bottom } = line.querySelector('img')!.getBoundingClientRect()
    line.remove()
    return bottom / 100
  })

for (const { name, drawn, verify } of [
  { name: 'three messages', drawn: examples.filter(([title]) => titles.includes(title)), verify: [] },
  { name: 'twenty messages', drawn: examples, verify: ['@verify'] },
])
  test(`the composer draws every box of ${name} where LINE puts it`, { tag: verify }, async ({ page }) => {
    for (let first = 0; first < drawn.length; first += messageLimits.messages) {
      const shown = drawn.slice(first, first + messageLimits.messages)
      const { id } = await callsOf(page.request).post('/broadcast', {
        name: 'แบบการ์ด',
        messages: shown.map(([title, contents]) => ({
          type: 'flex',
          alt_text: title,
          contents: JSON.stringify(contents),
        })),
      })
      await page.goto(`broadcast/edit/${id}`)
      await expect(page.getByRole('region', { name: 'Flex', exact: true })).toHaveCount(shown.length)
      const ascent = await ascentIn(page)
      for (const [place, [title, contents]] of shown.entries()) {
        await expect(async () => {
          const seen = new Map((await drawnIn(page, place)).map((one) => [one.at, one]))
          const faults = [...expectedRectangles(contents, ascent)]
            .filter(([at, { whole }]) => !seen.has(at) || apart(seen.get(at)!, whole) > 1)
            .map(([at]) => `${title}: ${at}`)
          expect(faults).toEqual([])
        }).toPass({ timeout: 20_000 })
        const region = page.getByRole('region', { name: 'Flex', exact: true }).nth(place)
        if (process.env.PICTURES)
          await region.screenshot({ path: `${process.env.PICTURES}/flex-${first + place + 1}.png` })
      }
    }
  })

for (const { width, height, verify } of [
  { width: 1366, height: 900, verify: [] },
  { width: 390, height: 844, verify: ['@verify'] },
]) {
  test(`a card is made from a design without its JSON, and a fault in its JSON is named with its place, at ${width} px`, {
    tag: verify,
  }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const calls = callsOf(page.request)
    const { id } = await calls.post('/broadcast', {
      name: `การ์ด ${width}`,
      messages: [{ type: 'flex', alt_text: '', contents: '' }],
    })
    const { errors, whole } = await readyToLook(page)
    await page.goto(`broadcast/edit/${id}`)
    await openPart(page, 'ข้อความ')
    await page.getByRole('button', { name: 'เลือกแบบการ์ด', exact: true }).click()
    const designs = page.getByRole('dialog', { name: 'เลือกแบบการ์ด' })
    await expect(designs.getByRole('listitem')).toHaveCount(8)
    await whole()
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/flex-designs-${width}.png` })
    expect(await look(page, 'th', true)).toEqual([])
    await designs.getByRole('button', { name: 'สินค้า' }).click()
    await expect(designs).toBeHidden()

    await page.getByLabel('หัวข้อ').first().fill('ดริปแบ็กดอยแม่สลอง')
    await page.getByLabel('คำบนปุ่ม').fill('ซื้อเลย')
    await page.getByLabel('ลิงก์', { exact: true }).fill('https://shop.example/drip')
    const buffer = await paintedPicture(800, 520)
    await page.locator('input[type=file]').setInputFiles({ name: 'ดริป.png', mimeType: 'image/png', buffer })
    await expect(page.getByRole('img', { name: 'รูปในการ์ด' })).toBeVisible()
    await page.getByRole('button', { name: 'เพิ่มการ์ด' }).click()
    await page.getByRole('region', { name: 'การ์ดที่ 2' }).getByLabel('หัวข้อ').first().fill('คุกกี้เนยสด')
    await expect(async () => {
      const { messages } = (await calls.get(`/broadcast/${id}`)) as { messages: { contents: string }[] }
      const { type, contents } = JSON.parse(messages[0]!.contents) as {
        type: string
        contents: { hero: { url: string } }[]
      }
      expect([type, contents.length]).toEqual(['carousel', 2])
      expect(contents[0]!.hero.url).toMatch(/^\/media\/[\w-]{43}$/)
      for (const words of ['ดริปแบ็กดอยแม่สลอง', 'ซื้อเลย', 'https://shop.example/drip', 'คุกกี้เนยสด'])
        expect(messages[0]!.contents).toContain(words)
    }).toPass()
    await whole()
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/flex-fields-${width}.png`, fullPage: true })
    expect(await look(page, 'th', true)).toEqual([])

    await page.getByText('JSON ของการ์ด').first().click()
    const json = page.getByRole('textbox', { name: 'JSON ของการ์ด' })
    await json.fill((await json.inputValue()).replace('"#0B6173"', '"teal"'))
    await expect(page.getByText('contents[0].body.contents[2].color สีต้องเขียนแบบ #0B6173')).toBeVisible()
    await expect(page.getByRole('button', { name: 'ข้อความที่ 1: สีต้องเขียนแบบ #0B6173' })).toBeVisible()
    await whole()
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/flex-fault-${width}.png`, fullPage: true })
    expect(await look(page, 'th', true)).toEqual([])
    expect(errors).toEqual([])
  })
}

test('designs and fields of cards are whole in English, on a desk and on a phone', { tag: '@verify' }, async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('ruam.preference.all', JSON.stringify({ language: 'en' })))
  const { id } = await callsOf(page.request).post('/broadcast', {
    name: 'Menu of the month',
    messages: [{ type: 'flex', alt_text: 'Menu', contents: JSON.stringify(templateOf('menu', 'en')) }],
  })
  const { errors, whole } = await readyToLook(page)
  const found: string[] = []
  for (const size of [
    { width: 1366, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(`broadcast/edit/${id}`)
    const part = page.getByRole('button', { name: /^Messages: / })
    if (size.width < 700) await part.click()
    const other = page.getByRole('button', { name: 'Choose another design' })
    await expect(other).toBeVisible()
    await whole()
    found.push(...(await look(page, 'en', true)))
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/flex-en-${size.width}.png` })
    await other.click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(8)
    await whole()
    found.push(...(await look(page, 'en', true)))
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/flex-en-designs-${size.width}.png` })
  }
  expect([...found, ...errors]).toEqual([])
})
