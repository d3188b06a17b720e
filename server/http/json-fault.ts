/** A place in a text. Both count from 1; a column counts characters, not bytes. */
interface TextPlace {
  line: number
  column: number
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERAL = /true|false|null/y
const SPACE = /[ \t\n\r]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

/** Returns the place where a text stops being JSON; undefined if it is valid. JSON.parse names none in half of its messages. */
export function jsonFault(text: string): TextPlace | undefined {
  const at = faultAt(text)
  if (at === undefined) return undefined
  const lines = text.slice(0, at).split(/\r\n|\n|\r/)
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 }
}

/** Tokens that may come next. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'next' | 'end'

function faultAt(text: string): number | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  const afterValue = (): Expected => (open.length > 0 ? 'next' : 'end')
  for (let at = tokenEnd(SPACE, text, 0)!; ; at = tokenEnd(SPACE, text, at)!) {
    const char = text[at]
    if (char === undefined) return expected === 'end' ? undefined : at
    const within = open.at(-1)
    const closes = char === (within === '{' ? '}' : ']') && within !== undefined
    if (closes && (expected === 'next' || expected === (within === '{' ? 'first key' : 'first value'))) {
      open.pop()
      expected = afterValue()
      at++
    } else if (expected === 'next') {
      if (char !== ',') return at
      expected = within === '{' ? 'key' : 'value'
      at++
    } else if (expected === 'colon') {
      if (char !== ':') return at
      expected = 'value'
      at++
    } else if (expected === 'key' || expected === 'first key') {
      if (char !== '"') return at
      const end = stringEnd(text, at)
      if (end.fault) return end.at
      at = end.at
      expected = 'colon'
    } else if (expected === 'end') return at
    else if (char === '{' || char === '[') {
      open.push(char)
      expected = char === '{' ? 'first key' : 'first value'
      at++
    } else if (char === '"') {
      const end = stringEnd(text, at)
      if (end.fault) return end.at
      at = end.at
      expected = afterValue()
    } else {
      const end = tokenEnd(NUMBER, text, at) ?? tokenEnd(LITERAL, text, at)
      if (end === undefined) return at
      at = end
      expected = afterValue()
    }
  }
}

function tokenEnd(token: RegExp, text: string, at: number): number | undefined {
  token.lastIndex = at
  return token.test(text) ? token.lastIndex : undefined
}

/** Returns the end of a string, or its first character that is no part of one. */
function stringEnd(text: string, from: number): { at: number; fault: boolean } {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return { at: at + 1, fault: false }
    if (code < 0x20) return { at, fault: true }
    if (code !== 0x5c) continue
    const end = tokenEnd(ESCAPE, text, at)
    if (end === undefined) return { at, fault: true }
    at = end - 1
  }
  return { at: text.length, fault: true }
}
