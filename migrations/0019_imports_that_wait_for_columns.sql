-- A file without a recognised code waits for somebody to say what its columns are.
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check
  check (state in ('uploading', 'checking', 'checked', 'running', 'done', 'cancelled', 'failed', 'needs_mapping'));
