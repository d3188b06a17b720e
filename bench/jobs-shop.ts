import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { type Browser, type BrowserContextOptions, chromium as browsers, type Page } from 'playwright'
import { chromium } from '../e2e/chromium.ts'
import { startLine } from '../tools/line/server.ts'
import { addChannel } from '../tools/line/state.ts'
import { owner, type Product } from './product.ts'

type Json = Record<string, unknown>
type Call = (method: string, path: string, body?: unknown) => Promise<Json>

const PASSWORD = 'ลมหนาว พัดผ่าน ทุ่งข้าว'
const CUSTOMERS = 60
const VIPS = 20
/** Every third VIP has no phone. */
export const VIPS_WITHOUT_PHONE = Math.ceil(VIPS / 3)
export const BIRTHDAYS = 10
export const VIEW = 'VIP ตามชื่อ'
export const SEGMENT = 'ลูกค้าประจำ LINE'
const FRIENDS = 12

const FIELD = { firstName: 1, lastName: 2, birthDate: 8, phone: 9 }
const names = ['กานดา', 'ขวัญใจ', 'คมสัน', 'จันทร์', 'ชูชาติ', 'ดวงใจ', 'ธิดา', 'นภา', 'บุญมี', 'ปราณี', 'พิมพ์', 'มาลี']
export const phoneOf = (n: number) => `08123${String(45_000 + n)}`

/** A version of the product with a store in which the jobs wait. */
export interface Shop {
  call: Call
  address: string
  /** Adds a member. Returns their email and the token of their calls. */
  join(role: string, name: string): Promise<{ email: string; call: Call }>
  /** Opens a page on which a person is signed in, at their first screen. */
  open(email: string, options?: BrowserContextOptions): Promise<Page>
  /** True if the version has a call. */
  has: { counter: boolean; workLists: boolean }
  ids: number[]
  stop(): Promise<void>
}

/** Starts the product of a checkout, fills a store, and opens browsers on it. */
export async function openShop(checkout: string): Promise<Shop> {
  const { startProduct } = (await import(
    pathToFileURL(`${checkout}/bench/product.ts`).href
  )) as typeof import('./product.ts')
  const line = await startLine()
  const product = await startProduct({ web: true, settings: { LINE_API_URL: line.url } })
  const browser = await browsers.launch(chromium)
  const { address } = product
  const stop = async () => {
    await browser.close()
    await product.stop()
    await line.stop()
  }
  try {
    const ids = await fill(product, line)
    const knows = (path: string) =>
      product.call('GET', path).then(
        () => true,
        () => false,
      )
    return {
      ...{ address, ids, stop, call: product.call },
      has: { counter: await knows('/counter'), workLists: await knows('/work-list?kind=birthdays') },
      join: (role, name) => join(address, product.call, role, name),
      open: (email, options) => signIn(browser, address, email, options),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Adds customers, a label, a view, a segment whose members are friends on LINE, and birthdays. Returns the customers' ids. */
async function fill({ call, superUrl }: Product, line: Awaited<ReturnType<typeof startLine>>): Promise<number[]> {
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(5, 10).replace('02-29', '02-28')
  const ids: number[] = []
  for (let n = 0; n < CUSTOMERS; n++) {
    const fields = [
      { id: FIELD.firstName, value: `${names[n % names.length]}${Math.floor(n / names.length) || ''}` },
      { id: FIELD.lastName, value: `ใจดี${String.fromCharCode(0x0e01 + (n % 40))}` },
      ...(n < VIPS && n % 3 === 0 ? [] : [{ id: FIELD.phone, value: phoneOf(n) }]),
      ...(n >= CUSTOMERS - BIRTHDAYS ? [{ id: FIELD.birthDate, value: `1990-${today}` }] : []),
    ]
    ids.push((await call('POST', '/profile', { fields })).id as number)
  }
  const { id: vip } = await call('POST', '/label', { name: 'VIP', color: 'yellow', type: 'general' })
  for (const id of ids.slice(0, VIPS)) await call('POST', `/profile/${id}/label`, { label_ids: [vip] })
  const rule = { condition: 'and', rules: [{ kind: 'label', operator: 'has_any', label_ids: [vip] }] }
  const definition = { rule, sort_by: 'first_name', sort_dir: 'desc', columns: null }
  await call('POST', '/profile-view', { name: VIEW, definition })
  const channel = addChannel(line.state, { displayName: 'ร้านทดสอบ', basicId: '@ruamtest', quota: 1000 })
  const account = await call('POST', '/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  await call('POST', '/privacy/purpose', { name: 'ข่าวสารของร้าน', description: '' })
  const { id: segment } = await call('POST', '/label', { name: SEGMENT, color: 'teal', type: 'general' })
  const friends = ids.slice(VIPS, VIPS + FRIENDS)
  for (const id of friends) await call('POST', `/profile/${id}/label`, { label_ids: [segment] })
  const admin = new pg.Client({ connectionString: superUrl })
  await admin.connect()
  await admin.query(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select 1, 'lineOA', $1, 'U' || lpad(to_hex(id), 32, '0'), id, 'friend', now() from unnest($2::bigint[]) as id`,
    [account.id, friends],
  )
  await admin.end()
  return ids
}

async function send(address: string, method: string, path: string, body?: object, token?: string): Promise<Json> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const reply = await fetch(`${address}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
  return text ? (JSON.parse(text) as Json) : {}
}

let joined = 0
async function join(address: string, call: Call, role: string, name: string) {
  const { data } = (await call('GET', '/roles?limit=0')) as { data: { id: number; name: string }[] }
  const email = `person${++joined}@example.com`
  const { link } = await call('POST', '/stores/invitations', {
    ...{ email, role_id: data.find((one) => one.name === role)!.id },
  })
  const person = { first_name: name, last_name: 'ใจงาม', password: PASSWORD }
  const token = new URL(link as string).hash.slice(1)
  const { access_token } = await send(address, 'POST', '/auth/invitation/accept', { token, ...person })
  const entered = await send(address, 'POST', '/stores/auth/token', { id: 1 }, access_token as string)
  const own: Call = (method, path, body) => send(address, method, path, body as object, entered.token as string)
  return { email, call: own }
}

async function signIn(browser: Browser, address: string, email: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    ...{ baseURL: address, locale: 'th-TH', timezoneId: 'Asia/Bangkok', viewport: { width: 1366, height: 850 } },
    ...options,
  })
  const page = await context.newPage()
  // A busy machine may be ten times slower.
  page.setDefaultTimeout(300_000)
  await page.goto('/sign-in')
  await page.getByLabel('อีเมล').fill(email)
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(email === owner.email ? owner.password : PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/\d+\/\w/)
  await page.locator('h1').first().waitFor()
  return page
}
