-- Each filter of the audit log, and each few of them, by an index that is in the order of the list and says all that is asked (audit-log/kinds.ts).
create index audit_log_newest on audit_log (store_id, at desc, id desc);
create index audit_log_of_user on audit_log (store_id, user_id, at desc, id desc);
create index audit_log_of_user_kind on audit_log (store_id, user_id, action, subject_type, at desc, id desc);
create index audit_log_of_kind on audit_log (store_id, action, subject_type, at desc, id desc);
create index audit_log_of_thing on audit_log (store_id, subject_type, subject_id, action, at desc, id desc);
create index audit_log_of_thing_user on audit_log (store_id, subject_type, subject_id, user_id, action, at desc, id desc);
drop index audit_log_at;
drop index audit_log_user;
drop index audit_log_action;
drop index audit_log_subject;
