import { acts } from './minutes-acts.ts'
import { lineActs } from './minutes-line.ts'
import { type Scene, sceneFigures, secondStoreFigures } from './minutes-scene.ts'
import { startServer } from './minutes-server.ts'
import { formatNumber, printFigures } from './table.ts'

// First minutes of a shop: each act in a new database that was never analyzed, compared with the same act after `vacuum analyze`; and in a
// second store next to a large one, compared with the same store alone. ROWS sets the people; BENCH_PARTS selects scenes by name.
// POSTGRES=15 or BENCH_DATABASE_URL names another PostgreSQL. STATISTICS=none stops autovacuum and the worker's analyses;
// EXPLAIN_MS logs plans of statements that take longer.

const ROWS = Number(process.env.ROWS ?? 300_000)
const TILL = Math.min(ROWS, 30_000)
/** People of the second store. */
const SECOND = Math.max(5000, Math.round(ROWS / 15))

const scenes: Scene[] = [
  {
    name: 'imports',
    acts: [acts.importNew(ROWS), acts.importAgain, acts.scanDuplicates, acts.undoImport(Math.ceil(ROWS / 3))],
  },
  { name: 'till', acts: [acts.till(TILL), acts.tillAgain(TILL), acts.segmentOfPurchases] },
  {
    name: 'labels',
    people: ROWS,
    acts: [acts.labelAll, acts.exportAll, acts.listByLabel, acts.setValue, acts.deleteAll],
  },
  { name: 'segments', people: ROWS, acts: [acts.segmentOfField, acts.dashboard, acts.erase] },
  { name: 'line', people: ROWS, acts: [lineActs.broadcast(Math.min(ROWS, 100_000)), lineActs.events(1000)] },
]
const second: Scene = {
  name: 'second',
  people: SECOND,
  acts: [
    acts.labelAll,
    acts.exportAll,
    acts.listByLabel,
    acts.segmentOfField,
    acts.till(Math.min(TILL, SECOND)),
    acts.segmentOfPurchases,
    acts.setValue,
    acts.dashboard,
    acts.erase,
  ],
}

const asked = process.env.BENCH_PARTS?.split(',')
const isAsked = ({ name }: Scene) => !asked || asked.includes(name)
const server = await startServer()
try {
  for (const scene of scenes.filter(isAsked))
    printFigures(
      await sceneFigures(server, scene),
      `${scene.name}: first and later, ${formatNumber(ROWS)} people, ${server.name}`,
    )
  if (isAsked(second))
    printFigures(
      await secondStoreFigures(server, second, ROWS),
      `second store of ${formatNumber(SECOND)} people next to ${formatNumber(ROWS)}, and alone after vacuum analyze, ${server.name}`,
    )
} finally {
  await server.stop()
}
