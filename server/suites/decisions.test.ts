import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { expect, test } from 'vitest'
import { inStore } from '../database/db.ts'
import type { DecisionKind } from '../decisions/kinds.ts'
import { readDecisions } from '../decisions/list.ts'
import { listUnrecordedDecisions } from '../decisions/write.ts'
import { storeWithPassword } from '../testing/app/auth.testing.ts'
import { newCredential, tokenFor } from '../testing/open-api/keys.testing.ts'
import { coreOf, type TestStore, testServer } from '../testing/store.testing.ts'
import { calls, send, successOf } from './calls.ts'
import { requestOf } from './requests.ts'

/**
 * Acts that end, lower, close, withdraw or send, with the kind of the decision that survives a restore. A new act belongs here or to
 * `harmless`, or this suite fails.
 */
const decides: Record<string, DecisionKind> = {
  api_key_revoked: 'credential_ended',
  api_key_rotated: 'credential_rotated',
  api_token_deleted: 'credential_ended',
  api_token_rotated: 'credential_rotated',
  automation_paused: 'automation_ended',
  automation_stopped: 'automation_ended',
  automation_undo_started: 'automation_ended',
  broadcast_canceled: 'broadcast_stopped',
  broadcast_paused: 'broadcast_stopped',
  broadcast_text_chosen: 'broadcast_text_chosen',
  channel_disconnected: 'channel_disconnected',
  email_changed: 'email_changed',
  invitation_revoked: 'invitation_revoked',
  member_left: 'member_removed',
  member_removed: 'member_removed',
  my_data_renewed: 'my_data_closed',
  open_api_deleted: 'open_api_narrowed',
  page_disconnected: 'channel_disconnected',
  passkey_added: 'passkey_added',
  passkey_removed: 'passkey_removed',
  password_changed: 'password_changed',
  password_recovered: 'password_changed',
  recovery_code_used: 'recovery_code_ended',
  recovery_codes_made: 'recovery_code_ended',
  privacy_request_answered: 'privacy_request_decided',
  second_factor_changed: 'second_factor_required',
  session_ended: 'session_ended',
  sessions_ended: 'session_ended',
  sign_out: 'session_ended',
  sql_login_removed: 'sql_login_ended',
  line_member_unlinked: 'line_member_unlinked',
  watch_deleted: 'watch_ended',
  watch_paused: 'watch_ended',
  webhook_deleted: 'webhook_ended',
  webhook_rotated: 'webhook_rotated',
  store_deleted: 'store_removed',
}

/** Acts that decide with some choices alone. `restore-decisions.test.ts` makes these choices. */
const sometimes: Record<string, DecisionKind> = {
  api_key_access_changed: 'key_field_closed',
  api_token_changed: 'token_unlinked',
  api_token_switched: 'credential_ended',
  broadcast_approved: 'message_called',
  broadcast_changed: 'message_called',
  broadcast_moved: 'broadcast_stopped',
  broadcast_resumed: 'message_called',
  broadcast_retried: 'message_called',
  held_released: 'message_called',
  label_changed: 'members_hidden',
  channel_changed: 'channel_disconnected',
  channel_switched: 'channel_disconnected',
  connector_changed: 'connector_token_unlinked',
  connector_deleted: 'connector_closed',
  connector_switched: 'connector_closed',
  age_gate_changed: 'age_gate_on',
  consent_recorded: 'consent_withdrawn',
  consent_wording_started: 'consent_restarted',
  my_data_changed: 'my_data_closed',
  my_data_login_saved: 'my_data_closed',
  member_role_changed: 'member_role_lowered',
  open_api_changed: 'open_api_narrowed',
  open_api_switched: 'open_api_narrowed',
  page_changed: 'channel_disconnected',
  profile_api_fields_changed: 'store_field_closed',
  privacy_request_decided: 'privacy_request_decided',
  profile_restricted: 'profile_restricted',
  profile_field_changed: 'field_sensitive',
  retention_changed: 'retention_changed',
  retention_put_back: 'retention_changed',
  role_changed: 'role_lowered',
  role_deleted: 'member_role_lowered',
  sql_login_created: 'sql_login_ended',
  webhook_changed: 'webhook_ended',
}

/** Acts that give, make, or change what a restore of a backup is meant to bring back. */
const harmless = new Set(
  [
    'account_changed activity_created activity_deleted activity_field_changed activity_field_created activity_field_deleted',
    'activity_type_changed activity_type_created activity_type_deleted api_key_created api_token_created',
    // People of the shop get a test once, when somebody presses the button.
    'broadcast_audio_added broadcast_created broadcast_deleted broadcast_duplicated broadcast_picture_added broadcast_setting_changed',
    'broadcast_location_changed broadcast_location_created broadcast_location_deleted broadcast_tested broadcast_video_added',
    // LINE keeps its coupons: a restore of ours opens none.
    'coupon_closed coupon_created',
    // A restore shows the menus of then; the next change of a menu mends what LINE shows.
    'rich_menu_changed rich_menu_created rich_menu_deleted rich_menu_off rich_menu_order_undone rich_menu_picture_added',
    'rich_menu_published rich_menu_recreated rich_menu_tried rich_menus_ordered',
    'broadcast_template_created broadcast_template_deleted broadcast_template_renamed',
    // The reply tokens of chats end within a minute: a restore answers nothing by itself.
    'answer_changed answer_created answer_deleted answer_hours_changed answers_ordered',
    'automation_approved automation_changed automation_created automation_deleted automation_events_downloaded automation_resumed',
    'automation_started',
    'bulk_started channel_checked channel_connected connector_created connector_items_answered connector_payload_read',
    'consent_purpose_changed consent_purpose_created correction_downloaded data_source_changed data_source_created',
    'data_source_deleted data_source_file_downloaded data_source_file_replaced data_source_load_retried dead_letters_discarded',
    'dead_letters_mended dead_letters_replayed events_replayed dpa_changed dpa_decided dry_run_started duplicate_chosen duplicate_dismissed duplicate_scan_started',
    'erasure_mention_settled export_cancelled export_downloaded export_started exports_cleared file_uploaded',
    'import_cells_mended import_rows_answered import_rows_corrected import_undo_started invitation_accepted invitation_created job_cancelled job_undone',
    'label_calculated label_created label_deleted label_member_pinned label_member_unpinned label_profiles_changed',
    'line_followers_asked line_friends_asked line_link_shown line_link_undone line_member_word_shown mapping_saved merge_undone my_data_link_made note_created note_marked open_api_created',
    'page_connected profile_created profile_deleted program_request_read',
    // On a list of its own.
    'privacy_request_approved profile_erasure_started profile_erasures_started',
    'profile_changed profile_field_created profile_field_deleted profile_labelled profile_restored profile_unrestricted',
    'incident_letter_written incident_letter_submitted incident_letter_approved incident_letter_stopped incident_letter_resumed',
    'incident_opened incident_changed incident_stopped incident_decided incident_notified incident_closed incident_people_downloaded',
    'processing_record_taken processing_record_downloaded retention_hidden',
    'privacy_copy_started privacy_copy_downloaded privacy_request_recorded privacy_request_changed privacy_request_identified privacy_request_extended privacy_request_setting_changed profile_segments_calculated profiles_merged',
    'role_created run_cancelled run_started sale_created set_up sign_in store_changed store_made store_photo_changed store_restored',
    'watch_changed watch_created watch_file_decided watch_file_downloaded watch_looked watch_resumed',
    'value_reverted value_unmasked visit_created webhook_created webhook_sent_again',
  ].flatMap((names) => names.split(' ')),
)

const audited = calls.filter(({ endpoint }) => typeof endpoint.audit === 'string')

test('every act of the contract either is a decision that survives a restore, or is known as none', () => {
  const acts = [...new Set(audited.map(({ endpoint }) => endpoint.audit as string))]
  const known = [...Object.keys(decides), ...Object.keys(sometimes), ...harmless]
  expect(acts.filter((act) => !known.includes(act))).toEqual([])
})

const kindsSince = async (number: number) => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ number: number; kind: string }>(
    'select number, kind from decision where number > $1 order by number',
    [number],
  )
  return rows
}

// Signs the caller out, or needs a mail: these have tests of their own in server/app/auth.
const elsewhere = ['auth.reset', 'auth.confirmEmail', 'auth.login', 'passkeys.signIn', 'passkeys.signInByCode']
const deciding = audited.filter(
  ({ endpoint, name }) => (endpoint.audit as string) in decides && !elsewhere.includes(name),
)

test.each(deciding.map((call) => [call.title, call] as const))('%s records its decision', async (_, call) => {
  const store: TestStore = await storeWithPassword()
  const { app } = await testServer()
  const request = await requestOf(call, store)
  const last = (await kindsSince(0)).at(-1)?.number ?? 0
  const reply = await send(app, call.endpoint, request, `Bearer ${await tokenFor(call.endpoint, store)}`)
  expect(reply.statusCode).toBe(successOf(call.endpoint))
  const kinds = (await kindsSince(last)).map(({ kind }) => kind)
  expect(kinds).toContain(decides[call.endpoint.audit as string])
})

test('every kind of decision has the function that applies it again', async () => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ kind: string }>(`
    select substr(proname, 9) as kind from pg_proc where pronamespace = 'public'::regnamespace and proname ~ '^decided_' order by 1`)
  const { rows: recorded } = await admin.query<{ kind: string }>(`
    select distinct convert_from((string_to_array(encode(tgargs, 'escape'), '\\000'))[1]::bytea, 'UTF8') as kind from pg_trigger
    where tgname like 'record\\_decision%' and tgnargs > 0 order by 1`)
  const applied = rows.map(({ kind }) => kind)
  expect(recorded.map(({ kind }) => kind).filter((kind) => !applied.includes(kind))).toEqual([])
  expect([...Object.values(decides), ...Object.values(sometimes)].filter((kind) => !applied.includes(kind))).toEqual([])
})

test('a list of fields that is written anew as it was is no decision', async () => {
  const store = await storeWithPassword()
  const { id } = await newCredential(store)
  const last = (await kindsSince(0)).at(-1)?.number ?? 0
  await inStore((await coreOf(store)).pool, store.storeId, async (_, client) => {
    const of = 'where store_id = $1 and credential_id = $2 and field_id = 1'
    await client.query(`delete from credential_field ${of}`, [store.storeId, id])
    const row = "($1, $2, 1, true, 'overwrite')"
    const text = `insert into credential_field (store_id, credential_id, field_id, reads, writes) values ${row}`
    await client.query(text, [store.storeId, id])
  })
  expect(await kindsSince(last)).toEqual([])
})

test('a lowered role gives nothing to a member who has less in the backup', async () => {
  const store = await storeWithPassword()
  const { admin } = await testServer()
  const rights = ['cdp-core.profile.read', 'cdp-core.profile.edit'] as const
  const [less, more] = [await store.member([rights[0]]), await store.member(rights)]
  const roleOf = async ({ userId }: { userId: number }) =>
    (await admin.query<{ role_id: number }>('select role_id from store_member where user_id = $1', [userId])).rows[0]!
  const had = await roleOf(less)
  const body = { user: less.userId, role: (await roleOf(more)).role_id, permissions: rights }
  await admin.query('select decided_member_role_lowered($1, now(), $2)', [store.storeId, body])
  expect(await roleOf(less)).toEqual(had)
})

test('a revocation whose line cannot be written holds, is answered as not safe yet, and is listed later', async () => {
  const store = await storeWithPassword()
  const core = await coreOf(store)
  const { id, credential } = await newCredential(store)
  const { add } = core.lists
  core.lists.add = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
  const revoked = await store.try(apiKeys.revoke, { params: { id: String(id) } }).finally(() => {
    core.lists.add = add
  })
  expect(revoked).toMatchObject({ status: 503, body: { error: 'decision_unlisted' } })
  const { app } = await testServer()
  const read = await app.inject({ url: '/open-api/v1/profiles', headers: { authorization: `Bearer ${credential}` } })
  expect(read.statusCode).toBe(401)
  const isListed = async () =>
    (await readDecisions(core.lists, core.config.secretKey, core.server ?? 1)).decisions.some(
      ({ kind, store: of, body }) =>
        kind === 'credential_ended' && of === store.storeId && (body as { credential: number }).credential === id,
    )
  expect(await isListed()).toBe(false)
  await listUnrecordedDecisions(core)
  expect(await isListed()).toBe(true)
})
