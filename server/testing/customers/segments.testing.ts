import { type Label, labels } from '@ruam/contract/customers/labels.ts'
import type { Rule, RuleGroup, SegmentRule } from '@ruam/contract/customers/rules.ts'
import { jobOver } from '../jobs.testing.ts'
import { type Member, type TestStore, testServer } from '../store.testing.ts'

interface Options {
  auto?: boolean
  /** The labels of its filter. */
  refs?: number[]
  condition?: 'and' | 'or'
}

/** A segment's rule of one rule or group. */
export const ruleOf = (rule: Rule | RuleGroup, { auto = true, refs = [] }: Options = {}): SegmentRule => ({
  auto_apply_enabled: auto,
  filter: { profile_created_at: null, reference_label_ids: refs },
  target: { condition: 'and', groups: ['rules' in rule ? rule : { condition: 'and', rules: [rule] }] },
})

let serial = 0

/** A segment of a rule, as it is made. */
export function segment(store: Member, rule: Rule | RuleGroup, options: Options = {}): Promise<Label> {
  const body = {
    name: `เซกเมนต์ ${++serial}`,
    color: 'teal',
    type: 'advanced',
    segment_rule: ruleOf(rule, options),
  } as const
  return store.call(labels.create, { body })
}

export const byId = (id: number) => ({ params: { id: String(id) } })

/** Waits until nothing of the store's segments is being calculated. */
export async function settled(store: TestStore): Promise<void> {
  const { admin } = await testServer()
  const text = `select id from job where store_id = $1 and kind = 'segment_calculate' and status in ('pending', 'processing') order by id`
  for (;;) {
    const { rows } = await admin.query<{ id: number }>(text, [store.storeId])
    if (rows.length === 0) return
    await jobOver(store, rows[0]!.id)
  }
}

/** Live members of a segment by id. */
export async function membersOf(store: TestStore, id: number): Promise<number[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `select p.id from profile_label x join profile p on p.store_id = x.store_id and p.id = x.profile_id
     where x.store_id = $1 and x.label_id = $2 and x.source <> 'manual_remove' and p.deleted_at is null and p.merged_into is null
     order by p.id`,
    [store.storeId, id],
  )
  return rows.map((row) => row.id)
}
