-- A rehearsal is of the definition with which it began, whatever is edited while it runs.
alter table automation_rehearsal add column definition jsonb;

-- step: rehearsals that are under way
update automation_rehearsal r set definition = a.definition
from automation a where a.store_id = r.store_id and a.id = r.automation_id and a.edition = r.edition and r.figures is null;
