import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FlexPreview } from './FlexPreview.tsx'
import { bubblesOf } from './parts.ts'

const drawn = (contents: unknown) => {
  const bubbles = bubblesOf(typeof contents === 'string' ? contents : JSON.stringify(contents))
  // Without the words that are read out.
  return bubbles && renderToStaticMarkup(createElement(FlexPreview, { bubbles })).replace(/ aria-label="[^"]*"/g, '')
}
const name = 'a'.repeat(43)
const bubble = {
  type: 'bubble',
  hero: { type: 'image', url: `https://shop.example/media/${name}`, size: 'full', aspectRatio: '20:13' },
  body: {
    ...{ type: 'box', layout: 'vertical', spacing: 'md', backgroundColor: '#FAFAFA' },
    contents: [
      { type: 'text', text: 'ลดฤดูหนาว', weight: 'bold', size: 'xl', color: '#17752F' },
      { type: 'box', layout: 'baseline', contents: [{ type: 'text', text: 'เหลือ', flex: 0 }, { type: 'separator' }] },
      { type: 'image', url: 'https://other.example/a.png' },
    ],
  },
  footer: {
    type: 'box',
    layout: 'vertical',
    contents: [
      { type: 'button', style: 'primary', action: { type: 'uri', label: 'ดูสินค้า', uri: 'https://shop.example' } },
    ],
  },
}

test('a bubble is drawn with its texts, buttons and pictures, those of other servers as frames', () => {
  const html = drawn(bubble)!
  for (const part of ['ลดฤดูหนาว', 'เหลือ', 'ดูสินค้า', `src="/media/${name}"`, 'aspect-ratio:20 / 13', 'other.example'])
    expect(html).toContain(part)
  expect(html).toContain('color:#17752F;font-size:22px;font-weight:700')
  expect(html).not.toContain('src="https:')
})

test('a carousel is drawn with each of its bubbles', () => {
  expect(drawn({ type: 'carousel', contents: [bubble, bubble] })!.split('ลดฤดูหนาว')).toHaveLength(3)
})

test.each([
  ['text that is no JSON', '{'],
  ['a part in place of a bubble', { type: 'box', layout: 'vertical', contents: [] }],
  ['an empty carousel', { type: 'carousel', contents: [] }],
  ['null', null],
])('%s is not drawn', (_, contents) => {
  expect(drawn(contents)).toBeUndefined()
})

test('a message with unknown, endless or dangerous parts is drawn without them', () => {
  let deep: object = { type: 'text', text: 'ลึก' }
  for (let level = 0; level < 1000; level++) deep = { type: 'box', layout: 'vertical', contents: [deep] }
  const many = Array.from({ length: 2000 }, () => ({ type: 'text', text: 'ซ้ำ' }))
  const odd = [
    { type: 'text', text: '<script>', color: 'url(https://evil.example)', size: 'constructor' },
    { type: 'hologram' },
    { type: 'image', url: 5, aspectRatio: '0:0' },
    { type: 'button', action: 'tap' },
    7,
  ]
  const html = drawn({ type: 'bubble', body: { type: 'box', contents: [...odd, deep, ...many] } })!
  expect(html).toContain('&lt;script&gt;')
  for (const left of ['evil.example', 'ลึก', 'native code']) expect(html).not.toContain(left)
  expect(html.split('ซ้ำ').length).toBeLessThan(400)
})
