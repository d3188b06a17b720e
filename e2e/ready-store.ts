import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect } from '@playwright/test'
import { buildWeb } from '../server/http/build-web.ts'
import { chromium as launch } from './chromium.ts'
import { owner } from './owner.ts'
import { beginRun, runFolder } from './run-folder.ts'
import { startServer } from './server.ts'

type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>

const STATE = 'owner-state.json'
/** Stands for the address, which is another one with each start of a server. */
const ADDRESS = 'http://address.of.the.server'

/** The data folder of a store that its owner has just set up: to be copied, never to be served. */
export const readyStore = () => join(runFolder(), 'ready')

/** Returns what the owner's browser keeps after the set-up, at the address of a copy. */
export async function readyState(address: string): Promise<BrowserState> {
  const state: BrowserState = JSON.parse(
    (await readFile(join(readyStore(), STATE), 'utf8')).replaceAll(ADDRESS, address),
  )
  // Without PUBLIC_URL a server names itself localhost.
  for (const cookie of state.cookies) cookie.domain = new URL(address).hostname
  return state
}

/** Before all tests: builds the web, which every server would do otherwise, and sets a store up as its first owner does. */
export default async function makeReadyStore() {
  const run = beginRun()
  // Ends workers and browsers as Ctrl+C does.
  process.on('SIGTERM', () => process.kill(process.pid, 'SIGINT'))
  await buildWeb(console.log)
  const folder = readyStore()
  await mkdir(folder)
  const server = await startServer({}, { folder })
  const browser = await chromium.launch(launch)
  try {
    const context = await browser.newContext({ baseURL: server.address, locale: 'th-TH' })
    const page = await context.newPage()
    await page.goto(server.setUpLink)
    await page.getByLabel('ชื่อร้าน').fill(owner.store)
    await page.getByLabel('ชื่อ', { exact: true }).fill(owner.firstName)
    await page.getByLabel('นามสกุล').fill(owner.lastName)
    await page.getByLabel('อีเมล').fill(owner.email)
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill(owner.password)
    await page.getByLabel(/ข้าพเจ้าได้อ่านและยอมรับข้อตกลง/).check()
    await page.getByLabel('ใส่ข้อมูลตัวอย่าง').uncheck()
    await page.getByRole('button', { name: 'สร้างร้านและเริ่มใช้งาน' }).click()
    // Longer than a test waits: nothing of this is compiled or in a cache yet.
    await expect(page.getByRole('heading', { name: 'ร้านเดือนนี้' })).toBeVisible({ timeout: 60_000 })
    const state = JSON.stringify(await context.storageState())
    await writeFile(join(folder, STATE), state.replaceAll(server.address, ADDRESS))
  } finally {
    await browser.close()
    await server.stop()
  }
  return () => rm(run, { recursive: true, force: true })
}
