-- Match keys (ids of fields) whose values contradict the people they find in most rows of the file. Null until the run has looked, which it
-- does once: a run that goes on later would find the people it has added itself.
alter table run add column distrusted_keys int[];
