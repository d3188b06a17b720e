#!/usr/bin/env node
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import Papa from 'papaparse'
import { connect, type Ruam } from './client.ts'
import { RuamError } from './errors.ts'
import { readKept, writeKept } from './kept.ts'
import { listen } from './listen.ts'
import { writeTypes } from './write-types.ts'

const help = `ruam login                          keeps the address and the key of a store on this computer
ruam send FILE.csv [--dry-run]      sends customers; the first row names the fields
ruam listen URL [--from-now]        posts every change to a program on this computer, in order and signed as
                                    webhooks are; goes on where it stopped
ruam logs [--status ok|failed|refused] [--request ID]
                                    shows the last requests of this key, the newest last
ruam types [--out FILE]             writes the types of the store's fields
`
/** Customers of one request. */
const BLOCK = 1000
const LOGIN = 'login.json'

interface Login {
  address: string
  credential: string
}

async function login(): Promise<void> {
  const lines = createInterface({ input: process.stdin })
  // Lines of a pipe arrive at once: an iterator keeps the second one.
  const line = lines[Symbol.asyncIterator]()
  const ask = async (question: string) => {
    process.stderr.write(question)
    return String((await line.next()).value ?? '').trim()
  }
  const address = new URL(await ask('Address, as https://cdp.example.com: ')).origin
  const credential = await ask('API key: ')
  lines.close()
  await connect({ address, credential }).get('/open-api/v1/fields')
  writeKept(LOGIN, { address, credential } satisfies Login)
  console.log(`Signed in to ${address}.`)
}

function keptLogin(): Login {
  const login = readKept<Login>(LOGIN)
  if (!login) throw new Error('Run `ruam login` first.')
  return login
}

const signedIn = (): Ruam => connect({ ...keptLogin(), language: 'en' })

/** Sends the rows of a file. Each block has a key made of its content, so that the file may be sent again after a break. */
async function send(ruam: Ruam, file: string, dryRun: boolean): Promise<void> {
  const { data, errors } = Papa.parse<Record<string, string>>(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  })
  const [broken] = errors
  if (broken) throw new Error(`Row ${(broken.row ?? 0) + 2} of ${file}: ${broken.message}`)
  const counts = new Map<string, number>()
  for (let from = 0; from < data.length; from += BLOCK) {
    const items = data.slice(from, from + BLOCK).map((values) => ({ values: filled(values) }))
    const key = createHash('sha256')
      .update(JSON.stringify([from, items]))
      .digest('hex')
    const header = dryRun ? ({ 'Ruam-Dry-Run': 'true' } as const) : { 'Idempotency-Key': key }
    const answer = await ruam.post('/open-api/v1/profiles/batch', { params: { header }, body: { items } })
    if (answer.status === 'waiting') counts.set('waiting', (counts.get('waiting') ?? 0) + items.length)
    for (const { status, index, message } of answer.results ?? []) {
      counts.set(status, (counts.get(status) ?? 0) + 1)
      if (message) console.error(`Row ${from + index + 2}: ${message}`)
    }
  }
  for (const [status, count] of counts) console.log(`${status}: ${count}`)
}

/** An empty cell says nothing about the customer. */
const filled = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** Outcomes of requests, as the server names them. */
const outcomes = ['ok', 'failed', 'refused'] as const

/** Prints the last requests of the key: time, status, milliseconds, call, items, error and number of the request. */
async function logs(ruam: Ruam, { status, request }: { status?: string; request?: string }): Promise<void> {
  const outcome = outcomes.find((one) => one === status)
  if (status !== undefined && !outcome) throw new Error(`--status is one of ${outcomes.join(', ')}.`)
  const query = { ...(outcome && { outcome }), ...(request !== undefined && { request_id: request }) }
  const { data } = await ruam.get('/open-api/v1/requests', { params: { query } })
  for (const { at, status, duration_ms, call, items, failed, error, request_id } of data.toReversed()) {
    const counts = items === null ? '' : `${items} items${failed ? `, ${failed} failed` : ''}`
    console.log([at, status, `${duration_ms} ms`, call, counts, error ?? '', request_id].join('\t'))
  }
}

async function types(ruam: Ruam, out?: string): Promise<void> {
  const text = writeTypes(await ruam.get('/open-api/v1/fields'))
  if (out === undefined) process.stdout.write(text)
  else writeFileSync(out, text)
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      'from-now': { type: 'boolean' },
      status: { type: 'string' },
      request: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const [command, target] = positionals
  if (command === 'login') return login()
  if (command === 'send' && target) return send(signedIn(), target, values['dry-run'] ?? false)
  if (command === 'listen' && target) {
    return listen(signedIn(), { ...keptLogin(), url: target, fromNow: values['from-now'] ?? false })
  }
  if (command === 'logs') return logs(signedIn(), values)
  if (command === 'types') return types(signedIn(), values.out)
  process.stdout.write(help)
  process.exitCode = command === undefined || command === 'help' ? 0 : 2
}

try {
  await run()
} catch (error) {
  const id = error instanceof RuamError && error.requestId ? ` (request ${error.requestId})` : ''
  console.error(`${error instanceof Error ? error.message : String(error)}${id}`)
  process.exitCode = 1
}
