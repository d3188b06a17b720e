import { describe, expect, test } from 'vitest'
import { jsonFault } from './json-fault.ts'

describe('a text that is not JSON has a fault', () => {
  test.each<[string, string, [number, number]]>([
    ['after a trailing comma', '{"a": 1,\n "b": 2,\n}', [3, 1]],
    ['at a key without quotes', '{\n  name: 1\n}', [2, 3]],
    ['at a quote of another kind', "{'a': 1}", [1, 2]],
    ['at the missing comma', '{"a": 1\n"b": 2}', [2, 1]],
    ['at the missing colon', '{"a" 1}', [1, 6]],
    ['at a line break inside a text', '{"a": "one\ntwo"}', [1, 11]],
    ['at a wrong escape', '["\\x"]', [1, 3]],
    ['after a leading zero', '[01]', [1, 3]],
    ['at a word that is no literal', '[True]', [1, 2]],
    ['after the value', '{"a": 1} x', [1, 10]],
    ['at a bracket of the other kind', '{"a": [1}', [1, 9]],
    ['at its end when it is cut short', '{"a":\r\n[1, 2', [2, 6]],
    ['at its end when it is empty', '', [1, 1]],
    ['by characters, not by bytes', '{"ชื่อ": "👍", x}', [1, 15]],
  ])('%s', (_, text, [line, column]) => {
    expect(jsonFault(text)).toEqual({ line, column })
  })
})

const samples = [
  '{"a":[1,-2.5e3,true,false,null,{"b":""}],"c":"\\u0e01\\n\\"","d":{}}',
  '[[],{}, [ {"x" : 0} ] ]',
  ' "text" ',
  '-0.1E-2',
]

test('every cut, removed, doubled or replaced character has a fault exactly when JSON.parse refuses the text', () => {
  const isJson = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  for (const sample of samples)
    for (let at = 0; at <= sample.length; at++) {
      const [before, after] = [sample.slice(0, at), sample.slice(at)]
      const changed = ['{', '}', '[', ']', ',', ':', '"', '\\', '0', '-', 'e', '.', '\n', '\u0001', 'ก']
      for (const text of [
        before,
        before + after.slice(1),
        ...changed.flatMap((c) => [before + c + after, before + c + after.slice(1)]),
      ])
        expect([text, jsonFault(text) === undefined]).toEqual([text, isJson(text)])
    }
})
