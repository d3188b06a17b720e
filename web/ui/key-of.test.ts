import { expect, test } from 'vitest'
import { keyOf } from './key-of.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test.each([
  ['a Latin letter, whatever its case', { key: 'j', code: 'KeyJ' }, 'J'],
  ['a Latin letter in capitals', { key: 'J', code: 'KeyJ', shiftKey: true }, 'J'],
  ['a Thai letter by its place', { key: '่', code: 'KeyJ' }, 'J'],
  ['a Latin letter of another layout by what it types', { key: 'j', code: 'KeyC' }, 'J'],
  ['a slash', { key: '/', code: 'Slash' }, '/'],
  ['the slash of a Thai layout', { key: '/', code: 'Digit2' }, '/'],
  ['the place of a slash on a Thai layout', { key: 'ฝ', code: 'Slash' }, '/'],
  ['the place of a question mark on a Thai layout', { key: 'ฦ', code: 'Slash', shiftKey: true }, '?'],
  ['the question mark of a Thai layout', { key: '?', code: 'KeyM', shiftKey: true }, '?'],
  ['Ctrl and a Thai letter', { key: 'า', code: 'KeyK', ctrlKey: true }, 'Mod+K'],
  ['Cmd and a letter', { key: 'k', code: 'KeyK', metaKey: true }, 'Mod+K'],
  ['an arrow', { key: 'ArrowDown', code: 'ArrowDown' }, 'ArrowDown'],
  ['the space bar', { key: ' ', code: 'Space' }, 'Space'],
  ['Alt, which types', { key: 'j', code: 'KeyJ', altKey: true }, ''],
])('a key is named: %s', (_, pressed, name) => {
  expect(keyOf({ ...none, ...pressed })).toBe(name)
})
