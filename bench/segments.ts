import { atMost } from './bars.ts'
import { startProduct } from './product.ts'
import { moves, recalculations } from './segment-calculations.ts'
import { segmentStore } from './segment-data.ts'
import { estimates } from './segment-estimates.ts'
import { lists } from './segment-lists.ts'
import { edits, imports } from './segment-writers.ts'
import { formatNumber, printFigures } from './table.ts'

// Segments of a large store next to 20 others, over HTTP as the application role: calculations, estimates, edits, an import, a list. ROWS sets
// the people; BENCH_DATA keeps the data in a folder, created the first time; BENCH_PARTS selects the parts to measure.

const ROWS = Number(process.env.ROWS ?? 100_000)
const parts = {
  recalculations,
  moves,
  estimates,
  lists,
  edits,
  imports,
}
const asked = process.env.BENCH_PARTS?.split(',') ?? Object.keys(parts)
const product = await startProduct(process.env.BENCH_DATA ? { kept: process.env.BENCH_DATA } : {})
try {
  const names = await segmentStore(product, ROWS)
  await product.idle()
  console.log(`${formatNumber(ROWS)} people with three activities each, and 20 other stores of a fiftieth`)
  for (const [name, part] of Object.entries(parts)) {
    if (asked.includes(name)) printFigures(await part(product, names))
  }
  const peak = product.peakMemory()
  const figure = `${formatNumber(peak)} MB`
  const bar = atMost(peak, 300, 'MB')
  printFigures([{ work: 'peak memory of all Node processes', figure, floor: '', ratio: '', bar }])
} finally {
  await product.stop()
}
