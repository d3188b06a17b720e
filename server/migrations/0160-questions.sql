-- Groups rows of an import that wait for a common answer: '<doubt>:<field>', or 'value:<field>:<first row>' for one shared value.
-- Null: the row waits for nothing.
alter table run_record add held_group text;
create index run_record_held on run_record (store_id, run, held_group, record_no) where held_group is not null;
update run_record set held_group = 'unsure:' || (error #>> '{people,0,field}')
where status = 'conflict' and error ->> 'failure' = 'maybe_somebody_else' and error ? 'name' and error ? 'people';
