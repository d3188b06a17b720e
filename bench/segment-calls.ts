import { setTimeout as sleep } from 'node:timers/promises'
import type { Rule, RuleGroup, SegmentRule } from '@ruam/contract/customers/rules.ts'
import pg from 'pg'
import type { Product } from './product.ts'

type Json = Record<string, unknown>

export const ruleOfGroup = (group: RuleGroup, auto = false): SegmentRule => ({
  auto_apply_enabled: auto,
  filter: { profile_created_at: null, reference_label_ids: [] },
  target: { condition: 'and', groups: [group] },
})

export const ruleOf = (rules: Rule[], condition: 'and' | 'or' = 'and', auto = false): SegmentRule =>
  ruleOfGroup({ condition, rules }, auto)

let serial = 0

/** Makes a segment; one that follows its rule is calculated by the call. */
export async function newSegment(
  product: Product,
  segment_rule: SegmentRule,
  name = `วัด ${Date.now()} ${++serial}`,
): Promise<number> {
  const body = { name, color: 'teal', type: 'advanced', segment_rule }
  return (await product.call('POST', '/label', body)).id as number
}

/** A segment with its people, which is made once in each data folder. */
export async function persistentSegment(product: Product, name: string, rule: SegmentRule): Promise<number> {
  const { data } = (await product.call('GET', '/label?type=advanced&limit=-1')) as {
    data: { id: number; name: string }[]
  }
  const known = data.find((one) => one.name === name)
  if (known) return known.id
  const id = await newSegment(product, rule, name)
  await calculated(product, id)
  return id
}

export const peopleOf = async (product: Product, id: number) =>
  (await product.call('GET', `/label/${id}`)).target_count as number

/** Puts another rule into a segment. */
export async function rewrite(product: Product, id: number, segment_rule: SegmentRule): Promise<void> {
  const { name, color, updated_at: origin_time } = await product.call('GET', `/label/${id}`)
  await product.call('PUT', `/label/${id}`, { name, color, segment_rule, origin_time })
}

export async function removeSegments(product: Product, ids: readonly number[]): Promise<void> {
  for (const id of ids) await product.call('DELETE', `/label/${id}?confirm=true`)
}

/** Calculates a segment; milliseconds from the job's beginning to its end. */
export async function calculated(product: Product, id: number): Promise<number> {
  const { job_id } = await product.call('POST', `/label/${id}/calculate`)
  return jobOver(product, job_id as number)
}

async function jobOver(product: Product, id: number): Promise<number> {
  for (;;) {
    const job = await product.call('GET', `/job/${id}`)
    if (job.status === 'completed') return Date.parse(job.finished_at as string) - Date.parse(job.started_at as string)
    if (job.status === 'failed' || job.status === 'cancel') throw new Error(`The job ended as ${job.status}`)
    await sleep(100)
  }
}

/** Waits until no segment is being calculated, nor is to be. */
export async function fresh(product: Product): Promise<void> {
  for (;;) {
    const { data } = (await product.call('GET', '/label?type=advanced&limit=-1')) as { data: { state: Json | null }[] }
    if (data.every(({ state }) => state?.status === 'fresh')) return
    await sleep(100)
  }
}

/** The application role in the store that is measured, as the product's own connections are. */
export async function asApp(product: Product): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: product.appUrl })
  await client.connect()
  await client.query("select set_config('ruam.store_id', '1', false); set jit = off")
  return client
}
