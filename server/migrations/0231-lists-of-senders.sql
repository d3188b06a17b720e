-- Profile fields that the sender of a request could read and write when it came; null in requests of the previous version.
alter table receipt add column lists jsonb;
