// Triggers that note how stores are closed and opened during moves, in a schema of the suite.
import pg from 'pg'
import type { Cluster } from '../testing/servers/two-clusters.testing.ts'

/** Notes each change of `store_closed`, and the checksums of a copy in the transaction that opens it. */
const NOTES = `
  create schema suite authorization ruam_owner;
  create table suite.closed (
    store int not null, before text, after text, at timestamptz not null default clock_timestamp(), until timestamptz, sums jsonb);
  alter table suite.closed owner to ruam_owner;
  create function suite.sums(of_store int) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set datestyle = 'ISO'
  as $$
  declare
    t record; one text; sums jsonb := '{}';
  begin
    for t in
      select c.relname as name, string_agg(format('t.%I', a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
        and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'store_id')
      group by c.relname
    loop
      execute format(
        'select count(*) || '' '' || md5(coalesce(string_agg(r, ''|'' order by r), '''')) from (select row(%s)::text as r from %I t where store_id = $1) x',
        t.columns, t.name) into one using of_store;
      sums := sums || jsonb_build_object(t.name, one);
    end loop;
    return sums;
  end $$;
  create function suite.note() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    was text := case when tg_op <> 'INSERT' then old.state end;
    becomes text := case when tg_op <> 'DELETE' then new.state end;
  begin
    if was is distinct from becomes then
      insert into suite.closed (store, before, after, until, sums) values (coalesce(new.store, old.store), was, becomes, new.until,
        case when was = 'arriving' and becomes is null then suite.sums(old.store) end);
      perform pg_notify('suite', coalesce(new.store, old.store) || ' ' || coalesce(becomes, 'open'));
    end if;
    return null;
  end $$;
  create trigger suite_note after insert or update or delete on store_closed for each row execute function suite.note();
  create function suite.step() returns trigger language plpgsql
  as $$ begin perform pg_notify('suite', new.store || ' ' || new.step); return null; end $$;
  create trigger suite_step after insert or update on store_move for each row execute function suite.step();
  grant usage on schema suite to public;`

export const installLog = ({ admin }: Pick<Cluster, 'admin'>) => admin.query(NOTES)

/** Calls back when a store is at a step, or closed in another way: `copying`, `held`, `moved`, `open`. Returns what ends it. */
export async function hearSteps(
  { powerUrl }: Pick<Cluster, 'powerUrl'>,
  heard: (storeId: number, step: string) => void,
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: powerUrl })
  client.on('error', () => {})
  client.on('notification', ({ payload = '' }) => {
    const [storeId, step] = payload.split(' ')
    heard(Number(storeId), step!)
  })
  await client.connect()
  await client.query('listen suite')
  return () => client.end().catch(() => {})
}

interface Note {
  store: number
  before: string | null
  after: string | null
  /** Milliseconds since 1970. */
  at: number
  /** End of a hold by the clock of its database. */
  until: number | null
}

/** A span in which a store could not be written. */
interface Held {
  store: number
  /** Milliseconds since 1970. */
  from: number
  until: number
}

/** Returns all holds: from the source's `held` until the source or the target is open, or until the hold is over. */
export async function holdSpans(clusters: readonly Pick<Cluster, 'admin'>[]): Promise<Held[]> {
  const notes: Note[] = []
  for (const { admin } of clusters)
    notes.push(
      ...(
        await admin.query<Note>(
          'select store, before, after, extract(epoch from at)::float8 * 1000 as at, extract(epoch from until)::float8 * 1000 as until from suite.closed order by at',
        )
      ).rows,
    )
  const open = new Map<number, Note>()
  const spans: Held[] = []
  for (const note of notes.toSorted((a, b) => a.at - b.at)) {
    const { store, before, after, at } = note
    const held = open.get(store)
    if (after === 'held' && !held) open.set(store, note)
    if (after === null && held && (before === 'held' || before === 'arriving')) {
      const until = before === 'held' ? Math.min(at, held.until ?? at) : at
      spans.push({ store, from: held.at, until })
      open.delete(store)
    }
  }
  return spans
}

/** Returns the checksums with which a copy was opened last; undefined if it never was. */
export async function sumsAtOpening({ admin }: Pick<Cluster, 'admin'>, storeId: number) {
  const { rows } = await admin.query<{ sums: Record<string, string> }>(
    'select sums from suite.closed where store = $1 and sums is not null order by at desc limit 1',
    [storeId],
  )
  return rows[0]?.sums
}

/** Returns the checksums of a store's rows. */
export async function sumsNow({ admin }: Pick<Cluster, 'admin'>, storeId: number) {
  const { rows } = await admin.query<{ sums: Record<string, string> }>('select suite.sums($1) as sums', [storeId])
  return rows[0]!.sums
}
