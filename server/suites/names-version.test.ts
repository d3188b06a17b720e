import { beforeAll, expect, test } from 'vitest'
import { newStore, testServer } from '../testing/store.testing.ts'
import { calls, send, successOf } from './calls.ts'
import { refusedAnyway, requestOf } from './requests.ts'

/** Tables and columns with cached names. */
const named = {
  profile_field: 'field_name, display_name, data_type, field_type, formula, sensitive, match_key, converting_to',
  activity_field: 'field_name, display_name, data_type, field_type, formula, status, converting_to',
  activity_type: 'name, field_ids',
  label: 'name, color, type, display_enabled',
}
const features = /^(activities|profileFields|labels|segments|profileActivities)\./
const writing = calls.filter(({ name, endpoint }) => features.test(name) && endpoint.method !== 'GET')

// The database itself looks when a transaction of the server ends: it refuses one that has written names and did not raise their number.
beforeAll(async () => {
  const { admin } = await testServer()
  await admin.query(`
    create table named_tables (name text);
    grant insert on named_tables to ruam_app;
    create function raised() returns trigger language plpgsql as $$
    begin
      if session_user = 'ruam_app' then
        insert into named_tables values (tg_table_name);
        if not exists (select from names_version
          where store_id = coalesce(new.store_id, old.store_id) and xmin = pg_current_xact_id()::xid)
        then raise exception 'the number of the names was not raised'; end if;
      end if;
      return null;
    end $$;`)
  for (const [table, columns] of Object.entries(named)) {
    await admin.query(`create constraint trigger names_rise after insert or delete or update of ${columns} on ${table}
      deferrable initially deferred for each row execute function raised()`)
  }
})

test.each(writing)('$title raises the number of the names that it writes', async (call) => {
  const { app } = await testServer()
  const store = await newStore()
  const reply = await send(app, call.endpoint, await requestOf(call, store), `Bearer ${store.token}`)
  const expected = refusedAnyway[call.name]
  expect(expected ? reply.json().error : reply.statusCode).toBe(expected ?? successOf(call.endpoint))
})

test('each of the tables was written by one of these calls', async () => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ name: string }>('select distinct name from named_tables order by 1')
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(named).sort())
})
