import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import { storeTables } from './rows.ts'

beforeAll(() => testServer({ alone: true }))

/** Tables with a column store_id that are not behind the wall. */
const unwalled: Record<string, string> = {
  access_token: 'read before a store is known, through auth functions only',
}
/** Tables that belong to no store. */
const storeless: Record<string, string> = {
  backup: 'one row for the installation; through auth functions alone',
  decision: 'of people too; through auth functions only',
  rehearsal: 'one row for the installation; through auth functions alone',
  restoration: 'of the installation; through auth functions only',
  database_server: 'numbers of the installation’s servers; the owner’s',
  person_store: 'whose stores lie on other servers; through auth functions only',
  received_news: 'through auth functions only',
  server_news: 'through auth functions only',
  store_closed: 'what this database must not write; the owner’s',
  store_directory: 'where each store lies; the owner’s',
  store_move: 'moves of stores between servers; the owner’s',
  store_move_mark: 'proves at a move that all changes arrived; the owner’s',
  dpa_document: 'the agreement is one for all stores; through auth functions only',
  passkey: 'a person’s, in all stores; through auth functions only',
  passkey_challenge: 'before the user is known; through auth functions only',
  recovery_code: 'a person’s, in all stores; through auth functions only',
  email_change: 'through auth functions only: a person’s, in all stores',
  password_reset: 'through auth functions only: a person’s, in all stores',
  user_device: 'through auth functions only',
  users: 'people may belong to several stores; a policy of its own shows the people of the current one',
  user_session: 'through auth functions only',
  user_identity: 'a person’s, in all stores; through auth functions only',
  provider_try: 'before the user is known; through auth functions only',
  setup_link: 'through auth functions only',
  spent_refresh: 'through auth functions only',
  push_outbox: 'messages of all stores; through auth functions only',
  ruam_version: 'of the installation; through auth functions only',
  rate_limit: 'through auth functions only',
  credential_budget: 'through auth functions only; worthless after a crash',
  call_budget: 'through auth functions only: a person’s, in all stores',
  serving_process: 'processes of the installation; through auth functions only',
  rewrite: 'tables by name; written through auth functions only',
  migration: 'the owner’s',
  migration_step: 'the owner’s',
  push_channel: 'one row for the installation; through auth functions alone',
  installation: 'the owner’s',
  lease: 'work by the clock; through auth functions only',
}
/** Keys of store tables that don't begin with store_id. */
const keysOfTheirOwn: Record<string, string> = {
  media_name: 'a public file is found by its name before its store is known',
  rich_menu_link_code: 'a link is found by its code before its store is known',
  my_data_page_code: 'a page is found by its address before its store is known',
  broadcast_link_code: 'a link is found by its code before its store is known',
  channel_account: 'an account belongs to one store of the installation',
  channel_line_account: 'the same, as official account or module',
  channel_line_bot: 'the same, by the bot that official account and module have in common',
  credential_secret: 'a program is found by its credential before its store is known',
  credential_previous: 'the same, by the credential before the last rotation',
  channel_webhook_hash_key: 'an account is found by its webhook address before its store is known',
  store_sandbox: 'a person has one sandbox among all stores',
  invitation_token_hash_key: 'an invitation is found by its token before its store is known',
}
/** Functions of schema auth, the only way past the wall; they run as ruam_auth. */
const authFunctions = [
  'accept_invitation',
  'add_passkey',
  'add_token',
  'agreement',
  'agreement_versions',
  'agreements',
  'automations_to_work',
  'backup_made',
  'begin_challenge',
  'begin_provider',
  'begin_session',
  'broken_reads',
  'broken_seals',
  'caller',
  'challenged',
  'change_password',
  'change_person',
  'channels_to_check',
  'channels_to_list',
  'channels_with_broadcasts',
  'check_reads',
  'check_seals',
  'closed_stores',
  'codes_left',
  'confirm',
  'confirm_email',
  'confirm_program',
  'count_mail',
  'count_requests',
  'credentials',
  'database_state',
  'days_without_backup',
  'decisions_listed',
  'decisions_to_list',
  'delete_silent_sandboxes',
  'emptiest_server',
  'end_challenge',
  'end_email_notice',
  'end_exports',
  'end_provider',
  'end_session',
  'end_sessions',
  'end_tokens_of',
  'end_weak_sessions',
  'enter',
  'enter_store',
  'figures',
  'find_profiles',
  'flush_search',
  'follow_presets',
  'forget_store',
  'former_email',
  'has_own_email',
  'has_password',
  'hold_leases',
  'invitation',
  'invitation_for',
  'is_agreed',
  'is_fresh',
  'is_newcomer',
  'keep_template_media',
  'knows_device',
  'last_rehearsal',
  'link',
  'lock_store',
  'log_requests',
  'lost_seals',
  'mail_ended',
  'make_person',
  'make_sandbox',
  'make_store',
  'media',
  'menu_link',
  'missing_migrations',
  'my_data_store',
  'name_server',
  'name_store',
  'newest_backup',
  'newest_seals',
  'note',
  'note_serving',
  'note_uses',
  'notify_disk',
  'offer_email',
  'offer_reset',
  'offer_setup',
  'only_store',
  'open_stores',
  'passkey',
  'passkeys_of',
  'people_to_copy',
  'people_with_second_factor',
  'person',
  'place_person',
  'place_store',
  'placed_stores',
  'places_of',
  'program',
  'prove_session',
  'provider_person',
  'publish_agreement',
  'purge',
  'purge_audit',
  'purge_clicks',
  'purge_connectors',
  'purge_counts',
  'purge_credentials',
  'purge_decisions',
  'purge_export_people',
  'purge_media',
  'purge_menu_moves',
  'purge_menu_taps',
  'purge_notifications',
  'purge_online_log',
  'purge_reads',
  'purge_receipts',
  'purge_rehearsals',
  'purge_requests',
  'purge_set_aside',
  'push',
  'push_channel',
  'receive_agreement',
  'receive_news',
  'receive_people',
  'receive_session',
  'receive_store',
  'record_decision',
  'refresh_loaded',
  'refresh_samples',
  'refresh_statistics',
  'rehearsal_ended',
  'remove_passkey',
  'remove_store',
  'rename_passkey',
  'renew_codes',
  'request_email',
  'reset_of',
  'reset_password',
  'restorations',
  'restore_store',
  'return_leases',
  'rotate_session',
  'sandboxes_of',
  'seal_audit',
  'search_profiles',
  'second_factor_from',
  'seen_in',
  'servers_to_tell',
  'session_factor',
  'session_seen',
  'session_to_copy',
  'sessions_of',
  'set_password',
  'set_up',
  'setup_link_state',
  'setup_needed',
  'spend',
  'spend_credentials',
  'still_in',
  'store_moves',
  'store_of',
  'stores_of',
  'stores_to_calculate',
  'stores_to_read',
  'stores_to_remove',
  'stores_to_sum_up',
  'stores_with_changes',
  'stores_with_dead_letters',
  'stores_with_due_line_notices',
  'stores_with_due_menus',
  'stores_with_due_requests',
  'stores_with_due_watches',
  'stores_with_ended_copies',
  'stores_with_ending_credentials',
  'stores_with_events',
  'stores_with_measured_automations',
  'stores_with_measured_broadcasts',
  'stores_with_menu_moves',
  'stores_with_names',
  'stores_with_old_streams',
  'stores_with_reads',
  'stores_with_retention',
  'stores_with_running_incidents',
  'sum_reads',
  'take',
  'take_back_consents',
  'take_news',
  'take_pushed',
  'tell_servers',
  'use_code',
  'use_passkey',
  'version_since',
  'wait_for_moves',
  'want_rewrite',
  'webhook',
  'webhooks_to_send',
  'without_passkey',
  'write_here',
  'write_in',
]

let admin: pg.Pool
let tables: string[]
beforeAll(async () => {
  admin = (await testServer()).admin
  tables = await storeTables(admin)
})

const list = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await admin.query<T>(text, values)).rows
const names = async (text: string) => (await list<{ name: string }>(text)).map(({ name }) => name)

test('every table has a store_id behind a forced policy, or is a named exception', async () => {
  const found = await list<{ name: string; store_id: boolean; walled: boolean }>(`
    select c.relname as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped) as store_id,
      c.relrowsecurity and c.relforcerowsecurity and exists (
        select from pg_policy p where p.polrelid = c.oid and p.polname = 'store_wall' and p.polcmd = '*' and p.polpermissive
          and p.polroles = '{0}' and pg_get_expr(p.polqual, p.polrelid) = '(store_id = current_store())'
          and pg_get_expr(p.polwithcheck, p.polrelid) = '(store_id = current_store())') as walled
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f') order by 1`)
  expect(found.filter(({ store_id, walled }) => store_id && !walled).map(({ name }) => name)).toEqual(
    Object.keys(unwalled).sort(),
  )
  expect(found.filter(({ store_id }) => !store_id).map(({ name }) => name)).toEqual(Object.keys(storeless).sort())
})

test('no other policy lets the application role through', async () => {
  const others = await names(`
    select p.polrelid::regclass::text || ' ' || p.polname || ' ' || p.polroles::regrole[]::text as name from pg_policy p
    where p.polname <> 'store_wall' and p.polroles <> array['ruam_auth'::regrole::oid]
      and not (p.polroles <@ array['ruam_backup'::regrole::oid, 'ruam_views'::regrole::oid] and p.polcmd = 'r')`)
  expect(others).toEqual(['users people_of_store {-}'])
})

test('the application role has no right to a table that is not behind the wall', async () => {
  const open = await names(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relrowsecurity
      and (has_any_column_privilege('ruam_app', c.oid, 'select, insert, update, references')
        or has_table_privilege('ruam_app', c.oid, 'select, insert, update, delete, truncate, references, trigger'))`)
  expect(open).toEqual([])
})

test('the application role may empty no table, and may neither change nor delete what is append-only', async () => {
  const may = await names(`
    select c.relname || ' ' || p as name from pg_class c, unnest(array['truncate', 'trigger', 'references']) p
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege('ruam_app', c.oid, p)
    union all select t || ' ' || p from unnest(array['audit_log', 'consent_entry', 'dpa_decision', 'audit_seal']) t, unnest(array['update', 'delete']) p
    where has_table_privilege('ruam_app', t, p)`)
  expect(may).toEqual([])
})

test('only functions of schema auth run with other rights than their caller’s, each with a fixed search path', async () => {
  const definers = await list<{ name: string; owner: string; path: string; by_all: boolean }>(`
    select p.oid::regprocedure::text as name, p.proowner::regrole::text as owner, array_to_string(p.proconfig, ' ') as path,
      exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x where x.grantee = 0) as by_all
    from pg_proc p where p.prosecdef order by 1`)
  expect(definers.map(({ name }) => /^auth\.(\w+)\(/.exec(name)?.[1] ?? name)).toEqual(authFunctions)
  const [{ owner }] = (await list<{ owner: string }>(
    "select relowner::regrole::text as owner from pg_class where relname = 'profile_search'",
  )) as [{ owner: string }]
  for (const { name, ...rest } of definers) {
    expect({ name, ...rest }).toEqual({
      name,
      // Only its owner may empty an index's pending list, or take new samples of a table.
      owner: [
        'auth.remove_store(integer)',
        'auth.flush_search()',
        'auth.refresh_loaded()',
        'auth.refresh_samples()',
        'auth.refresh_statistics(text)',
      ].includes(name)
        ? owner
        : 'ruam_auth',
      path: expect.stringMatching(/^search_path=public, pg_temp( enable_\w+=(off|on)| client_min_messages=notice)*$/),
      by_all: false,
    })
  }
})

test('ruam_auth and ruam_views can’t log in, and the application role is not a member of them', async () => {
  const roles = await list(
    "select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname in ('ruam_auth', 'ruam_views')",
  )
  const weak = { rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false }
  expect(roles).toEqual([weak, weak])
  expect(await list("select from pg_auth_members where member = 'ruam_app'::regrole")).toEqual([])
})

test('the application role owns nothing and is neither superuser nor above the policies', async () => {
  const [role] = await list(
    "select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = 'ruam_app'",
  )
  expect(role).toEqual({
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
  })
  const owned = await names(`
    select relname as name from pg_class where relowner = 'ruam_app'::regrole and relpersistence <> 't'
    union all select proname from pg_proc where proowner = 'ruam_app'::regrole
    union all select nspname from pg_namespace where nspowner = 'ruam_app'::regrole and nspname !~ '^pg_(toast_)?temp'
    union all select datname from pg_database where datdba = 'ruam_app'::regrole`)
  expect(owned).toEqual([])
  const schemas = await names(`
    select nspname as name from pg_namespace where has_schema_privilege('ruam_app', oid, 'usage') and nspname !~ '^pg_(toast_)?temp' order by 1`)
  // The queue holds ids alone.
  expect(schemas).toEqual(['auth', 'information_schema', 'pg_catalog', 'pgboss', 'public'])
  const makes = await names(`
    select nspname as name from pg_namespace where has_schema_privilege('ruam_app', oid, 'create') and nspname !~ '^pg_(toast_)?temp'`)
  expect(makes).toEqual([])
})

test('every primary, unique and foreign key of a store table begins with store_id', async () => {
  const keys = await list<{ name: string; first: string; to: string | null }>(
    `
    select i.relname as name, coalesce(a.attname, pg_get_indexdef(x.indexrelid, 1, true)) as first, null as to
    from pg_index x join pg_class i on i.oid = x.indexrelid
    left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0] and a.attnum > 0
    where x.indisunique and x.indrelid::regclass::text = any($1)
    union all
    select f.conname, a.attname, f.confrelid::regclass::text from pg_constraint f
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.conrelid::regclass::text = any($1)`,
    [tables],
  )
  const own = keys.filter(({ name, first, to }) => first !== 'store_id' && !(name in keysOfTheirOwn) && to !== 'users')
  expect(own).toEqual([])
  expect(keys.length).toBeGreaterThan(tables.length)
})

test('every table behind the wall is guarded against writes where its store does not lie', async () => {
  const guarded = await names(
    "select tgrelid::regclass::text as name from pg_trigger where tgname = 'closed_store' and tgenabled = 'O' order by 1",
  )
  expect(guarded).toEqual((await storeTables(admin)).toSorted())
  // Those that functions of schema auth write for all stores hide copies of stores that lie elsewhere.
  const written = await names(`
    select c.relname as name from pg_class c where c.relname = any(array(select tgrelid::regclass::text from pg_trigger where tgname = 'closed_store'))
      and exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd <> 'r' and p.polpermissive and 'ruam_auth'::regrole = any(p.polroles))
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'closed_store' and not p.polpermissive)`)
  expect(written).toEqual([])
})

test('tables have the triggers listed here, no view stands in front of one, and no column is numeric', async () => {
  const known = [
    // Guards against writes where the store does not lie, and tells the other servers of moves.
    ...['closed_store', 'tell_servers'],
    // New stores open system fields to programs.
    'open_system_fields',
    // New stores have a purpose of consent.
    'add_first_purpose',
    // New stores have an activity type of purchases.
    'add_purchase_type',
    // Names of the audit log are sealed, and stay as they are.
    ...['seal_name', 'keep_name'],
    // Blocks are deleted at the end of their dry run.
    ...['forget_blocks_of_ended', 'forget_blocks_of_deleted'],
    // Automations that begin follow the stream, and customers whose restriction was lifted go on in them.
    ...['begin_to_follow', 'go_on'],
    // A change of e-mail that waits ends with the password.
    'end_email_change',
    // Broadcasts to a friend become those of the customer.
    'keep_broadcasts_of_friend',
    // Mended cells go with their file.
    'forget_mended_cells',
    // Changes are written to the stream that programs follow.
    ...['raise_added', 'raise_changed', 'raise_removed', 'raise_former_rule', 'raise_end', 'raise_undo'],
    'raise_restriction',
    // Friends and labels are written down, for rehearsals over the past.
    ...['journal_added', 'journal_changed', 'journal_removed'],
    // Customers whose rich menu may change are written down.
    ...['touch_menus_added', 'touch_menus_changed', 'touch_menus_removed'],
    // A member who leaves sends no more files.
    'unlink_removed_member',
    // Without the watch of the LINE chat no member sends files.
    'end_line_members',
  ]
  const found = await names(
    "select distinct tgname as name from pg_trigger where not tgisinternal and tgname not like 'record\\_decision%' and tgrelid::regclass::text !~ '^pgboss' order by 1",
  )
  expect(found).toEqual(known.toSorted())
  expect(
    await names(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')",
    ),
  ).toEqual([])
  const numeric = await names(`
    select attrelid::regclass || '.' || attname as name from pg_attribute join pg_class c on c.oid = attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and atttypid = 'numeric'::regtype`)
  expect(numeric).toEqual([])
})
