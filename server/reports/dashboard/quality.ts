import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import type { DashboardQuality } from '@ruam/contract/reports/dashboard.ts'
import { sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { normalizeRule } from '../../customers/membership/stored-rule.ts'
import { ruleContext } from '../../customers/rules/context.ts'
import { clockOf } from '../../customers/rules/days.ts'
import { countExactly } from '../../customers/segments/estimate.ts'
import type { Db } from '../../database/db.ts'

/** Cache lifetime: 3.6 ms per profile, between one minute and one hour. */
const STAYS_MS_PER_PERSON = 3.6
const STAYS_AT_MOST_MS = 3_600_000
const STAYS_AT_LEAST_MS = 60_000
/** Figures are stale when the number of profiles changes by a tenth, as after an import. */
const OTHERS = 0.1
/** Purposes that are counted, those that staff look at first. */
const PURPOSES = 3

interface Part extends Pick<DashboardQuality['items'][number], 'key' | 'name' | 'rule'> {
  kept: string
  /** True of those who lack it, or of those who have it. */
  asked: Rule
  has: boolean
}

interface Kept {
  /** Current customers by the store's total. */
  live?: number
  counted_at: string
  total: number
  lacking: Record<string, number>
}

const everybody: Rule = { kind: 'time', at: 'created', operator: 'not_empty' }

const fieldNamed = (name: string) => systemFields.find((field) => field.name === name)!.id

function partOfField(key: Part['key'], name: string): Part {
  const asked = { kind: 'profile', field_id: fieldNamed(name), operator: 'empty' } as const
  return { key, kept: key, name: null, asked, has: false, rule: { condition: 'and', rules: [asked] } }
}

/** Friends of a LINE account, in stores that have one; until then, who has a LINE id. */
const lineFriend = { kind: 'channel', channel_type: 'lineOA', operator: 'friend' } as const satisfies Rule
const reachedByLine: Part = {
  ...{ key: 'line', kept: 'line friends', name: null, asked: lineFriend, has: true },
  rule: { condition: 'and', not: true, rules: [lineFriend] },
}

const fields = [partOfField('phone', 'phone'), partOfField('email', 'email')] as const

/** Today and the six days after it, as the list asks. */
const birthday = {
  kind: 'profile',
  field_id: fieldNamed('birthDate'),
  operator: 'anniversary_in_next',
  value: { n: 6, unit: 'day' },
} as const satisfies Rule
const BIRTHDAYS = 'birthdays'

function partOfPurpose({ id, name }: { id: number; name: string }): Part {
  const asked = { kind: 'consent', purpose_id: id, operator: 'granted' } as const
  const rule: RuleGroup = { condition: 'and', not: true, rules: [asked] }
  return { key: 'consent', kept: `consent ${id}`, name, asked, has: true, rule }
}

/** Counts missing contact data. Recounts stale figures; of two concurrent callers one counts. */
export async function qualityOf(db: Db, storeId: number, now: Date): Promise<DashboardQuality> {
  const purposes = await sql<{ id: number; name: string }>`
    select id, name from consent_purpose where store_id = ${storeId} order by id limit ${PURPOSES}`.execute(db)
  const { rows: accounts } = await sql`
    select from channel where store_id = ${storeId} and type = 'lineOA' limit 1`.execute(db)
  const line = accounts.length > 0 ? reachedByLine : partOfField('line', 'lineUserId')
  const parts: Part[] = [...fields, line, ...purposes.rows.map(partOfPurpose)]
  const kept = await keptCount(db, storeId)
  const known = kept !== undefined && [BIRTHDAYS, ...parts.map((part) => part.kept)].every((key) => key in kept.lacking)
  if (known && (isFresh(kept, now, await timeZoneOf(db, storeId)) || !(await holdCount(db, storeId))))
    return shown(parts, kept)
  return shown(parts, await countNow(db, storeId, parts, now))
}

const shown = (parts: readonly Part[], { counted_at, total, lacking }: Kept): DashboardQuality => ({
  counted_at,
  total,
  items: parts.map(({ key, kept, name, rule }) => ({ key, name, rule, lacking: lacking[kept]! })),
  birthdays: { people: lacking[BIRTHDAYS]!, rule: { condition: 'and', rules: [birthday] } },
})

function isFresh({ counted_at, total, live = total }: Kept, now: Date, timeZone: string): boolean {
  // Birthdays change with the day.
  if (clockOf(new Date(counted_at), timeZone).today !== clockOf(now, timeZone).today) return false
  if (Math.abs(live - total) > total * OTHERS) return false
  const stays = Math.min(Math.max(total * STAYS_MS_PER_PERSON, STAYS_AT_LEAST_MS), STAYS_AT_MOST_MS)
  return now.getTime() - Date.parse(counted_at) < stays
}

async function keptCount(db: Db, storeId: number): Promise<Kept | undefined> {
  return await db
    .selectFrom('data_quality')
    .leftJoin('profile_total', 'profile_total.store_id', 'data_quality.store_id')
    .select(['counted_at', 'total', 'lacking', sql<number>`coalesce(profile_total.live, 0)`.as('live')])
    .where('data_quality.store_id', '=', storeId)
    .executeTakeFirst()
}

/** Returns false while another transaction counts. */
async function holdCount(db: Db, storeId: number): Promise<boolean> {
  const { rows } = await sql`select from data_quality where store_id = ${storeId} for update skip locked`.execute(db)
  return rows.length > 0
}

async function countNow(db: Db, storeId: number, parts: readonly Part[], now: Date): Promise<Kept> {
  const rule = {
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: {
      condition: 'or' as const,
      groups: [group([everybody, birthday]), group(parts.map(({ asked }) => asked))],
    },
  }
  const context = await ruleContext(db, storeId, [normalizeRule(rule)], now)
  const { per_rule } = await countExactly(db, rule, context)
  const [total, birthdays, ...counts] = per_rule.map(({ alone }) => alone) as [number, number, ...number[]]
  const lacking = {
    [BIRTHDAYS]: birthdays,
    ...Object.fromEntries(parts.map(({ kept, has }, place) => [kept, has ? total - counts[place]! : counts[place]!])),
  }
  const row = { counted_at: now.toISOString(), total, lacking: JSON.stringify(lacking) }
  return await db
    .insertInto('data_quality')
    .values({ store_id: storeId, ...row })
    .onConflict((on) => on.column('store_id').doUpdateSet(row))
    // The instant as it is read later: PostgreSQL writes no zeros at its end.
    .returning(['counted_at', 'total', 'lacking'])
    .executeTakeFirstOrThrow()
}

const group = (rules: Rule[]): RuleGroup => ({ condition: 'or', rules })
