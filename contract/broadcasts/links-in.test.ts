import { expect, test } from 'vitest'
import { isTrackable, linksIn, withLinks } from './links-in.ts'
import type { Message } from './messages.ts'

const text = (words: string): Message => ({ type: 'text', text: words })
const shown = (words: string) => {
  const [first] = withLinks({ messages: [text(words)], quick_replies: [] }, () => 'https://l').messages
  return (first as { text: string }).text
}

test.each([
  ['ดู https://shop.example/a ได้เลย', 'ดู https://l ได้เลย'],
  ['(https://shop.example/a).', '(https://l).'],
  ['https://shop.example/a_(b)', 'https://l'],
  ['ไปที่ https://shop.example/a?b=1&c=%E0#d!', 'ไปที่ https://l!'],
  ['HTTPS://Shop.Example/A', 'https://l'],
  ['https://shop.example/a\nhttps://shop.example/b', 'https://l\nhttps://l'],
  // Kept: where the address ends is uncertain, or it is none for the web.
  ['https://shop.example/aครับ', 'https://shop.example/aครับ'],
  ['https://shop.example/\ufffc', 'https://shop.example/\ufffc'],
  ['http://shop.example/a', 'http://shop.example/a'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['https://', 'https://'],
  ['https://line.me/R/ti/p/@ruam', 'https://line.me/R/ti/p/@ruam'],
  [`https://shop.example/${'a'.repeat(4000)}`, `https://shop.example/${'a'.repeat(4000)}`],
])('%j becomes %j', (words, expected) => {
  expect(shown(words)).toBe(expected)
})

test('links of buttons, quick replies and actions of flex are replaced, and pictures are not', () => {
  const uri = (value: string) => ({ label: 'ก', type: 'uri' as const, value })
  const flex = {
    type: 'bubble',
    hero: { type: 'image', url: 'https://shop.example/a.jpg', action: { type: 'uri', uri: 'https://shop.example/1' } },
    footer: { action: { type: 'uri', uri: 'https://shop.example/2', altUri: { desktop: 'https://shop.example/3' } } },
    body: { action: { type: 'uri', uri: 'javascript:alert(1)' } },
  }
  const written = {
    messages: [
      { type: 'template', alt_text: '', title: '', text: 'ดู', actions: [uri('https://shop.example/4'), uri('tel:1')] },
      { type: 'flex', alt_text: '', contents: JSON.stringify(flex) },
    ] satisfies Message[],
    quick_replies: [
      uri('https://shop.example/5'),
      { label: 'ข', type: 'message' as const, value: 'https://shop.example' },
    ],
  }
  const targets = linksIn(written).map(({ message, target }) => `${message} ${target.slice(-1)}`)
  expect(targets.toSorted()).toEqual(['0 4', '1 1', '1 2', '1 3', '1 5'])
  const { messages } = withLinks(written, (target) => target.replace('shop', 'l'))
  expect(JSON.parse((messages[1] as { contents: string }).contents).hero.url).toBe('https://shop.example/a.jpg')
})

test('a text that would grow beyond 5,000 letters keeps its links', () => {
  const words = `${'ก'.repeat(4980)} https://a.example`
  const replaced = withLinks(
    { messages: [text(words)], quick_replies: [] },
    () => `https://m.example/l/${'x'.repeat(30)}`,
  )
  expect(replaced.messages[0]).toEqual(text(words))
})

test('flex of 24,000 nested brackets is left as it is', () => {
  const contents = `${'['.repeat(24_000)}${']'.repeat(24_000)}`
  const written = { messages: [{ type: 'flex' as const, alt_text: '', contents }], quick_replies: [] }
  expect(withLinks(written, () => 'x').messages[0]).toMatchObject({ contents })
})

test('only https outside of LINE is trackable', () => {
  const targets = [
    'https://a.example',
    'http://a.example',
    'line://ti',
    'tel:1',
    'javascript:alert(1)',
    'https://lin.ee/x',
  ]
  expect(targets.filter(isTrackable)).toEqual(['https://a.example'])
})
