import type { CompleteError } from '@ruam/contract/platform/sentence.ts'
import { ApiError } from '../core/api-error.ts'
import { violatedConstraint } from './db.ts'

/**
 * Errors for violations of unique indexes and foreign keys, when several callers ask for the same at once. The test of this file requires a
 * line for each new one.
 */
export const constraintErrors: Record<string, CompleteError> = {
  activity_field_display_name: 'field_display_name_in_activity',
  activity_field_name: 'field_name_in_activity',
  activity_type_name: 'activity_type_name_taken',
  channel_account: 'channel_taken',
  channel_line_account: 'channel_taken',
  saved_location_title: 'name_taken',
  channel_line_bot: 'channel_taken',
  // A page is found by its number, which is its webhook's, too.
  channel_webhook_hash_key: 'channel_taken',
  automation_name: 'name_taken',
  broadcast_template_name: 'name_taken',
  rich_menu_name: 'name_taken',
  watch_name: 'name_taken',
  watch_line_chat: 'watch_chat_taken',
  answer_name: 'name_taken',
  answer_kind: 'answer_kind_taken',
  consent_purpose_name: 'name_taken',
  credential_name: 'name_taken',
  // The same answer of an authenticator twice.
  passkey_credential_id_key: 'passkey_refused',
  data_source_file: 'file_used',
  data_source_name: 'name_taken',
  label_name: 'label_name_taken',
  profile_field_display_name: 'field_display_name_in_profile',
  profile_field_name: 'field_name_in_profile',
  profile_view_name: 'name_taken',
  role_name: 'name_taken',
  store_sandbox: 'sandbox_exists',
  run_one_per_store: 'pipeline_busy',
  open_api_name: 'name_taken',
  // Refers to a row that was deleted meanwhile.
  activity_store_id_profile_id_fkey: 'not_found',
  activity_store_id_type_id_fkey: 'not_found',
  channel_check_store_id_channel_id_fkey: 'not_found',
  rich_menu_store_id_channel_id_fkey: 'not_found',
  rich_menu_account_store_id_channel_id_fkey: 'not_found',
  answer_store_id_channel_id_fkey: 'not_found',
  answer_hours_store_id_channel_id_fkey: 'not_found',
  connector_token_store_id_data_source_id_fkey: 'not_found',
  connector_token_store_id_token_id_fkey: 'not_found',
  consent_entry_store_id_purpose_id_fkey: 'not_found',
  data_source_store_id_file_id_fkey: 'not_found',
  watch_store_id_data_source_id_fkey: 'not_found',
  export_link_store_id_export_id_fkey: 'not_found',
  line_link_store_id_profile_id_fkey: 'not_found',
  open_api_token_store_id_open_api_id_fkey: 'not_found',
  open_api_token_store_id_token_id_fkey: 'not_found',
  webhook_store_id_credential_id_fkey: 'not_found',
  my_data_link_store_id_profile_id_fkey: 'not_found',
  privacy_request_profile_store_id_profile_id_fkey: 'not_found',
  profile_label_store_id_label_id_fkey: 'not_found',
  profile_label_store_id_profile_id_fkey: 'not_found',
}

/** Returns the error for a database error; undefined if it is unexpected. */
export function constraintError(error: unknown): ApiError | undefined {
  const name = constraintErrors[violatedConstraint(error) ?? '']
  return name && new ApiError(name, undefined, { cause: error })
}
