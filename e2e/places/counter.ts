import type { Page } from '@playwright/test'
import type { callsOf } from '../calls.ts'
import type { Screen } from './place.ts'
import type { Scene } from './scene.ts'

type Calls = ReturnType<typeof callsOf>

const DAY_MS = 86_400_000
/** A day of the store's calendar, as YYYY-MM-DD. */
const dayIn = (days: number) => new Date(Date.now() + 7 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10)
const agoText = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

/** Adds customers for the counter and the work lists: birthdays, follow-ups, and a good customer who stays away. */
export async function peopleOfTheDay(calls: Calls, names: readonly string[], note: string) {
  const { id: activity_type_id, amount } = await calls.purchaseType()
  const made = names.map(async (name, place) => {
    const birth =
      place < 4
        ? [
            {
              id: 8,
              value: `1990-${dayIn(place < 3 ? 0 : 2)
                .slice(5)
                .replace('02-29', '02-28')}`,
            },
          ]
        : []
    const phone = { id: 9, value: `08${String(Date.now() + place).slice(-8)}` }
    return (await calls.post('/profile', { fields: [{ id: 1, value: name }, phone, ...birth] })).id as number
  })
  const ids = await Promise.all(made)
  const quiet = ids.at(-1)!
  const buy = (id: number, days: number, value: number) =>
    calls.post(`/profile/${id}/activity`, {
      activity_type_id,
      activity_at: agoText(days),
      fields: [{ id: amount, value }],
    })
  for (const days of [160, 140, 120]) await buy(quiet, days, 12_500)
  for (const id of ids.slice(0, -1)) await buy(id, 20, 90)
  for (const id of ids.slice(0, 3)) await calls.post(`/profile/${id}/note`, { text: note, follow_on: dayIn(-1) })
  await calls.post('/work-list', { kind: 'birthdays', profile_ids: ids.slice(2, 3), done: true })
  return { birthday: ids[0]!, quiet }
}

/** The counter with and without a connection, and lists to work off. */
export function counterScreens({ t, customer, people }: Scene): Screen[] {
  const card = async (page: Page) => page.locator('[data-counter-card] [data-heading]').waitFor()
  const press = (name: string) => async (page: Page) => {
    await card(page)
    await page.locator('[data-counter-card]').getByRole('button', { name }).click()
    await page.getByRole('dialog').getByRole('textbox').waitFor()
  }
  const box = (page: Page) => page.getByRole('textbox', { name: t.findAtCounter })
  const select = async (page: Page) => {
    await page.locator('main').getByRole('checkbox').nth(1).check()
    await page.getByRole('region', { name: t.workBar }).waitFor()
  }
  const waits = (page: Page) => page.getByRole('region', { name: t.waits })
  /** Records two visits of numbers that no customer has, without a connection. */
  const visitsOffline = async (page: Page) => {
    await page.context().setOffline(true)
    for (const number of ['0999999991', '0999999992']) {
      await box(page).fill(number)
      await page
        .locator('main')
        .getByRole('button', { name: /099-999-999/ })
        .first()
        .click()
      await page.locator('[data-counter-card]').getByRole('button', { name: t.visit }).click()
    }
    await waits(page).getByRole('listitem').nth(1).waitFor()
  }
  const backOnline = async (page: Page) => {
    await page.context().setOffline(false)
    await waits(page).getByRole('alert').nth(1).waitFor()
  }
  const removeWaiting = async (page: Page) => {
    for (let left = 2; left > 0; left--) {
      await waits(page).getByRole('button', { name: t.removeAct }).first().click()
      await waits(page)
        .getByRole('listitem')
        .nth(left - 1)
        .waitFor({ state: 'detached' })
    }
  }
  return [
    { name: 'counter', path: 'counter', mixed: true },
    {
      name: 'counter-found',
      path: 'counter',
      mixed: true,
      async before(page) {
        await box(page).fill(t.family)
        await page.locator('mark').first().waitFor()
      },
    },
    {
      name: 'counter-nobody',
      path: 'counter',
      mixed: true,
      async before(page) {
        await box(page).fill('nobody-is-called-this')
        await page.getByText('“nobody-is-called-this”').first().waitFor()
      },
    },
    { name: 'counter-card', path: `counter?customer=${customer}`, mixed: true, before: card },
    { name: 'counter-card-visits', path: `counter?customer=${people.quiet}`, mixed: true, before: card },
    { name: 'counter-card-gone', path: 'counter?customer=2147483647', mixed: true, expects: /404 \(Not Found\)/ },
    { name: 'counter-sale', path: `counter?customer=${people.quiet}`, mixed: true, before: press(t.sale) },
    { name: 'counter-note', path: `counter?customer=${people.quiet}`, mixed: true, before: press(t.note) },
    {
      name: 'counter-offline',
      path: 'counter',
      mixed: true,
      expects: /ERR_INTERNET_DISCONNECTED/,
      before: visitsOffline,
      async after(page) {
        await backOnline(page)
        await removeWaiting(page)
      },
    },
    {
      name: 'counter-asks',
      path: 'counter',
      mixed: true,
      expects: /ERR_INTERNET_DISCONNECTED/,
      async before(page) {
        await visitsOffline(page)
        await backOnline(page)
      },
      after: removeWaiting,
    },
    { name: 'work-quiet', path: 'work/quiet', mixed: true },
    { name: 'work-quiet-selected', path: 'work/quiet', mixed: true, before: select },
    { name: 'work-birthdays', path: 'work/birthdays', mixed: true },
    { name: 'work-birthdays-selected', path: 'work/birthdays', mixed: true, before: select },
    { name: 'work-birthdays-done', path: 'work/birthdays?done=true', mixed: true },
    { name: 'work-follow-ups', path: 'work/follow-ups', mixed: true },
    { name: 'work-follow-ups-done', path: 'work/follow-ups?done=true', mixed: true },
  ]
}
