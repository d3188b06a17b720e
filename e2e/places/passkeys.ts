import type { Page } from '@playwright/test'
import { answerAsServer, answerWith, type Screen } from './place.ts'
import type { Scene } from './scene.ts'

const DAY_MS = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const challenge = { challenge: 'Y2hhbGxlbmdl', rp_id: 'localhost', passkeys: [] }
const codes = Array.from({ length: 10 }, (_, place) => `${place}abc-defg-hjkm-npqr`)
const refused = (error: string, details: object) => ({ error, error_code: 1, message: error, details })

/** Passkeys of a person, the second step of the sign-in, and the store's requirement. The server's answers are fixed. */
export function passkeyScreens({ t }: Scene): Screen[] {
  const own = (page: Page, total = 2) =>
    answerWith(page, '/auth/passkeys', {
      data: [
        { id: 1, name: 'Android · Chrome', created_at: at(-60), used_at: at(-1) },
        { id: 2, name: 'YubiKey 5 NFC ที่ลิ้นชักเก็บเงินสาขาริมปิง Chiang Mai'.slice(0, 60), created_at: at(-2), used_at: null },
      ].slice(0, total),
      ...{ total, codes_left: total === 0 ? 0 : 9, problem: null, origin: new URL(page.url()).origin },
      ...{ by_password: true, required_from: at(5) },
    })
  const account = async (page: Page, total?: number) => {
    await own(page, total)
    await page.reload()
    await page.getByRole('button', { name: t.addPasskey }).waitFor()
  }
  const renew = async (page: Page, json: object, status: number) => {
    await account(page)
    await answerWith(page, '/auth/recovery-codes', json, status)
    await page.getByRole('button', { name: t.renewCodes }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.renewCodes }).click()
  }
  const step = async (page: Page) => {
    await answerWith(page, '/auth/login', refused('second_factor_needed', challenge), 401)
    await page.locator('input[type=email]').fill('mali@example.com')
    await page.locator('input[type=password]').fill('secret words')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: t.usePasskey, exact: true }).waitFor()
  }
  const answered = { after: answerAsServer, mixed: true }
  const login = { path: '/sign-in', signedOut: true, after: answerAsServer, expects: /401 \(Unauthorized\)/ }
  return [
    { name: 'sign-in-second-step', ...login, before: step },
    {
      ...{ name: 'sign-in-recovery-code', ...login },
      async before(page) {
        await step(page)
        await page.getByRole('button', { name: t.lostPasskey }).click()
        await page.getByRole('textbox').waitFor()
      },
    },
    { name: 'account-passkeys', path: 'account', ...answered, before: (page) => account(page) },
    { name: 'account-no-passkeys', path: 'account', ...answered, before: (page) => account(page, 0) },
    {
      ...{ name: 'account-recovery-codes', path: 'account', ...answered },
      async before(page) {
        await renew(page, { codes }, 200)
        await page.getByRole('dialog').getByRole('listitem').nth(9).waitFor()
      },
    },
    {
      ...{ name: 'account-confirm', path: 'account', ...answered, expects: /403 \(Forbidden\)/ },
      async before(page) {
        await renew(page, refused('sign_in_not_fresh', {}), 403)
        await page.getByRole('dialog').locator('input[type=password]').waitFor()
      },
    },
    {
      ...{ name: 'add-passkey', path: '/add-passkey', ...answered },
      async before(page) {
        await own(page, 0)
        await page.reload()
        await page.getByRole('button', { name: t.addPasskey }).waitFor()
      },
    },
    {
      ...{ name: 'setting-store-passkeys', path: 'setting/store', ...answered },
      async before(page) {
        const state = { from: at(5), problem: null, members: 8, lacking: 3, provider: true }
        await answerWith(page, '/stores/store/second-factor', state)
        await page.reload()
        await page.getByRole('region', { name: t.teamPasskeys }).getByRole('button').waitFor()
      },
    },
  ]
}
