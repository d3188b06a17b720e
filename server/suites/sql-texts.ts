import { couponRequest } from '@ruam/contract/broadcasts/coupon-request.ts'
import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { format } from 'sql-formatter'
import { spreadCounts } from '../app/sample/spread-counts.ts'
import { enter } from '../automations/engine/enter.ts'
import { guard } from '../automations/engine/guards.ts'
import { recordActs } from '../automations/engine/record.ts'
import { peopleOf } from '../automations/messages/send.ts'
import { messageSteps } from '../automations/messages/steps.ts'
import type { Due, Version, World } from '../automations/records/world.ts'
import { readHistories } from '../automations/undo/histories.ts'
import { readChanges } from '../automations/work/read-changes.ts'
import { audienceRows } from '../broadcasts/audience/audience.ts'
import { countAudience } from '../broadcasts/audience/count.ts'
import { friendRows } from '../broadcasts/audience/friend-rows.ts'
import { measure } from '../broadcasts/calls/preview.ts'
import { newTarget } from '../broadcasts/calls/written.ts'
import { groupsOf } from '../broadcasts/effect/groups.ts'
import { manyGroups } from '../broadcasts/effect/many-groups.ts'
import { countPersonClick } from '../broadcasts/links/queries.ts'
import { openBroadcast } from '../broadcasts/sending/append-set.ts'
import { nextRecipients } from '../broadcasts/sending/check-again.ts'
import { claimNameless, requestNames } from '../channels/friends/names.ts'
import { saveFriends } from '../channels/friends/queries.ts'
import { unaskedIds } from '../channels/imported-ids/queries.ts'
import { couponsRequested } from '../channels/inbox/coupons-requested.ts'
import { readInbox } from '../channels/inbox/read-inbox.ts'
import { receiveEvents } from '../channels/inbox/receive.ts'
import { lineReach } from '../channels/line-link/reach.ts'
import { countFriendsOfMenus } from '../channels/rich-menus/assign/counts.ts'
import { decideFor, decideForAll } from '../channels/rich-menus/assign/decide.ts'
import { storeMenusInEffect } from '../channels/rich-menus/assign/in-effect.ts'
import { noteAccepted, type OfAccount } from '../channels/rich-menus/assign/moves.ts'
import { menuOfPerson } from '../channels/rich-menus/assign/person.ts'
import { chooseSample } from '../channels/rich-menus/assign/sample.ts'
import { moveCounts } from '../customers/changes/hourly.ts'
import { indexedValuesStartingWith } from '../customers/changes/indexed-values.ts'
import { countLabels } from '../customers/changes/labels.ts'
import { settleLineIds } from '../customers/changes/line-ids.ts'
import { followStops } from '../customers/changes/line-stops.ts'
import { pairSameLine } from '../customers/changes/same-line.ts'
import { changesRead } from '../customers/columns/read-changes.ts'
import { StoreColumns } from '../customers/columns/store-columns.ts'
import { writeEntries } from '../customers/consents/calls/write-entries.ts'
import { textTables } from '../customers/erasure/text-tables.ts'
import type { Field } from '../customers/fields/fields.ts'
import { historyPage, rowsByRun } from '../customers/history/queries.ts'
import { revertPassedLabels } from '../customers/labels/pass-labels.ts'
import { putBackUncounted } from '../customers/labels/put-back.ts'
import { removeGivenLabels } from '../customers/labels/undo-moves.ts'
import { segmentGraph } from '../customers/membership/closed-segments.ts'
import { moveLocked } from '../customers/membership/move-many.ts'
import { listPage } from '../customers/profiles/list-page.ts'
import { orderOf } from '../customers/profiles/list-sort.ts'
import { readValues } from '../customers/profiles/read-values.ts'
import { survivorsOf } from '../customers/profiles/survivors.ts'
import { restoreProfiles, writeValues } from '../customers/profiles/write.ts'
import { compileRule } from '../customers/rules/compile.ts'
import type { RuleContext } from '../customers/rules/context.ts'
import { clockOf } from '../customers/rules/days.ts'
import { exceedsThreshold } from '../customers/rules/sampling.ts'
import { membershipDiff } from '../customers/segments/membership-diff.ts'
import { type Db, onConnection } from '../database/db.ts'
import { previewEntries } from '../imports/consents/preview-consents.ts'
import { recountOrders } from '../imports/orders/recount.ts'
import { findImported } from '../imports/run/imported-rows.ts'
import { saveAnswers } from '../imports/run/match-answers.ts'
import { groupPendingRows, pendingGroups } from '../imports/run/pending-groups.ts'
import { undoBlock } from '../imports/undo/undo-block.ts'
import { type NewLetter, readReplays, storeDeadLetters } from '../ingest/connectors/dead-letters.ts'
import { programsOf } from '../open-api/profile-api/readers.ts'
import { findProgram } from '../open-api/programs/list.ts'
import { feedChangesOf } from '../open-api/reading/feed.ts'
import { findExposure } from '../privacy/exposure/find-exposure.ts'
import { type ExposureSource, exposureTables } from '../privacy/exposure/people.ts'
import { rightWithin } from '../privacy/exposure/rights.ts'
import { exposureSources } from '../privacy/exposure/sources.ts'
import { noticeUnusual } from '../privacy/exposure/unusual.ts'
import { endsOf } from '../privacy/incidents/ended.ts'
import { freezePeople } from '../privacy/incidents/freeze.ts'
import { countReach } from '../privacy/incidents/people.ts'
import { processingLines } from '../privacy/processing/lines.ts'
import { namesOfActs } from '../reports/audit-log/names.ts'
import { countShop } from '../reports/dashboard/count-shop.ts'
import { shopDays } from '../reports/dashboard/shop-days.ts'
import { readingsOf } from '../reports/readers/queries.ts'
import { itemsOf } from '../reports/work-lists/items.ts'

/** A composed statement, with sample values that include all of its parts. */
interface ComposedStatement {
  /** The file that contains it; its texts are in the .sql file next to it. */
  file: string
  /** The function that composes it. */
  name: string
  run(connection: { db: Db; pool: pg.Pool }): Promise<unknown>
  /** Which of the statements it makes; the longest when left out. */
  only?: RegExp
}

const letter: NewLetter = {
  ...{
    data_source_id: 2,
    kind: 'profiles',
    receipt_id: 3,
    item_index: 0,
    item_place: null,
    item: '{}',
    error: 'item_invalid',
    path: null,
  },
  ...{ value: null, run: null, record_no: null, sensitive: false, patient: true },
}
const by = { source: 'user', id: 7, job: 5 } as const
const at = '2026-01-01 00:00:00+00'
const field = (id: number, column?: 'first_name') =>
  ({
    id,
    name: `field${id}`,
    display_name: `field${id}`,
    data_type: 'String',
    kind: 'text',
    type: column ? 'system_profile' : 'custom_profile',
    sensitive: false,
    ...(column && { column }),
  }) as const
const undoing = {
  storeId: 1,
  run: { id: 3, kind: 'stream', started_at: at, finished_at: at, mapping: { labels: [1] }, row_labels: [] },
  job: 5,
  later: true,
  fields: [{ id: 1, data_type: 'String' }],
} as unknown as Parameters<typeof undoBlock>[1]
/** Who bought in the last 90 days and not in the last 30, of one name or with a sum, and without a label. */
const rule: RuleGroup = {
  condition: 'and',
  rules: [
    { kind: 'activity', activity_type_id: 2, done: true, window: { last: { n: 90, unit: 'day' } } },
    { kind: 'activity', activity_type_id: 2, done: false, window: { last: { n: 30, unit: 'day' } } },
    {
      condition: 'or',
      rules: [
        { kind: 'profile', field_id: 1, operator: 'not_contains', value: 'สมชาย' },
        { kind: 'profile', field_id: 1001, operator: 'gte', value: 1000 },
      ],
    },
    { kind: 'label', operator: 'has_none', label_ids: [1] },
  ],
}
/** Who has a label. */
const memberRule = {
  filter: { profile_created_at: null, reference_label_ids: [1] },
  target: { condition: 'and' as const, groups: [] },
}
const sum = { function: 'activity_sum', activity_id: 2, field_id: 1002, days: 90 } as const
const ruleContext: RuleContext = {
  storeId: 1,
  ...clockOf(new Date('2026-01-31T17:30:00Z'), 'Asia/Bangkok'),
  fields: new Map<number, Field>([
    [1, field(1, 'first_name')],
    [
      1001,
      { ...field(1001), data_type: 'Number', kind: 'number', type: 'transform_profile', formula: sum } satisfies Field,
    ],
  ]),
  labels: new Set([1]),
  activityTypes: new Map([[2, new Map()]]),
  sources: new Set(),
  purposes: new Set(),
  ageGate: true,
  broadcasts: new Set(),
  channels: new Set(),
}
const asked = { offset: 0, limit: 10, sort_by: 'updated_at', sort_dir: 'desc', count: true } as const

const version: Version = {
  ...{ automation_id: 2, version: 3, place: 1, holdout: 10, started_by: 4 },
  definition: {
    ...{
      trigger: null,
      repeat: { kind: 'yearly' },
      channel_id: 5,
      exit: null,
      group: 'group',
      imports: false,
      holdout: null,
    },
    steps: [{ id: 1, kind: 'label', label_id: 6, value: true }],
  },
}
const due: Due = {
  ...{ run_id: 7, automation_id: 2, version: 3, step: 1, profile_id: 8, held_out: false },
  ...{ at: '2026-01-31T17:30:00Z', due_at: '2026-01-31T17:30:00Z', entered_at: '2026-01-31T17:30:00Z' },
}
const worldOf = (db: Db): World => ({
  ...{ db, storeId: 1, timeZone: 'Asia/Bangkok', effects: {} as never, draw: () => ({ share: 10, seed: '9' }) },
})

/** The statements of more than 12 lines, and the list's own. */
const exposureSource = (kind: ExposureSource['kind']): ExposureSource => ({
  ...{ storeId: 1, kind, id: 2, from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' },
})

export const composedStatements: ComposedStatement[] = [
  {
    file: 'server/automations/engine/enter.ts',
    name: 'enter',
    run: ({ db }) => enter(worldOf(db), version, [{ profile_id: 8, at: due.at, cause: 'date:2026-01-31', detail: {} }]),
  },
  {
    file: 'server/automations/undo/histories.ts',
    name: 'readHistories',
    run: ({ db }) => readHistories(db, 1, [8], { fields: [1, 25], labels: [6] }, { locked: true }),
    only: /jsonb_agg/,
  },
  {
    file: 'server/automations/work/read-changes.ts',
    name: 'readChanges',
    run: ({ db }) => readChanges(db, 1, new Map([['segment.entered', [6]]]), { after: 1, until: 2 }),
  },
  {
    file: 'server/customers/labels/put-back.ts',
    name: 'putBackUncounted',
    run: ({ db }) =>
      putBackUncounted(db, 1, by, 6, { lost: [{ id: 8, taken: null }], regained: [{ id: 9, given: null }] }),
  },
  {
    file: 'server/automations/engine/guards.ts',
    name: 'guard',
    run: ({ db }) => guard(worldOf(db), version, { id: 1, purpose_id: 4 } as never, [due]),
  },
  {
    file: 'server/automations/engine/record.ts',
    name: 'recordActs',
    run: ({ db }) =>
      recordActs(worldOf(db), version, [
        {
          due,
          kind: 'label',
          step: 1,
          outcome: 'done',
          change: { before: false, after: true },
          next: { ended: 'done' },
        },
      ]),
  },
  {
    file: 'server/automations/messages/send.ts',
    name: 'peopleOf',
    run: ({ db }) =>
      peopleOf(
        db,
        1,
        {
          version: { ...version, definition: { ...version.definition, repeat: { kind: 'yearly' } }, started_by: null },
          step: { id: 1 } as never,
          channelId: 4,
        },
        [due],
      ),
  },
  {
    file: 'server/automations/messages/steps.ts',
    name: 'messageSteps',
    run: ({ db }) => messageSteps(db, 1, 2),
  },
  {
    file: 'server/broadcasts/audience/audience.ts',
    name: 'audienceRows',
    run: ({ db }) =>
      countAudience(
        db,
        audienceRows(
          1,
          {
            account: { type: 'lineOA', channel_id: 1 },
            purposeId: 1,
            settings: { unknown_consent: 'skip', weekly_cap: 4 },
          },
          sql`(select 1::bigint as id)`,
        ),
      ),
  },
  {
    file: 'server/broadcasts/audience/friend-rows.ts',
    name: 'friendRows',
    run: ({ db }) =>
      countAudience(
        db,
        friendRows(1, {
          account: { type: 'lineOA', channel_id: 1 },
          target: newTarget,
          purposeId: 1,
          settings: { unknown_consent: 'skip', weekly_cap: 4 },
        })!,
      ),
  },
  {
    file: 'server/broadcasts/sending/append-set.ts',
    name: 'openBroadcast',
    run: ({ db }) =>
      openBroadcast(db, 1, { automationId: 2, version: 1, step: 3, channelId: 4 } as never, {
        people: [{ profile_id: 8, external_id: 'U1', held_out: null, reason: null }],
        perPerson: 1,
        month: '2026-01-01',
      }),
  },
  {
    file: 'server/broadcasts/effect/groups.ts',
    name: 'measuredGroups',
    run: ({ db }) =>
      groupsOf(
        db,
        1,
        { id: 2, channel_id: 3, started_at: '2026-01-01T00:00:00.000000Z', measure_ended_at: null },
        { field: 4, types: [5] },
      ),
  },
  {
    file: 'server/broadcasts/effect/many-groups.ts',
    name: 'manyGroups',
    run: async ({ db }) => {
      const measured = { id: 2, channel_id: 3, started_at: '2026-01-01T00:00:00.000000Z', measure_ended_at: null }
      await manyGroups(db, 1, [measured], { field: 4, types: [5] })
    },
  },
  {
    file: 'server/broadcasts/calls/preview.ts',
    name: 'measure',
    run: async ({ db }) => {
      const columns = [field(1, 'first_name'), field(1001)]
      await measure(1, sql`(select 1::bigint as profile_id, null as reason)`, columns).execute(db)
    },
  },
  {
    file: 'server/broadcasts/links/queries.ts',
    name: 'countPersonClick',
    run: ({ db }) => countPersonClick(db, { store_id: 1, broadcast_id: 2, place: 3, target: '' }, 4),
  },
  {
    file: 'server/broadcasts/sending/check-again.ts',
    name: 'pickRecipients',
    run: ({ db }) =>
      nextRecipients(db, {
        ...{
          storeId: 1,
          broadcastId: 2,
          channelId: 3,
          purposeId: 4,
          skipsUnknown: true,
          weeklyCap: 4,
          compulsory: false,
          most: 500,
          last: 600,
        },
      }),
  },
  {
    file: 'server/customers/changes/line-stops.ts',
    name: 'withdraw',
    run: ({ db }) => followStops(db, 1, ['U1']),
  },
  {
    file: 'server/channels/friends/names.ts',
    name: 'requestNames',
    run: ({ db }) => requestNames(db, 1, [{ channel_id: 2, external_id: 'U1', follows: true }]),
  },
  {
    file: 'server/channels/friends/names.ts',
    name: 'claimNameless',
    run: ({ db }) => claimNameless(db, 1, 50),
  },
  {
    file: 'server/channels/inbox/receive.ts',
    name: 'receiveEvents',
    run: ({ db }) =>
      receiveEvents(
        { config: { secretKey: 'secret' }, jobs: { enqueue: async () => {} } },
        db,
        { source: 'line', storeId: 1, channelId: 1 },
        [{ events: [{ type: 'follow', timestamp: 1, webhookEventId: '1' }], requestId: 'request' }],
      ),
  },
  ...[
    { file: 'counts', name: 'countFriendsOfMenus', run: countFriendsOfMenus, only: /ranked/ },
    {
      file: 'moves',
      name: 'noteAccepted',
      run: (db: Db, account: OfAccount) =>
        noteAccepted(db, account, { lineId: 'richmenu-1', menuId: 3, userIds: ['U1'] }),
    },
    {
      file: 'person',
      name: 'menuOfPerson',
      run: (db: Db, account: OfAccount) => menuOfPerson(db, { ...account, profileId: 3, closed: new Set([4]) }),
    },
    { file: 'sample', name: 'chooseSample', run: chooseSample },
  ].map(({ file, run, ...statement }) => ({
    ...statement,
    file: `server/channels/rich-menus/assign/${file}.ts`,
    run: ({ db }: { db: Db }) => run(db, { storeId: 1, channelId: 2 }),
  })),
  {
    file: 'server/channels/rich-menus/assign/in-effect.ts',
    name: 'storeMenusInEffect',
    run: ({ db }) => storeMenusInEffect(db, 1),
    only: /full join/,
  },
  {
    file: 'server/channels/rich-menus/assign/decide.ts',
    name: 'friendsOf',
    run: ({ db }) => decideFor(db, 1, [3]),
  },
  {
    file: 'server/channels/rich-menus/assign/decide.ts',
    name: 'writeWanted',
    run: ({ db }) => decideForAll(db, 1, [2]),
    only: /full join/,
  },
  {
    file: 'server/reports/audit-log/names.ts',
    name: 'namesOfActs',
    run: ({ db }) => namesOfActs(db, 1, [{ id: 2 } as never]),
  },
  {
    file: 'server/privacy/exposure/find-exposure.ts',
    name: 'findExposure',
    run: ({ db }) => findExposure(db, exposureSource('person'), { language: 'th', offset: 0, limit: 20 }),
    only: /with recursive/,
  },
  {
    file: 'server/privacy/exposure/people.ts',
    name: 'exposureTables',
    run: ({ db }) => sql`with recursive ${exposureTables(exposureSource('export'))} select from person`.execute(db),
  },
  ...(
    [
      ['rightOfPerson', 'person'],
      ['rightOfProgram', 'program'],
    ] as const
  ).map(([name, kind]) => ({
    file: 'server/privacy/exposure/rights.ts',
    name,
    run: ({ db }: { db: Db }) => rightWithin(db, exposureSource(kind), []),
  })),
  {
    file: 'server/privacy/exposure/unusual.ts',
    name: 'noticeUnusual',
    run: ({ db }) => noticeUnusual(db, 1),
  },
  {
    file: 'server/privacy/incidents/freeze.ts',
    name: 'freezePeople',
    run: ({ db }) => freezePeople(db, { ...exposureSource('backup'), incident: 5 }),
    only: /with recursive/,
  },
  {
    file: 'server/privacy/incidents/ended.ts',
    name: 'endsOf',
    run: ({ db }) => endsOf(db, 1, [5]),
  },
  {
    file: 'server/privacy/incidents/people.ts',
    name: 'countReach',
    run: ({ db }) => countReach(db, 1, 5, 'certain'),
    only: /with recursive/,
  },
  {
    file: 'server/privacy/exposure/sources.ts',
    name: 'exposureSources',
    run: ({ db }) => exposureSources(db, 1),
  },
  ...(
    [
      ['receivers', /'webhook:'/],
      ['measures', /'measure:'/],
    ] as const
  ).map(([name, only]) => ({
    file: 'server/privacy/processing/lines.ts',
    name,
    run: ({ db }: { db: Db }) => processingLines(db, 1),
    only,
  })),
  {
    file: 'server/reports/readers/queries.ts',
    name: 'readingsOf',
    run: ({ db }) => readingsOf(db, 1, 2, { offset: 0, limit: 20 }),
  },
  {
    file: 'server/channels/line-link/reach.ts',
    name: 'lineReach',
    run: ({ db }) => lineReach(db, 1),
  },
  {
    file: 'server/channels/inbox/read-inbox.ts',
    name: 'readInbox',
    run: ({ db }) => readInbox(db, 1, { held: true, limit: 2500, tried: false }),
  },
  {
    file: 'server/open-api/programs/list.ts',
    name: 'allPrograms',
    run: ({ db }) => findProgram(db, 1, { kinds: ['key', 'token'], seesSensitive: false }, 2),
  },
  {
    file: 'server/ingest/connectors/dead-letters.ts',
    name: 'storeDeadLetters',
    run: ({ db }) => storeDeadLetters(db, 1, [letter]),
  },
  {
    file: 'server/ingest/connectors/dead-letters.ts',
    name: 'readReplays',
    run: ({ db }) => readReplays(db, 1, 2500),
  },
  {
    file: 'server/customers/changes/line-ids.ts',
    name: 'claim',
    run: ({ db }) => settleLineIds(db, 1, [2]),
  },
  {
    file: 'server/customers/changes/same-line.ts',
    name: 'pairSameLine',
    run: ({ db }) => pairSameLine(db, 1, [2]),
  },
  {
    file: 'server/channels/imported-ids/queries.ts',
    name: 'unaskedIds',
    run: ({ db }) => unaskedIds(db, 1, '', 2),
  },
  {
    file: 'server/channels/friends/queries.ts',
    name: 'saveFriends',
    run: ({ db }) =>
      saveFriends(db, 1, [
        { channel_type: 'lineOA', channel_id: 1, external_id: 'U1', profile_id: 1, status: 'friend', at: 1 },
      ]),
  },
  {
    file: 'server/customers/profiles/write.ts',
    name: 'writeValues',
    run: ({ db }) =>
      writeValues(
        db,
        1,
        by,
        [
          {
            id: 1,
            values: new Map([
              [1, 'สมชาย'],
              [1000, 'ทอง'],
            ]),
          },
        ],
        { seen: at },
      ),
    only: /differing as materialized/,
  },
  {
    file: 'server/customers/profiles/write.ts',
    name: 'setDeleted',
    run: ({ db }) => restoreProfiles(db, 1, by, [1], new Map([[1, at]])),
    only: /held as materialized/,
  },
  {
    file: 'server/customers/changes/hourly.ts',
    name: 'moveCounts',
    run: ({ db }) => moveCounts(db, 1, 'import', { from: at, until: at }, [{ metric: 'record', hour: at, n: 1 }]),
    only: /with wanted as/,
  },
  {
    file: 'server/app/sample/spread-counts.ts',
    name: 'spreadCounts',
    run: ({ db }) => spreadCounts(db, 1, [1], [1]),
    only: /with person as/,
  },
  {
    file: 'server/customers/profiles/read-values.ts',
    name: 'keepValues',
    run: ({ pool }) => readValues({ pool }, 1, { wait: true }),
    only: /with had as/,
  },
  {
    file: 'server/open-api/profile-api/readers.ts',
    name: 'programsOf',
    run: ({ db }) => programsOf(db, 1),
  },
  {
    file: 'server/open-api/reading/feed.ts',
    name: 'feedChangesOf',
    run: ({ db }) => feedChangesOf(db, 1, { after: { at, id: 7 }, until: at, limit: 100 }),
  },
  {
    file: 'server/customers/columns/read-changes.ts',
    name: 'changesRow',
    run({ db }) {
      const columns = new StoreColumns(new Map([1, 1001].map((id) => [id, ''])), at)
      const { text, values } = changesRead(1, columns, { labels: [[1], [2, 3]], friends: true })
      return db.executeQuery(CompiledQuery.raw(text, [...values]))
    },
  },
  {
    file: 'server/customers/profiles/list-page.ts',
    name: 'listPage',
    run: ({ db }) =>
      listPage(
        db,
        1,
        { ...asked, sort_by: 'first_name', filter: { keyword: 'สมชาย 0812' } },
        orderOf(field(1, 'first_name'), asked),
        1000,
      ),
    only: /search_profiles|order by/,
  },
  {
    file: 'server/customers/rules/sampling.ts',
    name: 'draw',
    run: ({ db }) => exceedsThreshold(db, 1, compileRule(rule, ruleContext).conditions, 100_000, 10_000),
  },
  {
    file: 'server/customers/rules/compile.ts',
    name: 'compileRule',
    run: ({ db }) => sql`select id from ${compileRule(rule, ruleContext).means()} m`.execute(db),
  },
  {
    file: 'server/customers/segments/membership-diff.ts',
    name: 'membershipDiff',
    run: ({ db }) => membershipDiff(db, ruleContext, 7, memberRule),
  },
  {
    file: 'server/customers/membership/closed-segments.ts',
    name: 'segmentGraph',
    run: ({ db }) => segmentGraph(db, 1, [5]),
  },
  {
    file: 'server/customers/membership/move-many.ts',
    name: 'moveLocked',
    run: ({ db }) => moveLocked(db, 1, [1], 7, compileRule(rule, ruleContext).is),
  },
  {
    file: 'server/customers/profiles/survivors.ts',
    name: 'survivorsOf',
    run: ({ db }) => survivorsOf(db, 1, [1]),
  },
  {
    file: 'server/customers/history/queries.ts',
    name: 'journalOf',
    run: ({ db }) => historyPage(db, 1, [1], { offset: 0, limit: 10 }),
    only: /limit/,
  },
  { file: 'server/customers/history/queries.ts', name: 'rowsByRun', run: ({ db }) => rowsByRun(db, 1, [1], 5) },
  {
    file: 'server/customers/consents/calls/write-entries.ts',
    name: 'writeEntries',
    run: ({ db }) =>
      writeEntries(db, 1, { run: { id: 3, createdBy: 2, isOfProgram: false } }, [
        { profile_id: 1, purpose_id: 1, operation: 'granted', note: 'n', evidence: { way: 'file' } },
      ]),
  },
  {
    file: 'server/imports/consents/preview-consents.ts',
    name: 'previewEntries',
    run: ({ db }) =>
      previewEntries(db, 1, [{ profile_id: 1, purpose_id: 1, operation: 'granted', note: 'n', evidence: null }]),
  },
  { file: 'server/imports/orders/recount.ts', name: 'recountOrders', run: ({ db }) => recountOrders(db, 1, [1]) },
  { file: 'server/customers/erasure/text-tables.ts', name: 'textTables', run: ({ db }) => textTables(db) },
  {
    file: 'server/customers/labels/pass-labels.ts',
    name: 'revertPassedLabels',
    run: ({ db }) => revertPassedLabels(db, 1, 1, { 1: null }),
  },
  {
    file: 'server/customers/labels/undo-moves.ts',
    name: 'removeGivenLabels',
    run: ({ db }) => removeGivenLabels(db, 1, by, { of: 4, labelIds: [1], ids: [1] }),
  },
  {
    file: 'server/imports/undo/undo-block.ts',
    name: 'recordUndo',
    run: ({ db }) => undoBlock(db, undoing, 0, 5000),
    only: /insert into profile_change/,
  },
  {
    file: 'server/imports/undo/undo-block.ts',
    name: 'restoreActivities',
    run: ({ db }) => undoBlock(db, undoing, 0, 5000),
    only: /jsonb_object_agg\(v\.key/,
  },
  {
    file: 'server/imports/undo/touched-profiles.ts',
    name: 'touchedProfiles',
    run: ({ db }) => undoBlock(db, undoing, 0, 5000),
    only: /for update$/,
  },
  {
    file: 'server/imports/undo/undo-plan.ts',
    name: 'undoPlan',
    run: ({ db }) => undoBlock(db, undoing, 0, 5000),
    only: /insert into pg_temp.undo_fate/,
  },
  {
    file: 'server/imports/run/pending-groups.ts',
    name: 'groupPendingRows',
    run: ({ db }) => groupPendingRows(db, 1, 3),
  },
  {
    file: 'server/imports/run/pending-groups.ts',
    name: 'pendingGroups',
    run: ({ db }) => pendingGroups(db, 1, { id: 3, created_at: at }, [12]),
  },
  {
    file: 'server/imports/run/imported-rows.ts',
    name: 'findImported',
    run: ({ db }) => findImported(db, 1, 3, ['00000000000000000000000000000001']),
  },
  {
    file: 'server/imports/run/match-answers.ts',
    name: 'saveAnswers',
    run: ({ db }) => {
      const answering = {
        run: { id: 3, created_at: at },
        userId: 7,
        answer: 'other',
        records: [1],
        group: 'birth_date:9',
        person: 1,
      }
      return saveAnswers(db, 1, { ...answering, hidden: [12] } as Parameters<typeof saveAnswers>[2])
    },
  },
  {
    file: 'server/customers/changes/indexed-values.ts',
    name: 'indexedValuesStartingWith',
    run: ({ db }) => indexedValuesStartingWith(db, 1, field(1000), 'ทอ', 10),
    only: /from \(/,
  },
  {
    file: 'server/customers/changes/labels.ts',
    name: 'countLabels',
    run: ({ db }) => countLabels(db, 1, { 1: 1 }, { ids: [2], sign: 1 }),
  },
  {
    file: 'server/reports/work-lists/items.ts',
    name: 'itemsOf',
    run: ({ db }) => itemsOf(db, 1, [{ id: 2 }], { purchases: { field: 1002, types: [2] }, timeZone: 'Asia/Bangkok' }),
  },
  {
    file: 'server/channels/inbox/coupons-requested.ts',
    name: 'couponsRequested',
    run: ({ db }) =>
      couponsRequested(db, 1, [
        {
          ...{ logId: 1, held: false, stops: false, userId: 'U1' },
          channel: { id: 2, kind: 'line', type: 'lineOA', scope: 'channel 1', basicId: null },
          event: {
            ...{ type: 'message', timestamp: 1, webhookEventId: '1' },
            message: { type: 'text', text: couponRequest('ลด 30 บาท') },
          },
        },
      ]),
  },
  {
    file: 'server/reports/dashboard/count-shop.ts',
    name: 'countShop',
    run: ({ db }) =>
      countShop(db, 1, { field: 1002, types: [2] }, shopDays(new Date('2026-01-31T17:30:00Z'), 'Asia/Bangkok')),
  },
]

/** A row that has an answer for whatever is read of it. */
const anyRow = new Proxy(
  {},
  { get: (_, column) => (typeof column === 'string' && column !== 'toJSON' ? 1 : undefined) },
)

/** The text that a statement sends to PostgreSQL, laid out to be read. */
export async function textOf({ name, run, only = /./s }: ComposedStatement): Promise<string> {
  const sent: string[] = []
  const client = {
    async query(query: string | { text: string }) {
      const text = typeof query === 'string' ? query : query.text
      sent.push(text)
      // No fields and no match keys of the store's own, and nothing that is at work; one row of anything else.
      const rows = /profile_field|"run"|"job"/.test(text) ? [] : [anyRow]
      return { rows, rowCount: rows.length, command: 'SELECT', fields: [] }
    },
    release() {},
  }
  const connection = client as unknown as pg.PoolClient
  const pool = { connect: async () => connection } as unknown as pg.Pool
  // What is answered is made up, so that what comes after may stumble over it.
  await run({ db: onConnection(connection), pool }).catch(() => {})
  const [longest] = sent.filter((text) => only.test(text)).sort((a, b) => b.length - a.length)
  if (!longest) throw new Error(`${name} sent no such statement`)
  return format(longest, { language: 'postgresql', keywordCase: 'lower', paramTypes: { numbered: ['$'] } })
}
