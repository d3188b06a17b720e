-- LINE's own greeting and automatic answers as staff found them, since no call reads them. Null: nobody has looked.
alter table channel add column line_answers text constraint channel_line_answers check (line_answers in ('on', 'off'));
