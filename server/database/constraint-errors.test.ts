import { errors } from '@ruam/contract/errors/catalog.ts'
import { expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import { constraintError, constraintErrors } from './constraint-errors.ts'

/** Unique indexes and foreign keys that no call meets, and why. */
const unmet: Record<string, string> = {
  access_token_pkey: 'random',
  access_token_session_id_fkey: 'sessions are removed days after they have ended',
  activity_field_purchase_part: 'made once, at the birth of a store or under the lock of field names',
  activity_field_purpose: 'made under the lock of field names',
  activity_type_purpose: 'made under the lock of field names',
  audit_seal_pkey: 'written on conflict do nothing',
  backup_pkey: 'written on conflict',
  broadcast_chunk_pkey: 'numbered on with its broadcast held',
  broadcast_chunk_key: 'random',
  broadcast_lease_pkey: 'taken on conflict',
  broadcast_quota_pkey: 'written on conflict',
  broadcast_recipient_person: 'frozen once, from people who are each met once',
  broadcast_recipient_pkey: 'frozen once, in an order of its own',
  broadcast_recipient_user: 'frozen once, from friends who are each met once',
  broadcast_setting_pkey: 'written on conflict do nothing',
  broadcast_test_pkey: 'counted on conflict',
  call_budget_pkey: 'counted on conflict',
  installation_pkey: 'one row, made on conflict do nothing',
  mended_cell_pkey: 'written on conflict',
  mended_cell_store_id_file_id_fkey: 'of a file that is locked',
  order_series_name: 'written on conflict',
  purchase_line_store_id_activity_id_fkey: 'of activities that are locked or made in the same statement',
  person_store_pkey: 'on conflict do nothing',
  received_news_pkey: 'on conflict do nothing',
  server_news_server_fkey: 'of a server in the directory',
  database_server_pkey: 'on conflict do nothing',
  store_move_mark_pkey: 'written by commands, on conflict',
  store_move_pkey: 'written by commands, on conflict',
  store_move_source_fkey: 'written by commands, which know the servers',
  store_move_target_fkey: 'written by commands, which know the servers',
  store_closed_pkey: 'written by commands, on conflict',
  store_directory_moving_to_fkey: 'written by commands, which know the servers',
  store_directory_pkey: 'a new store has a new number',
  store_directory_server_fkey: 'a server is written down before a store lies on it',
  lease_pkey: 'taken on conflict',
  serving_process_pkey: 'written on conflict',
  channel_check_pkey: 'written on conflict do nothing',
  channel_friend_pkey: 'written on conflict',
  channel_friend_store_id_profile_id_fkey: 'written for a profile found in the same statement',
  activity_reference: 'written on conflict do nothing',
  activity_source_reference: 'written on conflict do nothing',
  replaced_activity_pkey: 'written on conflict do nothing',
  connector_pkey: 'one for each new data source',
  connector_store_id_data_source_id_fkey: 'of a data source that is made in the same transaction',
  connector_field_pkey: 'noted while the connector is held',
  connector_field_path: 'noted while the connector is held',
  connector_field_store_id_data_source_id_fkey: 'noted while the connector is held',
  connector_hour_pkey: 'counted on conflict',
  connector_hour_store_id_data_source_id_fkey: 'counted while the connector is held',
  connector_token_pkey: 'written on conflict do nothing',
  dead_letter_item: 'written on conflict',
  dead_letter_store_id_data_source_id_fkey: 'written while the connector is held',
  counted_days_pkey: 'raised on conflict',
  credential_budget_pkey: 'counted on conflict',
  credential_count_pkey: 'counted on conflict',
  credential_count_store_id_credential_id_fkey: 'of credentials that are held',
  credential_previous: 'random',
  credential_secret: 'random',
  data_source_built_in: 'written on conflict do nothing',
  daily_count_pkey: 'written on conflict do nothing',
  dpa_document_version_key: 'published on conflict do nothing',
  erased_profile_pkey: 'written on conflict do nothing',
  erasure_mention_place: 'written on conflict do nothing',
  erasure_pkey: 'written on conflict do nothing',
  data_quality_pkey: 'written on conflict',
  export_link_pkey: 'random',
  export_pkey: 'the id of its job, which is new',
  export_store_id_id_fkey: 'the id of its job, which is new',
  file_field_pkey: 'written on conflict do nothing',
  file_field_store_id_file_id_fkey: 'of the file of a data source that is held',
  hourly_count_pkey: 'counted on conflict',
  identity_pkey: 'moved alone, never made by a call',
  identity_store_id_profile_id_fkey: 'moved between profiles that are held',
  invitation_pending: 'written on conflict',
  invitation_store_id_role_id_fkey: 'under the lock of who may do what in a store',
  invitation_token_hash_key: 'random',
  job_profile_pkey: 'the ids of a job, each once, with a new job',
  match_answer_row: 'written on conflict',
  migration_pkey: 'the owner’s',
  migration_step_pkey: 'written under the lock of migrations',
  notification_read_pkey: 'written on conflict do nothing',
  inbox_pkey: 'with a new entry of the log',
  line_stop_pkey: 'written on conflict do update',
  imported_row_pkey: 'written on conflict do nothing',
  line_link_word: 'random',
  media_name: 'random',
  ingester_pkey: 'written on conflict do nothing',
  online_log_event: 'written on conflict do nothing',
  online_log_payload_pkey: 'with a new entry of the log',
  notification_read_store_id_notification_id_fkey: 'of notices that are held',
  open_api_token_pkey: 'written on conflict do nothing',
  passkey_challenge_pkey: 'random',
  passkey_challenge_session_id_fkey: 'of the caller’s session',
  password_reset_pkey: 'random',
  names_version_pkey: 'raised on conflict',
  recovery_code_user_id_code_hash_key: 'random',
  profile_api_pkey: 'written on conflict',
  profile_contact_pkey: 'written on conflict do nothing',
  profile_contact_store_id_profile_id_fkey: 'of profiles that are held',
  profile_name_once: 'written on conflict do nothing',
  profile_name_store_id_profile_id_fkey: 'of profiles that are held',
  broadcast_sent_pkey: 'written on conflict do nothing',
  credential_field_pkey: 'written on conflict',
  credential_field_store_id_credential_id_fkey: 'of a credential that is held, or new',
  decision_id_key: 'random',
  open_api_field_pkey: 'written on conflict',
  open_api_field_store_id_open_api_id_fkey: 'of an open API that is held, or new',
  profile_api_field_pkey: 'written on conflict',
  profile_duplicate_pair: 'written on conflict',
  profile_key_pkey: 'written on conflict do nothing',
  profile_key_store_id_profile_id_fkey: 'of profiles that are held',
  profile_label_pkey: 'written on conflict',
  profile_merge_store_id_duplicate_id_fkey: 'the pair is held',
  profile_touch_pkey: 'written on conflict',
  profile_total_pkey: 'counted on conflict',
  profile_value_pkey: 'written on conflict',
  profile_value_read_pkey: 'written on conflict do nothing',
  push_channel_pkey: 'random',
  provider_try_pkey: 'random',
  rate_limit_pkey: 'counted on conflict',
  rewrite_pkey: 'written on conflict',
  older_usage_pkey: 'written on conflict',
  rehearsal_pkey: 'written on conflict',
  request_count_pkey: 'counted on conflict',
  mail_count_pkey: 'counted on conflict',
  ruam_version_pkey: 'written on conflict do nothing',
  receipt_key: 'written on conflict do nothing',
  receipt_store_id_data_source_id_fkey: 'of a connector, whose row stays when it is deleted',
  returning_count_pkey: 'written on conflict',
  recorded_act_pkey: 'written on conflict',
  right_request_of: 'written on conflict',
  run_one_stream: 'a store has one ingester at a time',
  audit_name_pkey: 'written on conflict do nothing',
  audit_fault_pkey: 'written on conflict do nothing',
  sql_session_process: 'written on conflict',
  shop_count_pkey: 'written on conflict',
  run_one_dry: 'the data source is held, and its dry runs are ended before',
  run_profile_pkey: 'written on conflict do nothing',
  run_public_id: 'random',
  run_record_pkey: 'rows of a run, each once, under its fence',
  dry_run_block_pkey: 'batches of a run, each once, under its fence',
  run_store_id_data_source_id_fkey: 'the data source is held, and stays as a row when it is deleted',
  segment_departure_pkey: 'written on conflict',
  sensitive_read_hour_pkey: 'written in groups by its key, by one process at a time',
  segment_departure_store_id_label_id_fkey: 'of a label that is held',
  segment_departure_store_id_profile_id_fkey: 'of profiles that are held',
  segment_evaluation_store_id_label_id_fkey: 'of a label that is held',
  segment_pkey: 'written on conflict',
  segment_size_pkey: 'written on conflict',
  segment_size_store_id_label_id_fkey: 'of labels that are held',
  segment_store_id_label_id_fkey: 'of a label that is held, or new',
  setup_link_pkey: 'random',
  sql_login_pkey: 'written on conflict do nothing',
  spent_refresh_pkey: 'a cookie is traded once, under the lock of its session',
  spent_refresh_session_id_fkey: 'the session is held',
  store_member_pkey: 'written with a new store, or on conflict',
  store_member_store_id_role_id_fkey: 'under the lock of who may do what in a store',
  tutorial_step_pkey: 'written on conflict',
  user_device_pkey: 'random',
  user_identity_issuer_user_id_key: 'written on conflict do nothing',
  user_identity_pkey: 'written on conflict do nothing',
  user_preference_pkey: 'written on conflict do nothing',
  user_session_refresh_hash_key: 'random',
  users_email: 'the first owner, under a lock; who is invited, on conflict do nothing',
}

/** Checks that are more than a list of words the code chooses from, and who sees to them. */
const seenTo: Record<string, string> = {
  activity_field_formula: 'the kind of a field is written with its formula',
  backup_single_check: 'always true',
  broadcast_quota_reserved_check: 'released no further than to zero',
  broadcast_reserved_check: 'released no further than to zero',
  broadcast_setting_check: 'the contract takes both hours or neither',
  channel_friends_at_line_check: 'LINE counts its friends from zero',
  connector_check: 'the code sets a status with its problem',
  database_server_id_check: 'readConfig refuses other numbers',
  installation_one_check: 'always true',
  invitation_role: 'an open invitation’s role is deleted when it has been handed on',
  profile_duplicate_check: 'two ids that are one are refused before',
  profile_field_choices: 'seen to by the calls of fields',
  profile_field_formula: 'the kind of a field is written with its formula',
  receipt_check: 'ended with its results, and its items are taken away',
  rehearsal_single_check: 'always true',
  run_check: 'counted with each row',
  run_file_of_kind: 'streams have none, and others that of their data source',
  sql_login_role_name: 'made of the store and random letters',
  sql_login_verifier_check: 'made of a random password',
  store_languages_check: 'the contract takes those words, and one at least',
  store_member_role: 'a member’s role is deleted when they have another',
}

const names = async (text: string) => {
  const { admin } = await testServer()
  return (await admin.query<{ name: string }>(text)).rows.map(({ name }) => name)
}

test('every constraint has an error message, or a reason why no call can violate it', async () => {
  // A generated id is never a duplicate, users are never deleted, and stores only after their last member has left.
  const found = await names(`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indisunique and i.relnamespace = 'public'::regnamespace and not exists (
      select from pg_attribute a where a.attrelid = x.indrelid and a.attnum = any(x.indkey) and a.attidentity <> '')
    union all
    select conname from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'
      and confrelid not in ('store'::regclass, 'users'::regclass)
    union all
    select conname from pg_constraint where connamespace = 'public'::regnamespace and contype = 'x'`)
  expect([...Object.keys(constraintErrors), ...Object.keys(unmet)].sort()).toEqual(found.sort())
})

test('checks are lists of words that the code chooses from, or seen to by a call', async () => {
  const found = await names(`
    select conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype = 'c'
      and pg_get_constraintdef(oid) !~ '^CHECK \\(\\(\\w+ = (ANY \\(ARRAY\\[.*\\]\\)|''\\w+''::text)\\)\\)$'`)
  expect(found.sort()).toEqual(Object.keys(seenTo))
})

test('a row that is refused for another reason stays unexpected', () => {
  const taken = constraintError({ code: '23505', constraint: 'label_name' })
  expect(errors[taken!.errorName].code).toBe(79)
  for (const other of [
    { code: '23505', constraint: 'run_public_id' },
    { code: '23514', constraint: 'label_name' },
  ])
    expect(constraintError(other)).toBe(undefined)
})
