import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Reasons for columns that are not searched. All other columns are, in every table of a store, including new ones. */
export const notLookedThrough: Readonly<Record<string, string>> = {
  'activity_field.purpose': 'a word of ours',
  'activity_type.purpose': 'a word of ours',
  'audit_log.action': 'only added to, and holds ids and counts alone',
  'audit_log.address': 'from where a member of the staff works',
  'audit_log.details': 'only added to, and holds ids and counts alone',
  'audit_log.device': 'what a member of the staff works with',
  'audit_log.request_id': 'only added to, and holds ids and counts alone',
  'audit_log.subject_id': 'only added to, and holds ids and counts alone',
  'audit_log.subject_type': 'only added to, and holds ids and counts alone',
  'audit_name.subject_id': 'the number of a thing',
  'audit_name.subject_type': 'a word of ours',
  'audit_name.seal': 'a hash, with a salt that goes with the name',
  'audit_seal.hash': 'a hash',
  'audit_seal.names_hash': 'a hash',
  'audit_seal.rows_hash': 'a hash',
  'automation_effect.state': 'a word of ours',
  'automation_sent.user_hash': 'a hash',
  'broadcast.holdout_off_reason': 'a word of ours',
  'broadcast.text_choice': 'a word of ours',
  'broadcast_link.arm': 'a word of ours',
  'broadcast_link.code': 'a random name',
  'broadcast_recipient.arm': 'a word of ours',
  'broadcast_sent_user.user_hash': 'a hash',
  'incident_letter_sent.user_hash': 'a hash',
  'change.kind': 'a word of ours',
  'consent_entry.evidence': 'words and numbers of ours',
  'dpa_decision.consentee': 'who accepted the agreement for the store',
  'dpa_decision.document_hash': 'a hash',
  'dpa_decision.version': 'a word of ours',
  'dry_run_block.entries': 'deleted whole by every erasure',
  'dry_run_block.kind': 'a word of ours',
  'erasure_mention.field': 'names of ours, and ids',
  'erasure_mention.place': 'names of ours, and ids',
  'erasure_mention.row_key': 'names of ours, and ids',
  'export.storage_key': 'a random name in the storage, and the file goes with every erasure',
  'export.type': 'a word of ours',
  'file.header_signature': 'a hash',
  'file.row_lines': 'numbers of lines',
  'file.row_offsets': 'counts of bytes',
  'file.rows_key': 'a random name in the storage, whose rows are looked through by themselves',
  'file.storage_key': 'a random name in the storage, whose rows are looked through by themselves',
  'identity.scope': 'tells another person apart',
  'identity.value': 'tells another person apart',
  'invitation.email': 'how a member of the staff signs in',
  'line_member.line_user_id': 'from where a member of the staff sends',
  'line_member_file.event_id': 'a random name',
  'line_member_file.message_id': 'a random name',
  'media.content_type': 'a word of ours',
  'media.name': 'a random name',
  'media.storage_key': 'a random name in the storage',
  'profile.citizen_id': 'tells another person apart',
  'profile.email': 'tells another person apart',
  'profile.line_user_id': 'tells another person apart',
  'profile.phone': 'tells another person apart',
  'profile_contact.value': 'tells another person apart',
  'profile_key.value': 'tells another person apart',
  'profile_value.key': 'of values of profiles, which are looked through by themselves and read again at the end',
  'profile_value.value': 'of values of profiles, which are looked through by themselves and read again at the end',
  'program_request.address': 'from where a program sends',
  'program_request.call': 'a word of ours',
  'program_request.error': 'a word of ours',
  'rich_menu_at_line.alias': 'a name of ours',
  'rich_menu_at_line.line_id': 'a random name',
  'rich_menu_friend.external_id': 'tells another person apart',
  'rich_menu_friend.line_id': 'a random name',
  'my_data_link.code_user_id': 'goes with the profile',
  'my_data_page.code': 'a random name',
  'my_data_page.login_id': 'of a channel of the store',
  'my_data_page.login_secret_end': 'of a secret of the store',
  'my_data_page.check_result': 'a word of ours',
  'rich_menu_link.code': 'a random name',
  'rich_menu_link.letter': 'a letter of ours',
  'rich_menu_tap.letter': 'a letter of ours',
  'run.run_id': 'a random name',
  'sensitive_read.request_id': 'a random name',
  'sensitive_read.role': 'what a member of the staff may do',
  'sensitive_read.viewer': 'who read, by number',
  'sensitive_read.way': 'a word of ours',
  'sensitive_read_hour.role': 'what a member of the staff may do',
  'sensitive_read_hour.viewer': 'who read, by number',
  'sensitive_read_hour.way': 'a word of ours',
  'sql_login.role_name': 'a random name',
  'sql_login.verifier': 'a hash',
  'sql_session.address': 'from where a program reads',
  'sql_session.role_name': 'a random name',
  'store.export_mark': 'a random name',
  'store.languages': 'a choice of ours',
  'store.phone': 'how the store itself is reached',
  'store.photo': 'a picture',
  'store.tax_id': 'of the store itself',
  'watch.place': 'where the store itself keeps files',
  'watch.reason': 'a word of ours',
  'watch_file.stamp': 'size, time and version of a file',
  'watch_line_notice.error': 'a word of ours',
  'watch_seen.name': 'of a file that lies outside, and read again by the next look',
  'watch_seen.stamp': 'size, time and version of a file',
  'webhook_delivery.error': 'a word of ours',
  'webhook_delivery.event_id': 'a hash',
  'webhook_delivery.type': 'a word of ours',
}

export interface TextColumn {
  name: string
  json: boolean
  nullable: boolean
}

/** A table of a store with text columns, from the catalog. */
export interface TextTable {
  name: string
  /** Its primary key without the store, with types. */
  key: { name: string; type: string }[]
  columns: TextColumn[]
  /** The column that says which profile a row is about. */
  profile: string | null
  /** True if the change must raise updated_at, for readers of the former row. */
  updated: boolean
}

/** Returns every table of a store with its columns that may contain text about a person, by name. */
export async function textTables(db: Db): Promise<TextTable[]> {
  const { rows } = await sql<Omit<TextTable, 'columns'> & { columns: (TextColumn & { worded: boolean })[] }>`
    select c.relname::text as name,
      (select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.place), '[]')
        from pg_index i, unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary and a.attname <> 'store_id') as key,
      (select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'json', a.atttypid = 'jsonb'::regtype,
          'nullable', not a.attnotnull, 'worded', a.atttypid = 'text'::regtype and exists (
            select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)
              and pg_get_constraintdef(k.oid) like '%ARRAY[%')) order by a.attname), '[]')
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and a.atttypid in ('text'::regtype, 'jsonb'::regtype)) as columns,
      (select case when c.relname = 'profile' then 'id' else max(a.attname)::text end from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'profile_id') as profile,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'updated_at') as updated
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped)
    order by c.relname`.execute(db)
  return rows
    .map((table) => ({
      ...table,
      key: table.key.length > 0 ? table.key : [{ name: 'store_id', type: 'int' }],
      // A check holds the others to a few words of ours.
      columns: table.columns.flatMap(({ worded, ...column }) =>
        worded || `${table.name}.${column.name}` in notLookedThrough ? [] : [column],
      ),
    }))
    .filter(({ columns }) => columns.length > 0)
}
