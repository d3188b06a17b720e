import type { Db } from '../../database/db.ts'
import { fieldsOfConnector, noteFields } from './fields.ts'
import { type Cells, rowsOfItem } from './flatten.ts'
import { type LockedConnector, saveExamples } from './queries.ts'
import { factsIn, pathsIn } from './shape.ts'

/** Example items that are kept. */
const MAX_EXAMPLES = 20

/** Characters of an item that is kept as an example. */
const MAX_LENGTH = 64 * 1024

/** Rows of items, those that are no objects left out. */
const rowsOfItems = (items: readonly unknown[], each: string | null): Cells[] =>
  items.flatMap((item) => rowsOfItem(item, each)?.map(({ cells }) => cells) ?? [])

/** Adds items to the examples of a connector, which the caller holds, and gathers the facts of its fields again. */
export async function addExamples(
  db: Db,
  storeId: number,
  id: number,
  { examples, each_path }: Pick<LockedConnector, 'examples' | 'each_path'>,
  items: readonly unknown[],
): Promise<void> {
  const short = items.filter((item) => JSON.stringify(item).length <= MAX_LENGTH)
  const kept = [...(JSON.parse(examples) as unknown[]), ...short].slice(-MAX_EXAMPLES)
  const fields = await fieldsOfConnector(db, storeId, id)
  const facts = factsIn(
    fields.map(({ path }) => path),
    rowsOfItems(kept, each_path),
  )
  await saveExamples(db, storeId, id, { examples: JSON.stringify(kept), facts: JSON.stringify(facts) })
}

/** Adds an example that a person has pasted. */
export async function addExample(
  db: Db,
  storeId: number,
  id: number,
  connector: LockedConnector,
  item: unknown,
): Promise<void> {
  const seen = pathsIn(rowsOfItems([item], connector.each_path))
  await noteFields(
    db,
    storeId,
    id,
    seen.map((one) => ({ ...one, items: 0 })),
    false,
  )
  await addExamples(db, storeId, id, connector, [item])
}

/** Gathers fields and facts of the kept examples again, after `each` has changed. */
export async function readExamplesAgain(
  db: Db,
  storeId: number,
  id: number,
  connector: LockedConnector,
): Promise<void> {
  const items = JSON.parse(connector.examples) as unknown[]
  const seen = pathsIn(rowsOfItems(items, connector.each_path))
  await noteFields(
    db,
    storeId,
    id,
    seen.map((one) => ({ ...one, items: 0 })),
    false,
  )
  await addExamples(db, storeId, id, connector, [])
}
