import type pg from 'pg'
import { testServer } from '../testing/store.testing.ts'

/** Tables and columns with cached names. */
export const namedTables = {
  profile_field: 'field_name, display_name, data_type, field_type, formula, sensitive, match_key, converting_to',
  activity_field: 'field_name, display_name, data_type, field_type, formula, status, converting_to',
  activity_type: 'name, field_ids',
  label: 'name, color, type, display_enabled',
}

/**
 * Lets a database refuse transactions of the server that write names and do not raise the version of the store's names. The
 * trigger reads as its owner: before PostgreSQL 18 it runs with the rights of the role that commits.
 */
export async function expectNamesRaised(admin: pg.Pool): Promise<void> {
  await admin.query(`
    create table named_tables (name text);
    grant insert on named_tables to ruam_app, ruam_auth;
    create function raised() returns trigger language plpgsql security definer as $$
    begin
      if session_user = 'ruam_app' then
        insert into named_tables values (tg_table_name);
        if not exists (select from names_version
          where store_id = coalesce(new.store_id, old.store_id) and xmin = pg_current_xact_id()::xid)
          -- No names of a store are remembered before it is there.
          and not exists (select from store where store_id = new.store_id and xmin = pg_current_xact_id()::xid)
        then raise exception 'the version of the names was not raised'; end if;
      end if;
      return null;
    end $$;`)
  for (const [table, columns] of Object.entries(namedTables)) {
    await admin.query(`create constraint trigger names_rise after insert or delete or update of ${columns} on ${table}
      deferrable initially deferred for each row execute function raised()`)
  }
}

/** Returns the tables whose names the server has written. */
export async function writtenNames(): Promise<string[]> {
  const { home, there } = await testServer()
  const names = new Set<string>()
  for (const { admin } of there ? [home, there] : [home]) {
    const { rows } = await admin.query<{ name: string }>('select distinct name from named_tables')
    for (const { name } of rows) names.add(name)
  }
  return [...names].sort()
}
