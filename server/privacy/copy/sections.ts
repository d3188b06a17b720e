import { type RawBuilder, sql } from 'kysely'

/** Part of a copy: its rows as JSON, ordered, of all profiles of a person. */
interface Section {
  name: string
  title: readonly [th: string, en: string]
  /** Tables with a profile that it covers. */
  tables: readonly string[]
  /** True if people wrote its texts, in which other customers may be named. */
  written?: true
  rows(storeId: number, ids: readonly number[]): RawBuilder<{ row: Record<string, unknown> }>
}

const own = (storeId: number, ids: readonly number[], alias: string, column = 'profile_id') =>
  sql`${sql.ref(`${alias}.store_id`)} = ${storeId} and ${sql.ref(`${alias}.${column}`)} = any(${ids}::bigint[])`

/** Columns as an object without those that are null. */
const row = (columns: Readonly<Record<string, RawBuilder<unknown>>>) =>
  sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(Object.entries(columns).flatMap(([name, value]) => [sql.lit(name), value]))})) as row`

const column = (name: string) => sql.ref(name)

/** Everything but the values of the profile, in the order of the page. No names of staff. */
export const sections: readonly Section[] = [
  {
    name: 'activities',
    title: ['กิจกรรมและโน้ต', 'Activities and notes'],
    tables: ['activity'],
    written: true,
    rows: (storeId, ids) => sql`select ${row({
      at: column('a.activity_at'),
      type: column('t.name'),
      fields: column('a.fields'),
      reference: column('a.reference'),
      follow_up: column('a.follow_on'),
      recorded_at: column('a.created_at'),
    })} from activity a left join activity_type t on t.store_id = a.store_id and t.id = a.type_id
      where ${own(storeId, ids, 'a')} order by a.activity_at desc, a.id desc`,
  },
  {
    name: 'corrected_activities',
    title: ['กิจกรรมที่ถูกแก้ไขแล้ว', 'Activities that were corrected since'],
    tables: ['replaced_activity'],
    written: true,
    rows: (
      storeId,
      ids,
    ) => sql`select ${row({ at: column('a.activity_at'), fields: column('a.fields') })} from replaced_activity a
      where ${own(storeId, ids, 'a')} order by a.activity_at desc, a.activity_id`,
  },
  {
    name: 'expired_activities',
    title: ['กิจกรรมที่พ้นระยะเวลาเก็บ จะลบภายใน 7 วัน', 'Activities whose period is over, to be deleted within 7 days'],
    tables: ['retention_row'],
    written: true,
    rows: (storeId, ids) => sql`select ${row({
      at: sql`a.activity -> 'activity_at'`,
      type: column('t.name'),
      fields: sql`a.activity -> 'fields'`,
    })} from (select *, (activity ->> 'type_id')::int as type_id from retention_row where store_id = ${storeId} offset 0) a left join activity_type t on t.store_id = a.store_id and t.id = a.type_id
      where ${own(storeId, ids, 'a')} order by a.activity ->> 'activity_at' desc, a.activity_id`,
  },
  {
    name: 'labels',
    title: ['ป้ายกำกับและเซกเมนต์ พร้อมเหตุผล', 'Labels and segments, with the reason'],
    tables: ['profile_label'],
    rows: (storeId, ids) => sql`select ${row({
      name: column('l.name'),
      segment: sql`l.type = 'advanced'`,
      since: column('x.created_at'),
      reason: column('x.source'),
      rule: sql`case when x.source = 'rule' then l.segment_rule end`,
    })} from profile_label x join label l on l.store_id = x.store_id and l.id = x.label_id
      where ${own(storeId, ids, 'x')} and x.source <> 'manual_remove' order by l.name, l.id`,
  },
  {
    name: 'former_labels',
    title: ['ป้ายกำกับและเซกเมนต์ที่ออกแล้ว', 'Former labels and segments'],
    tables: ['profile_label', 'segment_departure', 'profile_label_change'],
    rows: (storeId, ids) => sql`
      select ${row({ name: column('l.name'), left_at: column('d.left_at') })} from segment_departure d
        join label l on l.store_id = d.store_id and l.id = d.label_id where ${own(storeId, ids, 'd')}
      union all select ${row({ name: column('l.name'), left_at: column('x.taken_at') })} from profile_label x
        join label l on l.store_id = x.store_id and l.id = x.label_id
        where ${own(storeId, ids, 'x')} and x.source = 'manual_remove'
      union all select ${row({ name: column('l.name'), given: column('c.given'), at: column('c.at') })} from profile_label_change c
        join label l on l.store_id = c.store_id and l.id = c.label_id where c.store_id = ${storeId} and c.profile_ids && ${ids}::bigint[]`,
  },
  {
    name: 'consents',
    title: ['ความยินยอม พร้อมหลักฐาน', 'Consents, with their evidence'],
    tables: ['consent_entry'],
    written: true,
    // All that the ledger has of an answer, also what later versions add.
    rows: (storeId, ids) => sql`select jsonb_strip_nulls(jsonb_build_object('purpose', p.name, 'wording', p.description)
        || (to_jsonb(e) - array['store_id', 'id', 'profile_id', 'purpose_id', 'created_by', 'credential_id', 'runs'])) as row
      from consent_entry e join consent_purpose p on p.store_id = e.store_id and p.id = e.purpose_id
      where ${own(storeId, ids, 'e')} order by e.at desc, e.id desc`,
  },
  {
    name: 'messages',
    title: ['ข้อความที่ร้านส่งถึง', 'Messages of the store'],
    tables: ['broadcast_recipient', 'broadcast_sent'],
    rows: (storeId, ids) => sql`select ${row({
      at: column('r.updated_at'),
      name: column('b.name'),
      outcome: column('r.status'),
      reason: column('r.reason'),
      messages: sql`case when r.status in ('accepted', 'unknown') then b.messages end`,
    })} from broadcast_recipient r join broadcast b on b.store_id = r.store_id and b.id = r.broadcast_id
      where ${own(storeId, ids, 'r')} order by r.updated_at desc, r.broadcast_id desc`,
  },
  {
    name: 'clicks',
    title: ['ลิงก์ที่กด', 'Links that were opened'],
    tables: ['broadcast_person_click'],
    rows: (
      storeId,
      ids,
    ) => sql`select ${row({ at: column('c.clicked_at'), name: column('b.name'), clicks: column('c.clicks') })}
      from broadcast_person_click c join broadcast b on b.store_id = c.store_id and b.id = c.broadcast_id
      where ${own(storeId, ids, 'c')} order by c.clicked_at desc`,
  },
  {
    name: 'automations',
    title: ['การทำงานอัตโนมัติ', 'Automations'],
    tables: ['automation_run', 'automation_act'],
    rows: (storeId, ids) => sql`select ${row({
      at: column('a.at'),
      name: column('m.name'),
      kind: column('a.kind'),
      outcome: column('a.outcome'),
      reason: column('a.reason'),
    })} from automation_act a join automation m on m.store_id = a.store_id and m.id = a.automation_id
      where ${own(storeId, ids, 'a')} order by a.at desc, a.run_id desc, a.nth desc`,
  },
  {
    name: 'channels',
    title: ['ช่องทางที่เชื่อมไว้', 'Linked channels'],
    tables: ['channel_friend', 'channel_friend_change', 'identity', 'line_link'],
    rows: (storeId, ids) => sql`
      select ${row({ channel: column('c.name'), user: column('f.external_id'), status: column('f.status'), since: column('f.since') })}
        from channel_friend f left join channel c on c.store_id = f.store_id and c.id = f.channel_id where ${own(storeId, ids, 'f')}
      union all select ${row({ channel: column('i.kind'), user: column('i.value'), since: column('i.created_at') })}
        from identity i where ${own(storeId, ids, 'i')}
      union all select ${row({ channel: column('f.channel_type'), before: column('f.before'), status: column('f.after'), since: column('f.at') })}
        from channel_friend_change f where ${own(storeId, ids, 'f')}
      union all select ${row({ link_used: column('l.used_at'), status: column('l.status'), since: column('l.created_at') })}
        from line_link l where ${own(storeId, ids, 'l')}`,
  },
  {
    name: 'menus',
    title: ['เมนูที่แสดงใน LINE', 'Menus shown in LINE'],
    tables: ['rich_menu_friend', 'rich_menu_move'],
    rows: (storeId, ids) => sql`select ${row({ at: column('v.at'), menu: column('m.name') })}
      from rich_menu_move v left join rich_menu m on m.store_id = v.store_id and m.id = v.to_menu_id
      where ${own(storeId, ids, 'v')} order by v.at desc, v.id desc`,
  },
  {
    name: 'chats',
    title: ['แชทและเหตุการณ์ที่เก็บไว้', 'Stored chats and events'],
    tables: ['online_log'],
    written: true,
    rows: (storeId, ids) => sql`select ${row({
      at: column('l.at'),
      source: column('l.source'),
      direction: column('l.direction'),
      event: column('l.event_type'),
      text: column('l.summary'),
      payload: column('p.payload'),
    })} from online_log l left join online_log_payload p on p.store_id = l.store_id and p.log_id = l.id
      where ${own(storeId, ids, 'l')} order by l.at desc, l.id desc`,
  },
  {
    name: 'changes',
    title: ['ประวัติการแก้ไข', 'History of changes'],
    tables: ['profile_change', 'run_record', 'run_profile'],
    rows: (storeId, ids) => sql`
      select ${row({ at: column('c.at'), by: column('c.source'), changes: column('c.changes') })} from profile_change c
        where ${own(storeId, ids, 'c')}
      union all select ${row({ at: sql`coalesce(x.at, r.finished_at, r.created_at)`, by: sql`'run'`, changes: column('x.changes') })}
        from run_record x join run r on r.store_id = x.store_id and r.id = x.run and r.kind <> 'dry'
        where ${own(storeId, ids, 'x')} and x.changes is not null and x.changes <> '{}'`,
  },
  {
    name: 'files',
    title: ['ไฟล์และโปรแกรมที่ข้อมูลมาจาก', 'Files and programs that the data came from'],
    tables: ['run_record'],
    rows: (storeId, ids) => sql`select ${row({
      at: sql`coalesce(x.at, r.finished_at, r.created_at)`,
      source: column('d.name'),
      file: column('f.name'),
      row: column('x.record_no'),
      outcome: column('x.status'),
    })} from run_record x join run r on r.store_id = x.store_id and r.id = x.run and r.kind <> 'dry'
      join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
      left join file f on f.store_id = r.store_id and f.id = r.file_id
      where ${own(storeId, ids, 'x')} order by x.run desc, x.record_no`,
  },
  {
    name: 'programs',
    title: ['คำขอของโปรแกรม', 'Requests of programs'],
    tables: ['program_request'],
    rows: (
      storeId,
      ids,
    ) => sql`select ${row({ at: column('q.at'), program: column('c.name'), call: column('q.call'), status: column('q.status') })}
      from program_request q left join credential c on c.store_id = q.store_id and c.id = q.credential_id
      where ${own(storeId, ids, 'q')} order by q.at desc, q.id desc`,
  },
  {
    name: 'exports',
    title: ['ไฟล์ส่งออกและงานที่เลือกชื่อนี้', 'Exports and other work for which the name was chosen'],
    tables: ['job_profile'],
    rows: (storeId, ids) => sql`select ${row({ at: column('j.created_at'), kind: column('j.kind') })}
      from job_profile p join job j on j.store_id = p.store_id and j.id = p.job where ${own(storeId, ids, 'p')} order by j.id desc`,
  },
  {
    name: 'restrictions',
    title: ['การระงับการใช้ข้อมูล', 'Restrictions of use'],
    tables: ['profile_restriction'],
    written: true,
    rows: (storeId, ids) =>
      sql`select ${row({
        at: column('r.at'),
        kind: column('r.kind'),
        reason: column('r.reason'),
        lifted_at: column('r.lifted_at'),
        lift_reason: column('r.lift_reason'),
      })} from profile_restriction r where ${own(storeId, ids, 'r')} order by r.id desc`,
  },
  {
    name: 'requests',
    title: ['คำขอเกี่ยวกับข้อมูล', 'Requests about the data'],
    tables: ['privacy_request_profile'],
    written: true,
    rows: (storeId, ids) => sql`select ${row({
      at: column('q.received_at'),
      kind: column('q.kind'),
      source: column('q.source'),
      words: column('q.words'),
      decision: column('q.decision'),
      reason: column('q.decision_reason'),
      answer: column('q.answer_text'),
      answered_at: column('q.answered_at'),
    })} from (select distinct request_id from privacy_request_profile p where ${own(storeId, ids, 'p')}) p
      join privacy_request q on q.store_id = ${storeId} and q.id = p.request_id order by q.received_at desc, q.id desc`,
  },
  {
    name: 'work',
    title: ['รายการที่ร้านติดต่อแล้ว', 'Lists of customers to call'],
    tables: ['work_done'],
    rows: (storeId, ids) => sql`select ${row({ at: column('w.done_at'), list: column('w.kind') })} from work_done w
      where ${own(storeId, ids, 'w')} order by w.done_at desc`,
  },
]

/** Reasons for tables with a profile that no copy holds. */
export const notCopied: Readonly<Record<string, string>> = {
  automation_rehearsal_person: 'a calculation about the past, which reached nobody',
  change: 'the stream of what the history has',
  export_people: 'whom files held, by number',
  erased_profile: 'of erased people, who have no copy',
  erasure: 'of erased people, who have no copy',
  erasure_mention: 'of erased people, who have no copy',
  incident_person: 'a calculation of who was seen, which the readings show',
  imported_row: 'hashes of rows, which the files section names',
  match_answer: 'hashes of rows, which the files section names',
  my_data_link: 'a hash of a link and of a code, which only let the customer in',
  profile_contact: 'with the values of the profile',
  profile_duplicate_key: 'derived from the values',
  profile_key: 'derived from the values',
  profile_name: 'with the values of the profile',
  profile_touch: 'the number of a profile',
  profile_value: 'derived from the values',
  rich_menu_touched: 'the number of a profile that is compared again',
  segment_touched: 'the number of a profile that is evaluated again',
  sensitive_read: 'by role, way and day, in a section of its own',
  sensitive_read_hour: 'by role, way and day, in a section of its own',
}
