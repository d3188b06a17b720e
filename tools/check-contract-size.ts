// Benchmark of types: a generated contract of 250 endpoints, with handlers and one web call each, is type-checked at once. Prints the
// seconds; fails above the limit.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FEATURES = 25
const ENDPOINTS = 10
const BAR_SECONDS = 6

const root = fileURLToPath(new URL('..', import.meta.url))
// Inside of node_modules: there the packages resolve as for our own code, and git looks away.
const folder = mkdtempSync(join(root, 'node_modules', '.contract-size-'))
const ours = '../..'

const contractOf = (feature: number) => `
import { z } from 'zod'
import { byId, Description, Direction, Id, Keyword, Name, Page, pageOf, sortBy, Time, TimeText } from '${ours}/contract/common.ts'
import { feature } from '${ours}/contract/endpoint.ts'

export const Thing${feature} = z.object({
  id: Id, name: z.string(), description: z.string(), kind: z.enum(['a', 'b', 'c']), enabled: z.boolean(), count: z.int(),
  author: z.object({ id: Id, name: z.string() }).nullable(), tags: z.array(z.object({ id: Id, name: z.string(), color: z.string() })),
  created_at: Time, updated_at: Time,
})
const body = z.strictObject({
  name: Name, description: Description.default(''), kind: z.enum(['a', 'b', 'c']), tag_ids: z.array(Id).max(20), from: TimeText.optional(),
  rule: z.strictObject({ condition: z.enum(['and', 'or']), values: z.array(z.union([z.string(), z.number(), z.null()])) }).optional(),
})
const query = Page.extend({
  keyword: Keyword.optional(), created_from: TimeText.optional(), sort_by: sortBy(['name', 'updated_at'], 'name'), sort_dir: Direction.default('asc'),
})
export const feature${feature} = feature({
${Array.from({ length: ENDPOINTS }, (_, n) => endpointOf(feature, n)).join('\n')}
})
`

function endpointOf(feature: number, n: number): string {
  const path = `/feature${feature}/part${n}`
  const read = "permission: 'cdp-core.label.read'"
  const write = "permission: ['cdp-core.label.create', 'cdp-core.label.edit']"
  return [
    `  e${n}: { method: 'GET', path: '${path}', ${read}, query, response: pageOf(Thing${feature}) },`,
    `  e${n}: { method: 'GET', path: '${path}/{id}', ${read}, params: byId, response: Thing${feature}.extend({ extra${n}: z.number().nullable() }) },`,
    `  e${n}: { method: 'POST', path: '${path}', ${write}, audit: 'thing_made', body, response: z.object({ id: Id }), errors: ['name_taken'] },`,
    `  e${n}: { method: 'PUT', path: '${path}/{id}', ${write}, audit: false, params: byId, body: body.extend({ origin_time: Time }), stale: Thing${feature} },`,
  ][n % 4]!
}

const routesOf = (feature: number) => `
import { implement } from '${ours}/server/core/implement.ts'
import { pageAnswer } from '${ours}/server/core/page.ts'
import { feature${feature} } from './contract${feature}.ts'

const thing = {
  id: 1, name: 'x', description: '', kind: 'a' as const, enabled: true, count: 1, author: null, tags: [], created_at: '', updated_at: '',
}
export const routes${feature} = implement(feature${feature}, {
${Array.from({ length: ENDPOINTS }, (_, n) => handlerOf(n)).join('\n')}
})
`

function handlerOf(n: number): string {
  return [
    `  e${n}: async ({ query }) => pageAnswer(query, query.keyword ? [thing] : [], 1),`,
    `  async e${n}({ params, fail }) {
    if (params.id > 1) throw fail('not_found')
    return { ...thing, id: params.id, extra${n}: null }
  },`,
    `  async e${n}({ body, fail, audit, user }) {
    if (body.name === '') throw fail('name_taken')
    await audit(body.kind, user.id)
    return { id: body.tag_ids.length }
  },`,
    `  async e${n}({ params, body, stale }) {
    if (body.origin_time < body.description) throw stale({ ...thing, id: params.id })
  },`,
  ][n % 4]!
}

const webOf = (feature: number) => `
import { call } from '${ours}/web/core/api.ts'
import { feature${feature} as f } from './contract${feature}.ts'

export async function use${feature}() {
  const seen: (string | number)[] = []
${Array.from({ length: ENDPOINTS }, (_, n) => callOf(n)).join('\n')}
  return seen
}
`

function callOf(n: number): string {
  const body = "{ name: 'x', kind: 'a', tagIds: [1] }"
  return [
    `  seen.push((await call(f.e${n}, { query: { keyword: 'x', limit: 10 } })).data[0]!.createdAt)`,
    `  seen.push((await call(f.e${n}, { params: { id: 1 } })).extra${n} ?? 0)`,
    `  seen.push((await call(f.e${n}, { body: ${body} })).id)`,
    `  await call(f.e${n}, { params: { id: '1' }, body: { ...${body}, originTime: '' } })`,
  ][n % 4]!
}

try {
  for (let feature = 0; feature < FEATURES; feature++) {
    writeFileSync(join(folder, `contract${feature}.ts`), contractOf(feature))
    writeFileSync(join(folder, `routes${feature}.ts`), routesOf(feature))
    writeFileSync(join(folder, `web${feature}.ts`), webOf(feature))
  }
  // Registration in server/app/app.ts and its use by the rest of the server.
  writeFileSync(join(folder, 'plugins.ts'), "import '@fastify/multipart'\n")
  const config = { extends: `${ours}/tsconfig.json`, include: ['*.ts'], exclude: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const began = performance.now()
  const { status } = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), ['--noEmit', '-p', folder], {
    stdio: 'inherit',
  })
  const seconds = (performance.now() - began) / 1000
  console.log(
    `${FEATURES * ENDPOINTS} endpoints with handlers and calls: ${seconds.toFixed(1)} s (bar ${BAR_SECONDS} s)`,
  )
  process.exitCode = status === 0 && seconds < BAR_SECONDS ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
