// Each table is written by the folder that declares it, see `check-owners.ts`. What other folders write stands here, with the reason.

/** Temporary tables, the queue's, and those of migrating, rewriting and moving stores, which belong to no store. */
export const NOBODYS =
  /^(?:pg_temp\.\w+|pgboss\.\w+|migration|migration_step|rewrite|installation|database_server|store_directory|store_closed|store_move|store_move_mark|decision|restoration)$/

/** Columns that other folders keep, in updates that set no others. */
export const foreignColumns: readonly KeptColumn[] = [
  {
    columns: ['label.target_count'],
    folder: 'changes',
    reason: 'counted with every change of people, in one order of locks',
  },
  {
    columns: ['label.auto_apply_enabled'],
    folder: 'membership',
    reason: 'switched off where the rule can’t be asked any more',
  },
  {
    columns: ['profile.updated_at'],
    folder: 'changes',
    reason: 'rises with the labels and activities of a person, whose values stay',
  },
  {
    columns: ['profile.created_at', 'profile.updated_at'],
    folder: 'sample',
    reason: 'people who are made up came over the months',
  },
  {
    columns: ['data_source.status', 'data_source.updated_at'],
    folder: 'files',
    reason: 'a data source that waits for its file moves on with the load',
  },
  {
    columns: ['data_source.version', 'data_source.updated_at'],
    folder: 'field-changes',
    reason: 'a preview does not hold any more once a field it writes has changed',
  },
  {
    columns: ['user_preference.profile_view_id', 'user_preference.updated_at'],
    folder: 'views',
    reason: 'no list opens with a deleted view',
  },
  {
    columns: ['store_member.role_id', 'invitation.role_id'],
    folder: 'roles',
    reason: 'a role that is deleted hands on whom it leaves',
  },
  {
    columns: ['program_request.body', 'program_request.profile_id'],
    folder: 'erasure',
    reason: 'the log of requests keeps nothing of an erased person',
  },
  {
    columns: [
      ...['privacy_request.place', 'privacy_request.words', 'privacy_request.decision_reason'],
      ...['privacy_request.answer_text', 'privacy_request.extension_reason'],
      ...['privacy_request.outcome', 'privacy_request.closed_at'],
    ],
    folder: 'erasure',
    reason: 'requests outlive an erased person without the person’s words',
  },
  {
    columns: ['connector_field.last_value'],
    folder: 'erasure',
    reason: 'the newest value may be that of an erased person',
  },
  {
    columns: ['broadcast_recipient.profile_id', 'broadcast_recipient.external_id'],
    folder: 'erasure',
    reason: 'an erased person leaves the numbers of a broadcast as they are',
  },
  {
    columns: ['broadcast_recipient.clicks'],
    folder: 'links',
    reason: 'a click of a friend who is not a customer has no other row',
  },
  {
    columns: ['automation.looks_at', 'automation.dates_done_to', 'automation.inside_after', 'automation.moves'],
    folder: 'work',
    reason: 'dates that the worker of an automation has done, and when it looks again',
  },
  {
    columns: ['automation_run.waits_for'],
    folder: 'work',
    reason: 'a run goes on when its hindrance has ended',
  },
  {
    columns: ['automation_run.profile_id', 'automation_run.acts', 'automation_run.messages'],
    folder: 'work',
    reason: 'runs follow a merge of their customers',
  },
  {
    columns: ['automation_act.run_id', 'automation_act.profile_id', 'automation_act.nth'],
    folder: 'work',
    reason: 'acts follow a merge of their customers',
  },
  {
    columns: ['identity.profile_id', 'identity.kept'],
    folder: 'duplicates',
    reason: 'a merge moves what a person has',
  },
]

/** Files that write tables of other folders in ways of their own, or tables whose names are put together. */
export const bulk: readonly BulkFile[] = [
  {
    file: 'server/customers/fields/conversion.ts',
    tables: ['profile_field', 'activity_field'],
    reason: 'its own, of which the owner of the field chooses one',
  },
  {
    file: 'server/customers/fields/field-queries.ts',
    tables: ['profile_field', 'activity_field'],
    reason: 'its own, of which the owner of the field chooses one',
  },
  {
    file: 'server/app/backup/load-tables.ts',
    tables: ['*'],
    reason: 'fills every table of an empty database from a backup',
  },
  {
    file: 'server/app/backup/carry-acts.ts',
    tables: ['audit_log', 'audit_name', 'audit_seal', 'users'],
    reason: 'carries the audit log over from the database that a backup replaces',
  },
  {
    file: 'server/servers/move/copy-store.ts',
    tables: ['*'],
    reason: 'fills every table of a store at its new server',
  },
  {
    file: 'server/servers/move/remove-copy.ts',
    tables: ['*'],
    reason: 'empties every table of a copy that nothing opens',
  },
  {
    file: 'server/app/backup/settle.ts',
    tables: [
      ...[
        'access_token',
        'user_session',
        'password_reset',
        'email_change',
        'setup_link',
        'provider_try',
        'export_link',
      ],
      'invitation',
    ],
    reason: 'revokes all links and sessions of a restored database',
  },
  {
    file: 'server/customers/membership/evaluate.ts',
    tables: ['profile_label'],
    reason: 'gives and takes what rules give, with the transaction that changes people',
  },
  {
    file: 'server/customers/membership/move-many.ts',
    tables: ['profile_label'],
    reason: 'the same of a block of people, in one statement',
  },
  {
    file: 'server/customers/profiles/read-values.ts',
    tables: ['profile_value', 'profile_value_read'],
    reason: 'keeps the values of all profiles in the background, in the order in which they were changed',
  },
  {
    file: 'server/open-api/webhooks/step-events.ts',
    tables: ['change'],
    reason: 'a step of an automation is a change that no table holds',
  },
  {
    file: 'server/open-api/tokens/queries.ts',
    tables: ['credential'],
    reason: 'API tokens are credentials like API keys, and changed by separate calls',
  },
  {
    file: 'server/customers/profiles/write.ts',
    tables: ['profile_duplicate', 'identity'],
    reason: 'pairs and identities of profiles that are removed for good go with them: no foreign key takes them away',
  },
  {
    file: 'server/customers/changes/line-ids.ts',
    tables: ['channel_friend'],
    reason: 'friends follow the identity of their user id',
  },
  {
    file: 'server/customers/changes/line-stops.ts',
    tables: ['consent_entry'],
    reason: 'a stop follows the LINE id that it came from',
  },
  {
    file: 'server/customers/changes/same-line.ts',
    tables: ['profile_duplicate'],
    reason: 'two profiles with one LINE id are a pair at once',
  },
  {
    file: 'server/customers/field-changes/field-values.ts',
    tables: ['profile', 'activity'],
    reason: 'converts and drops the values of one field, of profiles or activities',
  },
  {
    file: 'server/customers/bulk/targets.ts',
    tables: ['job_profile'],
    reason: 'settles whom a job is about with the statement that finds them',
  },
  {
    file: 'server/customers/duplicates/belongings.ts',
    tables: ['activity', 'consent_entry'],
    reason: 'a merge moves what a person has',
  },
  {
    file: 'server/privacy/retention/move-rows.ts',
    tables: ['activity', 'purchase_line'],
    reason: 'what is over is hidden and put back as it was',
  },
  {
    file: 'server/imports/data-sources/run-states.ts',
    tables: ['run_record'],
    reason: 'a new preview takes the place of what the one before recorded',
  },
  ...['forget', 'erase-copies', 'queries', 'texts'].map((name) => ({
    file: `server/customers/erasure/${name}.ts`,
    tables: {
      forget: [
        ...['run', 'run_record', 'dry_run_block', 'run_profile', 'imported_row', 'match_answer', 'job_profile'],
        ...[
          'activity',
          'retention_row',
          'purchase_line',
          'replaced_activity',
          'identity',
          'consent_entry',
          'line_stop',
        ],
        ...[
          'channel_friend',
          'rich_menu_friend',
          'rich_menu_tap',
          'answer_chat',
          'inbox',
          'online_log_payload',
          'online_log',
        ],
      ],
      'erase-copies': ['privacy_copy'],
      queries: ['file', 'run', 'run_record', 'mended_cell', 'broadcast_chunk', 'broadcast_recipient'],
      // Every column with words, as the catalog has them.
      texts: ['*'],
    }[name]!,
    reason: 'an erasure takes a person out of everything',
  })),
  {
    file: 'server/customers/erasure/erase.ts',
    tables: ['export'],
    reason: 'an erasure takes a person out of everything',
  },
  {
    file: 'server/ingest/receipts/log-items.ts',
    tables: ['online_log'],
    reason: 'requests to connectors are in one log with the events of channels',
  },
  {
    file: 'server/channels/inbox/people.ts',
    tables: ['identity'],
    reason: 'ties the id that a page gives a person to the profile',
  },
  {
    file: 'server/channels/inbox/apply.ts',
    tables: ['activity', 'consent_entry'],
    reason: 'a batch of events: 2,500 activities in one statement',
  },
  {
    file: 'server/channels/accounts/providers.ts',
    tables: ['identity'],
    reason: 'ids of users follow the provider of their accounts',
  },
  {
    file: 'server/channels/inbox/scopes.ts',
    tables: ['identity', 'channel'],
    reason: 'notes which accounts have met a user id',
  },
  {
    file: 'server/imports/run/write-profiles.ts',
    tables: ['profile', 'profile_key', 'profile_contact'],
    reason: 'a batch of an import: 2,500 profiles in one statement',
  },
  {
    file: 'server/imports/run/write-further-names.ts',
    tables: ['profile_name'],
    reason: 'a batch of an import: the further names of 2,500 rows in one statement',
  },
  { file: 'server/imports/orders/write-lines.ts', tables: ['activity', 'pg_temp'], reason: 'a batch of an import' },
  {
    file: 'server/imports/orders/recount.ts',
    tables: ['activity'],
    reason: 'a purchase is computed from its lines',
  },
  {
    file: 'server/imports/orders/undo-lines.ts',
    tables: ['activity'],
    reason: 'a purchase whose first lines are taken back is that of its next run',
  },
  { file: 'server/imports/run/write-activities.ts', tables: ['activity', 'pg_temp'], reason: 'a batch of an import' },
  {
    file: 'server/ingest/items/write-sent-activities.ts',
    tables: ['activity', 'replaced_activity'],
    reason: 'a batch of what programs send',
  },
  { file: 'server/imports/run/write-labels.ts', tables: ['profile_label', 'pg_temp'], reason: 'a batch of an import' },
  { file: 'server/imports/run/overlay-blocks.ts', tables: ['pg_temp'], reason: 'what a preview would write' },
  { file: 'server/imports/run/write-overlay.ts', tables: ['pg_temp'], reason: 'what a preview would write' },
  { file: 'server/imports/run/copy.ts', tables: ['pg_temp'], reason: 'COPY of a batch' },
  {
    file: 'server/imports/undo/undo-block.ts',
    tables: [
      'profile',
      'profile_label',
      'profile_contact',
      'profile_name',
      'activity',
      'replaced_activity',
      'run_profile',
      'imported_row',
    ],
    reason: 'a block of an undo: 5,000 profiles in one statement',
  },
  {
    file: 'server/imports/undo/correct-found.ts',
    tables: ['run_profile'],
    reason: 'what runs found, after a writer before them was taken back',
  },
]

export interface KeptColumn {
  columns: readonly string[]
  folder: string
  reason: string
}

export interface BulkFile {
  file: string
  tables: readonly string[]
  reason: string
}
