-- Whether orders in a status are part of what was sold. Of statuses that were there before, those
-- that an account began with are known by their code, others by the name that says it. The version
-- is another one, as the JSON is.
alter table order_statuses add column counts boolean not null default true;
update order_statuses
   set version = version + 1,
       counts = not (coalesce(fk_id in ('draft', 'cancelled'), false)
                     or lower(name) in ('draft', 'rascunho', 'cancelled', 'canceled', 'cancelado', 'cancelada'));
