-- Suffix of the names of this database's roles. Empty for the first database of a cluster; null until its roles are chosen.
alter table installation add column role_suffix text;
