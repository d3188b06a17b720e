-- Length of videos and sounds that messages show, in milliseconds; null for pictures.
alter table media add column duration int;
