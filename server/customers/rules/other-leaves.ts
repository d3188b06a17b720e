import type {
  BroadcastRule,
  ChannelRule,
  ConsentRule,
  LabelRule,
  SourceRule,
  TimeRule,
} from '@ruam/contract/customers/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { answeredStandings, OF_AGE_MONTHS, standingOfEach } from '../consents/standing.ts'
import type { RuleContext } from './context.ts'
import { instantCondition } from './date-tests.ts'
import { addMonths } from './days.ts'
import { existsFor, type Leaf } from './leaf.ts'
import { idsOf } from './sets.ts'

/** Carrying labels, given by hand, by a rule or by an import. */
export function labelLeaf({ operator, label_ids }: LabelRule, { storeId }: RuleContext): Leaf {
  const labels = [...new Set(label_ids)]
  // An array even for one label: with `=` the planner expects one row in a store without statistics, and compares its members with all rows
  // of the label.
  const these = sql`label_id = any(${labels}::int[])`
  const given = sql`store_id = ${storeId} and ${these} and source <> 'manual_remove'`
  const own = sql`from profile_label where profile_id = profile.id and ${given}`
  if (operator === 'has_all' && labels.length > 1) {
    const all = sql`count(*) = ${labels.length}`
    const ids = idsOf(sql`select profile_id as id from profile_label where ${given} group by profile_id having ${all}`)
    return { is: sql`(select ${all} ${own})`, reads: [], set: { ids } }
  }
  const each = sql.raw(labels.length === 1 ? '' : 'distinct')
  const such = sql`select ${each} profile_id as id from profile_label where ${given}`
  const ids: NonNullable<Leaf['set']>['ids'] = (most, order = 'desc') =>
    most === undefined ? sql`(${such})` : sql`(${such} order by profile_id ${sql.raw(order)} limit ${most})`
  const set = {
    ids,
    among: (others: RawBuilder<{ id: number }>) =>
      sql<{ id: number }>`(${such} and profile_id = any(array(select id from ${others} asked)))`,
    ...(labels.length === 1 && {
      known: sql<number>`(select target_count from label where store_id = ${storeId} and id = ${labels[0]})`,
    }),
    repeated: sql<{ id: number }>`(select profile_id as id from profile_label where ${given})`,
    some: true as const,
  }
  return { is: existsFor(own), not: operator === 'has_none', reads: [], set }
}

/** Made or changed by a run of the data source, unless that was undone. */
export function sourceLeaf({ operator, data_source_id }: SourceRule, { storeId }: RuleContext): Leaf {
  // An array, so that it is settled once and its runs are looked up by index.
  const runs = sql`(array(select id from run
    where store_id = ${storeId} and data_source_id = ${data_source_id} and kind <> 'dry' and undone_at is null))`
  const made = sql<boolean>`origin_run = any(${runs})`
  const changed = existsFor(sql`from run_record r
    where r.store_id = ${storeId} and r.profile_id = profile.id and r.changes is not null and r.run = any(${runs})`)
  const whoWasMade = sql`select id from profile where store_id = ${storeId} and ${made} and origin_run is not null`
  const whoWasChanged = sql`select distinct profile_id as id from run_record r
    where store_id = ${storeId} and run = any(${runs}) and changes is not null`
  if (operator === 'made') return { is: made, reads: ['origin_run'], set: { ids: idsOf(whoWasMade) } }
  if (operator === 'changed') return { is: changed, reads: [], set: { ids: idsOf(whoWasChanged) } }
  const alone = sql`not exists (select from profile p
    where p.store_id = ${storeId} and p.id = r.profile_id and p.origin_run = any(${runs}))`
  return {
    is: sql`(${made} or ${changed})`,
    reads: ['origin_run'],
    set: {
      some: true,
      ids: (most) =>
        most === undefined
          ? sql`(${whoWasMade} union ${whoWasChanged})`
          : sql`((${whoWasMade} limit ${most}) union all (${whoWasChanged} and ${alone} limit ${most}) limit ${most})`,
    },
  }
}

/** When the profile was made, or changed last. */
export function timeLeaf(rule: TimeRule, context: RuleContext): Leaf {
  const instant = `${rule.at}_at` as const
  // There is always such a time.
  if (!('value' in rule)) return { is: sql`false`, not: rule.operator === 'not_empty', reads: [] }
  const { is, range } = instantCondition(rule, sql.ref(instant), context)
  const not = rule.operator === 'not_in_last'
  const upTo = rule.operator === 'before' || (rule.operator === 'between' && rule.value.from === undefined)
  return { is, not, reads: [instant], ...(range && !not && { instant, upTo }) }
}

/** Standing of a consent. Under an age gate it depends on the birth date, and on the day. */
export function consentLeaf({ operator, purpose_id }: ConsentRule, context: RuleContext): Leaf {
  const { storeId, ageGate, today, moment } = context
  const cutoff = ageGate ? sql`${addMonths(today, -OF_AGE_MONTHS)}::date` : sql`null::date`
  const asked = { storeId, purpose: sql`${purpose_id}::int`, ...(moment && { at: moment }), cutoff }
  const row = { id: sql`profile.id`, birth: ageGate ? sql`birth_date` : sql`null::date` }
  const reads: Leaf['reads'] = ageGate ? ['birth_date'] : []
  const is = sql<boolean>`(select consent.standing from (select) of_row ${standingOfEach(asked, row)}) = ${operator}`
  const answered = answeredStandings(asked)
  if (operator !== 'unknown')
    return { is, reads, set: { ids: idsOf(sql`select id from ${answered} answered where standing = ${operator}`) } }
  const minors = sql`union select id from profile where store_id = ${storeId} and birth_date > ${cutoff}`
  const known = sql`select id from ${answered} answered where standing <> 'unknown' ${ageGate ? minors : sql``}`
  return { is: sql`(${is}) is not true`, not: true, reads, set: { ids: idsOf(known) } }
}

/** People of a table that holds them with a status. */
function withStatus(table: 'channel_friend' | 'broadcast_recipient', such: RawBuilder<unknown>): Leaf {
  const from = sql`from ${sql.table(table)} t where ${such}`
  return {
    is: existsFor(sql`${from} and t.profile_id = profile.id`),
    reads: [],
    set: { ids: idsOf(sql`select distinct t.profile_id as id ${from}`) },
  }
}

export function channelLeaf({ channel_type, channel_id, operator }: ChannelRule, { storeId }: RuleContext): Leaf {
  if (channel_type === 'phone' || channel_type === 'sms') {
    if (operator === 'blocked') return { is: sql`false`, reads: [] }
    return { is: sql`phone is not null`, not: operator === 'not_linked', reads: ['phone'] }
  }
  const one = channel_id === undefined ? sql`` : sql`and t.channel_id = ${channel_id}::int`
  const status = operator === 'not_linked' ? sql`` : sql`and t.status = ${operator}`
  const such = sql`t.store_id = ${storeId} and t.channel_type = ${channel_type} ${one} ${status}`
  return { ...withStatus('channel_friend', such), not: operator === 'not_linked' }
}

export function broadcastLeaf({ broadcast_id, operator }: BroadcastRule, { storeId }: RuleContext): Leaf {
  const status = operator === 'failed' ? 'failed' : 'accepted'
  const such = sql`t.store_id = ${storeId} and t.broadcast_id = ${broadcast_id}::int and t.status = ${status}`
  return { ...withStatus('broadcast_recipient', such), not: operator === 'not_sent' }
}
