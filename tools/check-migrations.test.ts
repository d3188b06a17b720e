import { expect, test } from 'vitest'
import { migrationFiles } from '../server/database/migration-files.ts'
import { crowdedSteps } from './check-migrations.ts'

const file = (text: string) => [{ name: '9001-planted.sql', hash: '', text }]

test('no step of a migration locks several tables', () => {
  expect(crowdedSteps(migrationFiles())).toEqual([])
})

test.each([
  ['two tables', 'alter table label add column a int; create index on profile (id);'],
  ['a table and one that it references', 'alter table label add foreign key (a) references profile (id);'],
  [
    'a policy and a trigger',
    'create policy p on label using (true); create trigger t after insert on profile for each row execute function f();',
  ],
  ['every table in a loop', "do $$ begin execute format('alter table %s add column a int', t); end $$;"],
  ['two tables after a step', 'select 1;\n-- step: next\nalter table label add a int; drop table profile;'],
  ['a table in the background', '-- background: all\nalter table label add a int;'],
])('refuses a step that locks %s', (_, text) => {
  expect(crowdedSteps(file(text))).toHaveLength(1)
})

test('accepts one table in each step, new tables and bodies of functions', () => {
  const steps =
    'alter table label add a int;\n-- step: next\nalter table profile add a int;\n-- background: fill\nupdate label set a = 1 where a is null'
  const made = "create table x (id int); select wall('x'); create index on x (id); alter table label add b int;"
  const body =
    'create function f() returns void language plpgsql as $$ begin alter table a add x int; drop table b; end $$;'
  for (const text of [steps, made, body]) expect(crowdedSteps(file(text))).toEqual([])
})
