import { readFileSync } from 'node:fs'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'

/** Fate of a profile's rows in an erasure and in a merge; a sentence if nothing is done. */
interface Fate {
  erased: 'forgotten' | 'cascades' | (string & {})
  merged: 'moved' | (string & {})
}

const stay = 'they stay with the profile that goes, whose history is that of the one that stays'
const derived = 'derived from the profile, and made again from it'
const numbers = 'numbers alone'

const fates: Record<string, Fate> = {
  activity: { erased: 'forgotten', merged: 'moved' },
  automation_act: { erased: 'forgotten', merged: 'followed to the profile that stays' },
  automation_rehearsal_person: {
    erased: 'cascades',
    merged: 'a result of the past, which is shown with the names of today',
  },
  automation_run: { erased: 'forgotten', merged: 'followed to the profile that stays' },
  broadcast_person_click: { erased: 'forgotten', merged: stay },
  broadcast_recipient: { erased: 'forgotten', merged: stay },
  broadcast_sent: { erased: numbers, merged: 'followed to the profile that stays' },
  change: { erased: 'numbers alone, so that copies elsewhere learn of it', merged: numbers },
  channel_friend: { erased: 'forgotten', merged: 'moved' },
  channel_friend_change: { erased: 'cascades', merged: stay },
  consent_entry: { erased: 'forgotten', merged: 'moved' },
  erased_profile: { erased: 'the number of who was erased', merged: numbers },
  erasure: { erased: 'the number of who was erased', merged: numbers },
  erasure_mention: { erased: 'forgotten', merged: 'where a name may be left, of one erasure' },
  export_people: { erased: 'the number of who was erased, so that it is known who left in a file', merged: numbers },
  identity: { erased: 'forgotten', merged: 'moved' },
  imported_row: { erased: 'forgotten', merged: 'followed to the profile that stays' },
  incident_person: { erased: 'the number of who was erased, so that a leak keeps its figures', merged: numbers },
  job_profile: { erased: 'forgotten', merged: 'whom a job was about when it began' },
  line_link: { erased: 'cascades', merged: 'a word leads to the profile that stays' },
  match_answer: { erased: 'forgotten', merged: 'of the profile that was asked about' },
  my_data_link: { erased: 'cascades', merged: 'a link of either profile ends with the merge' },
  online_log: { erased: 'forgotten', merged: 'moved' },
  privacy_request_profile: { erased: 'cascades', merged: 'followed to the profile that stays' },
  profile_change: { erased: 'forgotten', merged: stay },
  profile_contact: { erased: 'cascades', merged: 'further phones and e-mails are kept in addition to the fields' },
  profile_duplicate_key: { erased: 'empty, except for what servers of the former version write', merged: derived },
  profile_key: { erased: 'cascades', merged: derived },
  profile_label: { erased: 'cascades', merged: 'labels are passed on' },
  profile_label_change: { erased: numbers, merged: numbers },
  profile_name: { erased: 'cascades', merged: 'further names are copied to the profile that stays' },
  profile_restriction: { erased: 'cascades', merged: 'copied to the profile that stays, so that it is restricted too' },
  profile_touch: { erased: 'the number of who was erased, so that copies elsewhere learn of it', merged: numbers },
  profile_value: { erased: 'forgotten', merged: derived },
  program_request: { erased: 'forgotten', merged: 'the profile that its address named' },
  replaced_activity: { erased: 'forgotten', merged: 'an undo follows to the profile that stays' },
  retention_row: { erased: 'forgotten', merged: 'put back to the profile that stays' },
  rich_menu_friend: { erased: 'forgotten', merged: 'derived from the friend, and compared again' },
  rich_menu_move: { erased: 'cascades', merged: stay },
  rich_menu_touched: { erased: numbers, merged: numbers },
  run_profile: { erased: 'forgotten', merged: stay },
  run_record: { erased: 'forgotten', merged: stay },
  segment_departure: { erased: 'cascades', merged: 'who is gone is not listed' },
  segment_touched: { erased: numbers, merged: numbers },
  sensitive_read: { erased: 'the number of who was erased, so that it is known who read it', merged: numbers },
  sensitive_read_hour: { erased: 'the number of who was erased, so that it is known who read it', merged: numbers },
  work_done: { erased: 'cascades', merged: 'who is gone is not listed' },
}

const readServer = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

test('every table with a profile declares what happens to its rows in an erasure and in a merge', async () => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ name: string; cascades: boolean }>(`
    select c.relname as name, coalesce(bool_or(k.confdeltype = 'c'), false) as cascades
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint k
      on k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'profile'::regclass and a.attnum = any(k.conkey)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname ~ 'profile_id'
    group by 1 order by 1`)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(fates))
  const namesWith = (key: keyof Fate, fate: string) => Object.keys(fates).filter((name) => fates[name]![key] === fate)
  expect(namesWith('erased', 'cascades')).toEqual(rows.flatMap(({ name, cascades }) => (cascades ? [name] : [])))
  const unnamedIn = (file: string, names: string[]) => names.filter((name) => !readServer(file).includes(name))
  const forgetting = readServer('customers/erasure/forget.ts')
  expect(namesWith('erased', 'forgotten').filter((name) => !forgetting.includes(name))).toEqual([])
  expect(unnamedIn('customers/duplicates/belongings.ts', namesWith('merged', 'moved'))).toEqual([])
})

/** Tables whose changes programs follow, with the statements that raise them. */
const raised: Readonly<Record<string, readonly string[]>> = {
  activity: ['INSERT'],
  consent_entry: ['INSERT'],
  profile: ['DELETE', 'INSERT', 'UPDATE'],
  profile_label: ['DELETE', 'INSERT', 'UPDATE'],
}

/** Reasons why the stream of changes leaves the others out. */
const unraised: Readonly<Record<string, string>> = {
  ...{
    change: 'the stream itself',
    profile_touch: 'of the feed of states',
    profile_change: 'written with the profile',
  },
  ...{
    run_profile: 'written with the profile',
    run_record: 'written with the profile',
    segment_departure: 'written with the label',
  },
  ...{
    profile_contact: 'no program reads it',
    profile_name: 'no program reads it',
    profile_restriction: 'written with the profile',
    profile_key: derived,
    profile_value: derived,
  },
  ...{ channel_friend: 'no program reads it', identity: 'no program reads it', online_log: 'no program reads it' },
  my_data_link: 'no program reads it',
  program_request: 'no program reads it',
  privacy_request_profile: 'no program reads it',
  ...{
    broadcast_person_click: 'no program reads it',
    broadcast_recipient: 'no program reads it',
    broadcast_sent: 'no program reads it',
    line_link: 'no program reads it',
  },
  ...{
    replaced_activity: 'a corrected activity is no new one',
    erased_profile: 'the profile is raised',
    erasure: 'the profile is raised',
  },
  ...{
    erasure_mention: 'the profile is raised',
    imported_row: 'hashes',
    job_profile: 'of a job',
    match_answer: 'of an import',
  },
  ...{
    retention_row: 'an activity that is over is no new one',
    rich_menu_friend: 'no program reads it',
    rich_menu_move: 'no program reads it',
    rich_menu_touched: derived,
  },
  ...{
    automation_act: 'the work of automations',
    automation_rehearsal_person: 'nothing that happened',
    automation_run: 'the work of automations',
    channel_friend_change: 'written with the friend',
    profile_label_change: 'written with the label',
  },
  ...{ profile_duplicate_key: derived, segment_touched: derived, work_done: 'ticks of staff' },
  ...{ sensitive_read: 'no program reads it', sensitive_read_hour: 'no program reads it' },
  export_people: 'no program reads it',
  incident_person: 'no program reads it',
}

test('each write to a table with a profile is raised in the stream of changes, or there is a reason why not', async () => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ table: string; events: string[] }>(`
    select event_object_table as "table", array_agg(distinct event_manipulation::text order by event_manipulation::text) as events
    from information_schema.triggers where trigger_name like 'raise\\_%' and event_object_table ~ '^(profile|activity|consent)'
    group by 1 order by 1`)
  expect(Object.fromEntries(rows.map(({ table, events }) => [table, events]))).toEqual(raised)
  const known = [...Object.keys(raised), ...Object.keys(unraised)]
  expect(known.filter((name) => name !== 'profile').toSorted()).toEqual(Object.keys(fates))
})

test('each column of a profile is a field, or left out of what a change names', async () => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ name: string }>(`
    select attname as name from pg_attribute
    where attrelid = 'profile'::regclass and attnum > 0 and not attisdropped and attname <> 'custom'
      and changed_fields('{"custom": {}}', jsonb_build_object('custom', '{}'::jsonb, attname, 1)) <> '{}' order by 1`)
  const columns = systemFields.map(({ column }): string => column)
  expect(rows.map(({ name }) => name)).toEqual(columns.toSorted())
})
