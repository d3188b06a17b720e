import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

// The world of a rehearsal: temporary tables with the names of the product's. They come first in the search path, so that the SQL of rules,
// guards and the engine reads them. They end with the transaction.

/** Tables that a rehearsal writes, with the indexes that its statements need. They hold one store: it leads no index. */
const shadows: Readonly<Record<string, readonly string[]>> = {
  profile: ['(id)'],
  profile_label: ['(label_id, profile_id) include (source)', '(profile_id)'],
  activity: ['(profile_id, type_id, activity_at desc)', '(type_id, activity_at) include (profile_id)', '(id)'],
  consent_entry: ['(profile_id, purpose_id, at desc)', '(purpose_id, status, profile_id)'],
  channel_friend: ['(profile_id)', '(external_id)', '(channel_id, status)'],
  line_stop: ['(user_id)'],
  broadcast_recipient: ['(profile_id, updated_at)', '(broadcast_id, status, profile_id)', '(broadcast_id, position)'],
  automation: ['(id)'],
  automation_version: ['(automation_id, version)'],
  automation_run: ['(due_at, id) where ended_at is null', '(profile_id) where ended_at is null', '(id)'],
  automation_act: ['(run_id, nth)', '(automation_id, at)'],
}

/** Tables in which a rehearsal makes rows of its own. */
const numbered = ['activity', 'automation_run']

/** Ids of activities that a rehearsal makes: behind all of the product. */
const FIRST_ACTIVITY = 1_000_000_000_000

/** Tables whose rules a rehearsal never fulfils twice: unique as in the product. */
const unique: Readonly<Record<string, readonly string[]>> = {
  automation_run: ['(automation_id, profile_id) where ended_at is null', '(automation_id, profile_id, cause)'],
  automation_act: ["(run_id, step) where step is not null and kind not in ('put_off', 'moved')"],
}

/**
 * Creates the empty world in the caller's transaction. It must be the first use of these tables on its connection: plans that are cached for the
 * product's tables would go on reading them.
 */
export async function createWorld(db: Db): Promise<void> {
  await sql`discard plans`.execute(db)
  for (const [table, indexes] of Object.entries(shadows)) {
    const own = (unique[table] ?? []).map((index) => `create unique index on pg_temp.${table} ${index};`)
    const others = indexes.map((index) => `create index on pg_temp.${table} ${index};`)
    await sql
      .raw(
        `create temp table ${table} (like public.${table} including defaults ${numbered.includes(table) ? 'including identity' : ''}) on commit drop;
        ${own.join('')} ${others.join('')}`,
      )
      .execute(db)
  }
  await sql
    .raw(
      `alter table pg_temp.activity alter column id restart with ${FIRST_ACTIVITY};
      create temp table past_event (nth bigint generated always as identity, profile_id bigint not null, at timestamptz not null,
        kind text not null, ref bigint, data jsonb, origin text) on commit drop;
      create temp table past_value (profile_id bigint not null, at timestamptz not null, place bigint not null, field int not null,
        before jsonb, after jsonb, own boolean not null, origin text) on commit drop;
      create temp table as_today (profile_id bigint not null, field int) on commit drop;
      create index on as_today (profile_id);
      create temp table past_conflict (place int not null, profile_id bigint not null) on commit drop;
      create index on past_conflict (profile_id);
      create temp table past_label (profile_id bigint not null, label_id int not null, at timestamptz not null, given boolean not null,
        own boolean not null, origin text) on commit drop;
      create temp table past_person (id bigint primary key) on commit drop;
      create temp table past_profile (like public.profile including defaults) on commit drop`,
    )
    .execute(db)
}

/** Counts the rows of the world again: what was planned is planned again. */
export const analyzeWorld = (db: Db) =>
  sql
    .raw(
      Object.keys(shadows)
        .map((table) => `analyze pg_temp.${table}`)
        .join('; '),
    )
    .execute(db)

/** From here on PostgreSQL refuses every write but those to temporary tables: a rehearsal changes nothing. */
export const forbidWrites = (db: Db) => sql`set local transaction_read_only = on`.execute(db)
