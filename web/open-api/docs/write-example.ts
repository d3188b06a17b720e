import type { ExampleRequest } from './example-request.ts'

export const exampleLanguages = ['curl', 'JavaScript', 'PHP', 'Python'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

/** Words of a language for values of JSON. */
interface Literals {
  indent: number
  true: string
  false: string
  null: string
  /** Brackets of an object, and what stands between a key and its value. */
  object: readonly [open: string, close: string, between: string]
}

const json: Literals = { indent: 2, true: 'true', false: 'false', null: 'null', object: ['{', '}', ': '] }
const php: Literals = { ...json, indent: 4, object: ['[', ']', ' => '] }
const python: Literals = { ...json, indent: 4, true: 'True', false: 'False', null: 'None' }

/** Backslash and quote are escaped alike in JavaScript, PHP and Python. */
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function literal(value: unknown, words: Literals, depth: number): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'boolean') return value ? words.true : words.false
  if (value === null) return words.null
  if (typeof value !== 'object') return String(value)
  const [open, close, between] = words.object
  const isList = Array.isArray(value)
  const parts = Object.entries(value).map(
    ([key, part]) => (isList ? '' : `${quoted(key)}${between}`) + literal(part, words, depth + 1),
  )
  const [first, last] = isList ? ['[', ']'] : [open, close]
  if (parts.length === 0) return first + last
  const inner = ' '.repeat(words.indent * (depth + 1))
  return `${first}\n${parts.map((part) => `${inner}${part},\n`).join('')}${' '.repeat(words.indent * depth)}${last}`
}

const indented = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`)

function curl({ method, url, headers, body }: ExampleRequest): string {
  const isUsual = method === (body === undefined ? 'GET' : 'POST')
  const lines = [
    `curl ${isUsual ? '' : `-X ${method} `}${/[?&]/.test(url) ? `"${url}"` : url}`,
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined
      ? []
      : [`-d '${indented(JSON.stringify(body, null, 2), 2).replaceAll("'", String.raw`'\''`)}'`]),
  ]
  return lines.join(' \\\n  ')
}

function javascript({ method, url, headers, body }: ExampleRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    `headers: ${literal(Object.fromEntries(headers), json, 1)},`,
    ...(body === undefined ? [] : [`body: JSON.stringify(${literal(body, json, 1)}),`]),
  ]
  return `const response = await fetch('${url}', {
  ${options.join('\n  ')}
})
console.log(response.status, await response.text())`
}

function phpOf({ method, url, headers, body }: ExampleRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}',`]),
    'CURLOPT_RETURNTRANSFER => true,',
    `CURLOPT_HTTPHEADER => ${literal(
      headers.map(([name, value]) => `${name}: ${value}`),
      php,
      1,
    )},`,
    ...(body === undefined ? [] : [`CURLOPT_POSTFIELDS => json_encode(${literal(body, php, 1)}),`]),
  ]
  return `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
    ${options.join('\n    ')}
]);
$answer = curl_exec($request);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $answer;`
}

function pythonOf({ method, url, headers, body }: ExampleRequest): string {
  const parts = [
    `'${url}',`,
    `headers=${literal(Object.fromEntries(headers), python, 1)},`,
    ...(body === undefined ? [] : [`json=${literal(body, python, 1)},`]),
  ]
  return `# pip install requests
import requests

response = requests.${method.toLowerCase()}(
    ${parts.join('\n    ')}
)
print(response.status_code, response.text)`
}

const writers: Record<ExampleLanguage, (request: ExampleRequest) => string> = {
  curl,
  JavaScript: javascript,
  PHP: phpOf,
  Python: pythonOf,
}

/** Writes a request as a program that can be run as it is. */
export const writeExample = (language: ExampleLanguage, request: ExampleRequest): string => writers[language](request)
