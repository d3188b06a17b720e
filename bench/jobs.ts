import { fileURLToPath } from 'node:url'
import { Hand } from './jobs-hand.ts'
import { openShop, type Shop } from './jobs-shop.ts'
import { type Job, jobs } from './jobs-ways.ts'
import { type Figure, percentile, printFigures } from './table.ts'

// Ten jobs of staff, done in a browser by the shortest way of this version: clicks, keys, and seconds until the page shows the end. A hand
// waits for nothing but the page. JOBS_BESIDE: folder of a checkout of another version, which is measured in turn. ROUNDS: times of each
// job, 3 by default. BENCH_PARTS selects jobs by name.

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const asked = process.env.BENCH_PARTS?.split(',')
const chosen = jobs.filter(({ name }) => !asked || asked.some((part) => name.includes(part)))
const here = fileURLToPath(new URL('..', import.meta.url))
const beside = process.env.JOBS_BESIDE

interface Done {
  clicks: number
  keys: number
  seconds: number
  note: string
}

/** Does a job once, from the person's first screen. */
async function once({ name, prepare, run }: Job, shop: Shop, round: number): Promise<Done> {
  const { page, end } = await prepare(shop, round)
  try {
    await page.waitForLoadState('networkidle')
    const hand = new Hand(page)
    const began = performance.now()
    const note = (await run(hand, shop, round)) ?? ''
    return { clicks: hand.clicks, keys: hand.keys, seconds: (performance.now() - began) / 1000, note }
  } catch (error) {
    const picture = process.env.PICTURES && `${process.env.PICTURES}/${name}.png`
    if (picture) await page.screenshot({ path: picture })
    throw new Error(`“${name}” was not done`, { cause: error })
  } finally {
    await page.context().close()
    await end?.()
  }
}

const text = (all: Done[]) => {
  const [{ clicks, keys, note }] = all as [Done]
  const seconds = all.map((one) => one.seconds)
  const worst = Math.max(...seconds).toFixed(1)
  return `${clicks} clicks, ${keys} keys, ${percentile(seconds, 0.5).toFixed(1)} s (worst ${worst})${note && `; ${note}`}`
}

const shops: Shop[] = []
try {
  for (const checkout of beside ? [beside, here] : [here]) shops.push(await openShop(checkout))
  const results = chosen.map(() => shops.map((): Done[] => []))
  for (let round = 0; round < ROUNDS; round++)
    for (const [row, job] of chosen.entries())
      for (const [column, shop] of shops.entries()) {
        const done = await once(job, shop, round)
        console.log(`round ${round + 1}, ${job.name}, ${shop.address}: ${text([done])}`)
        results[row]![column]!.push(done)
      }
  const figures: Figure[] = chosen.map(({ name }, row) => {
    const [first, second] = results[row]!.map(text)
    return { work: name, figure: second ?? first!, floor: second ? first! : '', ratio: '' }
  })
  printFigures(figures, `this version${beside ? ', next to the one beside' : ''}, ${ROUNDS} rounds`)
} finally {
  for (const shop of shops) await shop.stop()
}
