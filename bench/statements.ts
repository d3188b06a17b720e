import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Product, startProduct } from './product.ts'

interface Statement {
  text: string
  calls: number
  ms: number
}

/** Work of an installation while it is idle. */
interface Rest {
  seconds: number
  /** Milliseconds of CPU. */
  node: number
  postgres: number
  wakeUps: number
  /** The statements that cost most come first. */
  statements: Statement[]
}

/** Starts the product with statistics of statements. */
export async function startCounted(options: { kept: string; settings: Record<string, string> }): Promise<Product> {
  const first = await startProduct(options)
  await asSuperuser(first, "alter system set shared_preload_libraries = 'pg_stat_statements'")
  await first.stop()
  const product = await startProduct(options)
  await asSuperuser(product, 'create extension pg_stat_statements')
  return product
}

/** Counts what is done within some seconds. */
export async function watchRest(product: Product, seconds: number): Promise<Rest> {
  await asSuperuser(product, 'select pg_stat_statements_reset()')
  const [before, slept] = [product.cpu(), product.wakeUps()]
  await sleep(seconds * 1000)
  const [after, woken] = [product.cpu(), product.wakeUps()]
  const statements = await asSuperuser<Statement>(
    product,
    `select regexp_replace(left(query, 80), '\\s+', ' ', 'g') as text, calls::int, total_exec_time as ms
     from pg_stat_statements order by total_exec_time desc`,
  )
  return {
    ...{ seconds, statements, wakeUps: woken - slept },
    ...{ node: after.node - before.node, postgres: after.postgres - before.postgres },
  }
}

/** Statistics of statements are kept outside the database of the product. */
export async function asSuperuser<T extends pg.QueryResultRow>(
  { superUrl }: Pick<Product, 'superUrl'>,
  text: string,
): Promise<T[]> {
  const url = new URL(superUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const { rows } = await client.query<T>(text)
  await client.end()
  return rows
}
