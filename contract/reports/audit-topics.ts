/** Topics of the audit log in four groups; every act belongs to one. */
export const auditTopics = {
  profiles: [
    ...['profile_created', 'profile_changed', 'value_reverted', 'profile_labelled', 'bulk_started', 'bulk_ended'],
    ...[
      'bulk_undo_ended',
      'job_cancelled',
      'job_undone',
      'activity_created',
      'activity_deleted',
      'note_created',
      'note_marked',
    ],
    ...[
      'visit_created',
      'sale_created',
      'line_linked',
      'line_link_shown',
      'line_link_undone',
      'line_friends_asked',
      'line_followers_asked',
    ],
    'profile_segments_calculated',
  ],
  duplicates: [
    ...['profiles_merged', 'merge_undone', 'duplicate_chosen', 'duplicate_dismissed', 'duplicate_scan_started'],
  ],
  deletions: [
    ...[
      'profile_deleted',
      'profile_restored',
      'profile_erasure_started',
      'profile_erasures_started',
      'profile_erased',
      'erasure_mention_settled',
    ],
  ],
  sensitive: [
    'value_unmasked',
    'online_log_read',
    'connector_payload_read',
    'program_request_read',
    'reads_summed',
    'right_refused',
  ],
  imports: [
    ...['run_started', 'run_ended', 'run_cancelled', 'dry_run_started', 'import_undo_started', 'import_undone'],
    ...[
      'import_rows_answered',
      'import_rows_corrected',
      'import_cells_mended',
      'mapping_saved',
      'file_uploaded',
      'data_source_created',
      'data_source_changed',
    ],
    ...['data_source_deleted', 'data_source_file_replaced', 'data_source_load_retried'],
  ],
  exports: [
    ...['export_started', 'export_completed', 'export_cancelled', 'export_downloaded', 'exports_cleared'],
    ...['correction_downloaded', 'data_source_file_downloaded'],
  ],
  labels: [
    ...['label_created', 'label_changed', 'label_deleted', 'label_calculated', 'label_member_pinned'],
    ...['label_member_unpinned', 'label_profiles_changed'],
  ],
  broadcasts: [
    ...['automation_approved', 'automation_changed', 'automation_created', 'automation_deleted', 'automation_paused'],
    ...['automation_resumed', 'automation_started', 'automation_stopped'],
    ...['automation_undo_started', 'automation_undone', 'automation_events_downloaded'],
    ...['broadcast_approved', 'broadcast_canceled', 'broadcast_changed', 'broadcast_created', 'broadcast_deleted'],
    ...['broadcast_duplicated', 'broadcast_of_former_member', 'broadcast_paused', 'broadcast_picture_added'],
    ...[
      'broadcast_audio_added',
      'broadcast_location_changed',
      'broadcast_location_created',
      'broadcast_location_deleted',
      'broadcast_moved',
    ],
    ...['broadcast_video_added', 'coupon_closed', 'coupon_created'],
    ...['broadcast_resumed', 'broadcast_retried', 'broadcast_setting_changed', 'broadcast_tested'],
    ...['broadcast_template_created', 'broadcast_template_deleted', 'broadcast_template_renamed'],
    ...['broadcast_text_chosen', 'broadcast_text_decided'],
    'held_released',
  ],
  consents: ['consent_recorded', 'consent_purpose_created', 'consent_purpose_changed'],
  people: [
    ...['role_created', 'role_changed', 'role_deleted', 'member_role_changed', 'member_removed', 'member_left'],
    ...['invitation_created', 'invitation_revoked', 'invitation_accepted', 'account_changed'],
  ],
  log_ins: [
    ...[
      'sign_in',
      'sign_in_refused',
      'sign_out',
      'session_copied',
      'session_renewed',
      'session_ended',
      'sessions_ended',
    ],
    ...['password_changed', 'password_recovered', 'password_refused', 'password_reset', 'identity_linked'],
    'email_changed',
    ...['passkey_added', 'passkey_removed', 'passkey_refused', 'passkey_copied', 'weak_sessions_ended'],
    ...['recovery_code_used', 'recovery_code_refused', 'recovery_codes_made'],
  ],
  store: [
    ...['set_up', 'store_made', 'store_changed', 'store_deleted', 'store_restored', 'store_photo_changed'],
    ...['database_restored', 'second_factor_changed'],
    ...['dpa_changed', 'dpa_decided', 'profile_field_created', 'profile_field_changed', 'profile_field_deleted'],
    ...['activity_field_created', 'activity_field_changed', 'activity_field_deleted', 'activity_type_created'],
    ...['activity_type_changed', 'activity_type_deleted', 'channel_connected', 'channel_changed', 'channel_checked'],
    ...['rich_menu_changed', 'rich_menu_created', 'rich_menu_deleted', 'rich_menu_off', 'rich_menu_order_undone'],
    ...[
      'rich_menu_picture_added',
      'rich_menu_published',
      'rich_menu_recreated',
      'rich_menu_tried',
      'rich_menus_ordered',
    ],
    ...['answer_changed', 'answer_created', 'answer_deleted', 'answer_hours_changed', 'answers_ordered'],
    ...['channel_switched', 'channel_disconnected', 'page_connected', 'page_changed', 'page_disconnected'],
    ...[
      'api_key_created',
      'api_key_access_changed',
      'api_key_rotated',
      'api_key_revoked',
      'api_token_created',
      'api_token_changed',
    ],
    ...['connector_created', 'connector_changed', 'connector_switched', 'connector_deleted'],
    ...[
      'connector_items_answered',
      'dead_letters_mended',
      'dead_letters_replayed',
      'dead_letters_discarded',
      'events_replayed',
    ],
    ...['api_token_rotated', 'api_token_switched', 'api_token_deleted', 'open_api_created', 'open_api_changed'],
    ...['webhook_created', 'webhook_changed', 'webhook_rotated', 'webhook_deleted', 'webhook_sent_again'],
    ...[
      'open_api_switched',
      'open_api_deleted',
      'profile_api_fields_changed',
      'sql_login_created',
      'sql_login_removed',
    ],
  ],
} as const satisfies Record<string, readonly string[]>

export type AuditTopic = keyof typeof auditTopics
export const auditTopicNames = Object.keys(auditTopics) as AuditTopic[]

/** Topics in the order of the menu, by group. */
export const auditTopicGroups = {
  customers: ['profiles', 'duplicates', 'deletions', 'sensitive'],
  data: ['imports', 'exports'],
  marketing: ['labels', 'broadcasts', 'consents'],
  store: ['people', 'log_ins', 'store'],
} as const satisfies Record<string, readonly AuditTopic[]>
