-- When the last final refusal of a mailbox was counted: several on one day are one, so that a report that comes twice
-- counts once.
alter table public.subscribers add column bounced_at timestamptz;

-- An issue to a waitlist goes to as many as there are places, in the order of the queue; they leave the queue by it.
alter table public.newsletter_issues add column places integer check (places > 0);
