import { describe, expect, test } from 'vitest'
import { flexFaults } from './flex-faults.ts'
import type { FlexReason } from './flex-values.ts'

const uri = { type: 'uri', label: 'ดู', uri: 'https://shop.example' }
const text = { type: 'text', text: 'สวัสดี' }
const image = { type: 'image', url: 'https://shop.example/a.jpg' }
const box = (...contents: unknown[]) => ({ type: 'box', layout: 'vertical', contents })
const body = (...contents: unknown[]) => ({ type: 'bubble', body: box(...contents) })
const button = (action: unknown) => ({ type: 'button', action })
const carousel = (...contents: unknown[]) => ({ type: 'carousel', contents })
const nested = (depth: number): object => (depth === 0 ? text : box(nested(depth - 1)))
const whole = body(text)

const planted: readonly (readonly [title: string, contents: unknown, at: string, reason: FlexReason])[] = [
  ['a bubble of 30 kB', body({ ...text, text: 'x'.repeat(30_000) }), '', 'too_big'],
  ['a carousel of 50 kB', carousel(...Array(4).fill(body({ ...text, text: 'x'.repeat(13_000) }))), '', 'too_big'],
  ['30 boxes in each other', { type: 'bubble', body: nested(30) }, `body${'.contents[0]'.repeat(20)}`, 'too_deep'],
  ['an unknown component', body(text, { type: 'hologram' }), 'body.contents[1].type', 'unknown_type'],
  ['an unknown container', { type: 'balloon', body: box(text) }, '', 'not_flex'],
  ['an unknown property', body(text, { ...text, colour: '#000000' }), 'body.contents[1].colour', 'unknown_key'],
  ['a colour by its name', body(text, text, { ...text, color: 'red' }), 'body.contents[2].color', 'wrong_colour'],
  ['a size that LINE lacks', body({ ...text, size: 'huge' }), 'body.contents[0].size', 'wrong_size'],
  ['a margin in percent', body({ ...text, margin: '5%' }), 'body.contents[0].margin', 'wrong_size'],
  ['a box without contents', { type: 'bubble', body: { type: 'box', layout: 'vertical' } }, 'body.contents', 'missing'],
  ['a bubble without blocks', { type: 'bubble', size: 'nano' }, 'body', 'missing'],
  ['a text without words', body({ type: 'text' }), 'body.contents[0].text', 'missing'],
  ['13 bubbles', carousel(...Array(13).fill(whole)), 'contents', 'too_many'],
  ['an empty carousel', carousel(), 'contents', 'missing'],
  ['bubbles of two widths', carousel(whole, { ...whole, size: 'kilo' }), 'contents[1].size', 'uneven'],
  ['a button without a label', body(button({ type: 'uri', uri: uri.uri })), 'body.contents[0].action.label', 'missing'],
  [
    'a link that runs a script',
    body(button({ ...uri, uri: 'javascript:alert(1)' })),
    'body.contents[0].action.uri',
    'not_https',
  ],
  ['an action that LINE lacks', body(button({ ...uri, type: 'link' })), 'body.contents[0].action.type', 'unknown_type'],
  [
    'a link of 4,000 letters',
    body(button({ ...uri, uri: `https://shop.example/${'a'.repeat(4000)}` })),
    'body.contents[0].action.uri',
    'too_long',
  ],
  [
    'a picture without https',
    body({ ...image, url: 'http://shop.example/a.jpg' }),
    'body.contents[0].url',
    'not_https',
  ],
  [
    'a picture four times as high',
    body({ ...image, aspectRatio: '1:4' }),
    'body.contents[0].aspectRatio',
    'wrong_ratio',
  ],
  [
    'a picture in a line of text',
    { type: 'bubble', body: { ...box(text, image), layout: 'baseline' } },
    'body.contents[1]',
    'not_here',
  ],
  ['an icon in a column', body({ ...image, type: 'icon' }), 'body.contents[0]', 'not_here'],
  ['a text as the picture of a bubble', { type: 'bubble', hero: text }, 'hero', 'not_here'],
  [
    'a video in a carousel',
    carousel({ type: 'bubble', hero: { ...image, type: 'video', previewUrl: image.url, altContent: image } }),
    'contents[0].hero',
    'not_here',
  ],
  [
    'a gradient of one colour',
    {
      type: 'bubble',
      body: { ...box(text), background: { type: 'linearGradient', angle: '0deg', startColor: '#FFFFFF' } },
    },
    'body.background.endColor',
    'missing',
  ],
  ['half a part', body({ ...text, flex: 1.5 }), 'body.contents[0].flex', 'wrong_value'],
  ['a switch as a word', body({ ...text, wrap: 'yes' }), 'body.contents[0].wrap', 'wrong_value'],
  ['a component of null', body(text, null), 'body.contents[1]', 'wrong_value'],
  ['contents that are no list', { type: 'bubble', body: { ...box(), contents: text } }, 'body.contents', 'wrong_value'],
]

describe('a fault is named at its place', () => {
  test.each(planted)('%s', (_, contents, at, reason) => {
    expect(flexFaults(JSON.stringify(contents))).toContainEqual(expect.objectContaining({ at, reason }))
  })
})

test('a text that is no JSON is named as such', () => {
  expect(flexFaults('{')).toEqual([{ at: '', reason: 'not_json' }])
  expect(flexFaults('"bubble"')).toEqual([{ at: '', reason: 'not_flex' }])
})

test('a message with everything that LINE takes has no fault', () => {
  const video = {
    type: 'video',
    url: 'https://a.example/a.mp4',
    previewUrl: 'https://a.example/a.jpg',
    altContent: image,
  }
  const rich = {
    ...{
      type: 'bubble',
      size: 'giga',
      direction: 'rtl',
      action: uri,
      hero: { ...video, aspectRatio: '20:13', action: uri },
    },
    styles: { body: { backgroundColor: '#FFFFFF', separator: true, separatorColor: '#00000080' } },
    header: box({
      ...text,
      contents: [{ type: 'span', text: 'ก', size: 'xs', decoration: 'underline' }],
      lineSpacing: '4px',
    }),
    body: {
      ...{
        ...box({ ...image, url: `/media/${'a'.repeat(43)}`, size: '50%', animated: true }, { type: 'separator' }),
        spacing: '2.5px',
      },
      ...{
        paddingAll: '5%',
        offsetTop: '-4px',
        borderWidth: 'semi-bold',
        cornerRadius: 'xxl',
        maxWidth: '90%',
        height: '300px',
      },
      background: {
        type: 'linearGradient',
        angle: '359.5deg',
        startColor: '#FFFFFF',
        endColor: '#000000',
        centerPosition: '10%',
      },
    },
    footer: { ...box({ ...image, type: 'icon', size: '3xl' }, { type: 'filler', flex: 2 }), layout: 'baseline' },
  }
  expect(flexFaults(JSON.stringify(rich))).toEqual([])
  const actions = [
    ...[
      uri,
      { type: 'message', label: 'ก', text: 'ก' },
      { type: 'postback', label: 'ก', data: 'a=1', displayText: 'ก' },
    ],
    ...[
      { type: 'clipboard', label: 'ก', clipboardText: 'CODE' },
      { type: 'datetimepicker', label: 'ก', data: 'a', mode: 'date' },
    ],
  ]
  expect(flexFaults(JSON.stringify(carousel(...Array(12).fill(body(...actions.map(button))))))).toEqual([])
})

test('50 kB of brackets are refused, not followed', () => {
  expect(flexFaults(`${'['.repeat(24_000)}${']'.repeat(24_000)}`)).toEqual([{ at: '', reason: 'not_flex' }])
  const deep = `${'{"type":"box","layout":"vertical","contents":['.repeat(900)}${']}'.repeat(900)}`
  expect(flexFaults(`{"type":"bubble","body":${deep}}`).map(({ reason }) => reason)).toEqual(['too_deep'])
})
