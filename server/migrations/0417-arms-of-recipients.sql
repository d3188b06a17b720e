-- a or b for recipients who were drawn for the trial of an A/B test. Nothing changes it afterwards.
alter table broadcast_recipient add column arm text;
