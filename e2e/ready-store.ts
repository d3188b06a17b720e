import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect } from '@playwright/test'
import { buildWeb } from '../server/http/build-web.ts'
import { chromium as launch } from './chromium.ts'
import { owner, ownerState } from './owner.ts'
import { startServer } from './server.ts'

/** Names the folder in which the store was made, for the workers, who have their environment from the process that made it. */
const FOLDER = 'RUAM_E2E_READY_STORE'
const STATE = 'owner-state.json'
/** Stands for the address, which is another one with each start of a server. */
const ADDRESS = 'http://address.of.the.server'

/** The data folder of a store that its owner has just set up: to be copied, never to be served. */
export const readyStore = () => process.env[FOLDER]!

/** Leaves what the owner's browser keeps after the set-up where the tests of this worker begin with it. */
export async function writeOwnerState(address: string): Promise<void> {
  const state = await readFile(join(readyStore(), STATE), 'utf8')
  await writeFile(ownerState, state.replaceAll(ADDRESS, address))
}

/** Before all tests: builds the web, which every server would do otherwise, and sets a store up as its first owner does. */
export default async function makeReadyStore() {
  await buildWeb(console.log)
  const folder = await mkdtemp(join(tmpdir(), 'ruam-e2e-ready-'))
  process.env[FOLDER] = folder
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
  return () => rm(folder, { recursive: true, force: true })
}
