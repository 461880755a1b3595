-- compatible-with: 0002
-- The telephone of a branch, for the heads of papers.
alter table branch_companies add column phone text;
