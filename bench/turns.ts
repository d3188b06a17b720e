import { percentile } from './table.ts'

/** Turns of each side: differences of a few per cent need as many. */
const TURNS = Number(process.env.TURNS ?? 20)

interface Compared {
  /** Median milliseconds of CPU of a turn, of each side. */
  first: number
  second: number
  /** Median, least and greatest of second to first, turn by turn. */
  ratio: number
  n: number
  spread: string
}

/** Work that is compared, with what is done before and after it and not counted. */
interface Side {
  prepare?: () => Promise<unknown>
  work: () => Promise<unknown>
  after?: () => Promise<unknown>
}

/** Compares the CPU of two sides in turns, the other one first in every second turn, so that neither has the warmer caches. */
export async function inTurns(
  cpu: () => { node: number; postgres: number },
  first: Side,
  second: Side,
  turns = TURNS,
): Promise<Compared> {
  const spent: [number[], number[]] = [[], []]
  const sides = [first, second] as const
  for (let turn = 0; turn < turns; turn++)
    for (const place of turn % 2 ? ([1, 0] as const) : ([0, 1] as const)) {
      const side = sides[place]
      await side.prepare?.()
      const before = cpu()
      await side.work()
      const after = cpu()
      await side.after?.()
      spent[place].push(after.node - before.node + after.postgres - before.postgres)
    }
  const ratios = spent[1].map((ms, turn) => ms / spent[0][turn]!)
  return {
    first: percentile(spent[0], 0.5),
    second: percentile(spent[1], 0.5),
    ratio: percentile(ratios, 0.5),
    n: turns,
    spread: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
  }
}
