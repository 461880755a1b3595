# Made by `npm run generate` from the OpenAPI document: change nothing here.

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Iterator

from ..calls import Body, EventStream, Id, List, Options, Query, Resource
from ..transport import Transport
from ..values import Record, segment

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Orders(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """Search and list orders. Whole orders, newest first unless `sort` says otherwise. An order has to pass all filters; one value of a filter is enough: `status=3,4`, or the parameter twice. Ranges include their ends. Sorted by `delivery_date`, orders without one come last.

Needs the scope `orders:read`.

        Query: q, id, fk_id, number, customer_order, tags, order_date_from, order_date_to, delivery_date_from, delivery_date_to, create_date_from, create_date_to, update_date_from, update_date_to, valid_until_from, valid_until_to, total_from, total_to, status, fk_id_status, id_reason, fk_id_reason, id_freight_type, fk_id_freight_type, id_customer, fk_id_customer, id_user, fk_id_user, id_opportunity, fk_id_opportunity, id_quotation, fk_id_quotation, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_category, fk_id_category, id_operation, fk_id_operation, id_shipping_company, fk_id_shipping_company, id_branch_company, fk_id_branch_company, id_order_status, fk_id_order_status, id_item, fk_id_item, city, state, counts, limit, cursor, fields, page, pagination, sort, expand, custom.

        Options: consistency."""
        return self._list("/orders", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create an order. Only the customer is required: `id_customer`, or your own code in `fk_id_customer`. `date` is now and the status the initial one unless given; an order may come in any status. Figures that are left out are derived, those sent are verified.

Needs the scope `orders:write`.

        Options: idempotency_key."""
        return self._send("POST", "/orders", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read an order. With `If-None-Match` it is sent only if it has changed; with `at` as it was at an instant. With `expand` the `ETag` is that of the answer, with what was added.

Needs the scope `orders:read`.

        Options: if_match, consistency, at, expand."""
        return self._send("GET", f"/orders/{segment(id)}", options, "if_match consistency at expand")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Update an order. A property that is absent stays; null clears one that can be unset. Items have endpoints of their own. An order can only move to a status in `next` of its own. In a locked status its items, amounts, customer and freight can’t change, and it keeps the names, codes and address that it had, whatever is renamed later.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match, correction."""
        return self._send("PATCH", f"/orders/{segment(id)}", options, "idempotency_key if_match correction", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete an order; its history stays. It is not found any more, and its `fk_id` is free again. An order in a locked status can’t be deleted.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/orders/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read an order by its `fk_id`. With `If-None-Match` it is sent only if it has changed; with `at` as it was at an instant. With `expand` the `ETag` is that of the answer, with what was added.

Needs the scope `orders:read`.

        Options: if_match, consistency, at, expand."""
        return self._send("GET", f"/orders/fk_id/{segment(fk_id)}", options, "if_match consistency at expand")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace an order by its external identifier. Properties that are not sent become unset; `date` and the status stay. Items keep their `id` if their `fk_id`, or else their product, is the same.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match, if_new, correction."""
        return self._send("PUT", f"/orders/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new correction", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Update an order by its `fk_id`. A property that is absent stays; null clears one that can be unset. Items have endpoints of their own. An order can only move to a status in `next` of its own. In a locked status its items, amounts, customer and freight can’t change, and it keeps the names, codes and address that it had, whatever is renamed later.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match, correction."""
        return self._send("PATCH", f"/orders/fk_id/{segment(fk_id)}", options, "idempotency_key if_match correction", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete an order by its `fk_id`; its history stays. It is not found any more, and its `fk_id` is free again. An order in a locked status can’t be deleted.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/orders/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def change(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change an order and its items at once. All of it or nothing is written, as one change with one event. The order’s own properties are those of `PATCH` of the order; `items` holds changes as `PATCH` of its items takes them.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match, correction."""
        return self._send("POST", f"/orders/{segment(id)}/changes", options, "idempotency_key if_match correction", body=body)

    def change_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change an order by its `fk_id` and its items at once. All of it or nothing is written, as one change with one event. The order’s own properties are those of `PATCH` of the order; `items` holds changes as `PATCH` of its items takes them.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match, correction."""
        return self._send("POST", f"/orders/fk_id/{segment(fk_id)}/changes", options, "idempotency_key if_match correction", body=body)

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many orders at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. `items` replace all items of the order; with `mode=patch` they stay where they are left out. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `orders:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/orders", records, options, "", query)

    def summarize(self, query: Query = None, **options: Unpack[Options]) -> Any:
        """Sum up orders. Exact figures of `total_value`, of one moment, for all orders that the filters of `GET /orders` find (with `q` the newest 500) and for groups of them. An order without the property that it is grouped by is in a group with null. Grouped by product, each order counts once for each of its products, with what the lines of that product add to its total.

Needs the scope `orders:read`.

        Query: q, id, fk_id, number, customer_order, tags, order_date_from, order_date_to, delivery_date_from, delivery_date_to, create_date_from, create_date_to, update_date_from, update_date_to, valid_until_from, valid_until_to, total_from, total_to, status, fk_id_status, id_reason, fk_id_reason, id_freight_type, fk_id_freight_type, id_customer, fk_id_customer, id_user, fk_id_user, id_opportunity, fk_id_opportunity, id_quotation, fk_id_quotation, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_category, fk_id_category, id_operation, fk_id_operation, id_shipping_company, fk_id_shipping_company, id_branch_company, fk_id_branch_company, id_order_status, fk_id_order_status, id_item, fk_id_item, city, state, counts, group_by, sort, limit, custom.

        Options: consistency."""
        return self._send("GET", "/orders/summary", options, "consistency", query)

    def create_item(self, id_order: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Add an item to an order. Answers with the whole order. `price` is the product’s unless given.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match, correction."""
        return self._send("POST", f"/orders/{segment(id_order)}/items", options, "idempotency_key if_match correction", body=body)

    def change_items(self, id_order: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Add, change and remove items of an order at once. All of it or nothing is written, as one change with one event; the answer is the whole order. You name an item by its `id` or, without one, by its `fk_id`; items that you don’t name stay as they are.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match, correction."""
        return self._send("PATCH", f"/orders/{segment(id_order)}/items", options, "idempotency_key if_match correction", body=body)

    def create_item_by_fk_id(self, order_fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Add an item to an order by its `fk_id`. Answers with the whole order. `price` is the product’s unless given.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match, correction."""
        return self._send("POST", f"/orders/fk_id/{segment(order_fk_id)}/items", options, "idempotency_key if_match correction", body=body)

    def change_items_by_fk_id(self, order_fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Add, change and remove items of an order by its `fk_id` at once. All of it or nothing is written, as one change with one event; the answer is the whole order. You name an item by its `id` or, without one, by its `fk_id`; items that you don’t name stay as they are.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match, correction."""
        return self._send("PATCH", f"/orders/fk_id/{segment(order_fk_id)}/items", options, "idempotency_key if_match correction", body=body)

    def read_item(self, id_order: Id, id: Id, **options: Unpack[Options]) -> Any:
        """Read an item. As it stands in its order, whose `ETag` it has.

Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/orders/{segment(id_order)}/items/{segment(id)}", options, "if_match consistency")

    def update_item(self, id_order: Id, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Update an item. Answers with the whole order. The service derives again the figures that follow from a changed one, unless they are sent too. When quantity, price or discount change, the typed discount stays (percentage or money), bases of taxes keep their ratio to the net value, and rates stay.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match, correction."""
        return self._send("PATCH", f"/orders/{segment(id_order)}/items/{segment(id)}", options, "idempotency_key if_match correction", body=body)

    def delete_item(self, id_order: Id, id: Id, **options: Unpack[Options]) -> Any:
        """Delete an item. The order’s total follows.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match, correction."""
        return self._send("DELETE", f"/orders/{segment(id_order)}/items/{segment(id)}", options, "idempotency_key if_match correction")

    def read_item_by_fk_id(self, order_fk_id: Id, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read an item by its `fk_id`. As it stands in its order, whose `ETag` it has.

Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/orders/fk_id/{segment(order_fk_id)}/items/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def update_item_by_fk_id(self, order_fk_id: Id, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Update an item by its `fk_id`. Answers with the whole order. The service derives again the figures that follow from a changed one, unless they are sent too. When quantity, price or discount change, the typed discount stays (percentage or money), bases of taxes keep their ratio to the net value, and rates stay.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match, correction."""
        return self._send("PATCH", f"/orders/fk_id/{segment(order_fk_id)}/items/fk_id/{segment(fk_id)}", options, "idempotency_key if_match correction", body=body)

    def delete_item_by_fk_id(self, order_fk_id: Id, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete an item by its `fk_id`. The order’s total follows.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match, correction."""
        return self._send("DELETE", f"/orders/fk_id/{segment(order_fk_id)}/items/fk_id/{segment(fk_id)}", options, "idempotency_key if_match correction")

    def list_last_prices(self, id: Id, query: Query, **options: Unpack[Options]) -> Any:
        """List what a customer paid last for products. Of each product the newest line in the 200 newest orders of the customer, by their `date`, in a status that `counts`; products that were not sold in them are left out. Who is restricted (`only`) gets the prices of their own orders.

Needs the scope `orders:read`.

        Query: id_item, except_order.

        Options: consistency."""
        return self._send("GET", f"/customers/{segment(id)}/last-prices", options, "consistency", query)

    def list_last_prices_by_fk_id(self, fk_id: Id, query: Query, **options: Unpack[Options]) -> Any:
        """List what a customer by its fk_id paid last for products. Of each product the newest line in the 200 newest orders of the customer, by their `date`, in a status that `counts`; products that were not sold in them are left out. Who is restricted (`only`) gets the prices of their own orders.

Needs the scope `orders:read`.

        Query: id_item, except_order.

        Options: consistency."""
        return self._send("GET", f"/customers/fk_id/{segment(fk_id)}/last-prices", options, "consistency", query)

    def preview(self, body: Body, query: Query = None, **options: Unpack[Options]) -> Any:
        """Preview a new order. The whole order as `POST /orders` would make it from the same body, with all figures and defaults, or the problem that it would answer with; nothing is written. A record that has no `id` yet has null.

Needs the scope `orders:write`.

        Query: check."""
        return self._send("POST", "/orders/preview", options, "", query, body=body)

    def preview_change(self, id: Id, body: Body, query: Query = None, **options: Unpack[Options]) -> Any:
        """Preview a change of an order. The whole order as `POST` to its `changes` would leave it with the same body, with all figures, or the problem that it would answer with; nothing is written. With `If-Match` you see a conflict before you send the change. New items have null as `id`.

Needs the scope `orders:write`.

        Query: check.

        Options: if_match, correction."""
        return self._send("POST", f"/orders/{segment(id)}/preview", options, "if_match correction", query, body=body)

    def preview_change_by_fk_id(self, fk_id: Id, body: Body, query: Query = None, **options: Unpack[Options]) -> Any:
        """Preview a change of an order by its `fk_id`. The whole order as `POST` to its `changes` would leave it with the same body, with all figures, or the problem that it would answer with; nothing is written. With `If-Match` you see a conflict before you send the change. New items have null as `id`.

Needs the scope `orders:write`.

        Query: check.

        Options: if_match, correction."""
        return self._send("POST", f"/orders/fk_id/{segment(fk_id)}/preview", options, "if_match correction", query, body=body)

    def list_history(self, id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """Every change of an order, oldest first. In cursor mode. Each event says when the order changed, by which token and what, with the order as it was then. A deleted order still has its history by `id`; its `fk_id` is free.

Needs the scope `orders:read`.

        Query: limit, cursor.

        Options: consistency."""
        return self._list(f"/orders/{segment(id)}/history", options, "consistency", query, has_pages=False)

    def list_history_by_fk_id(self, fk_id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """Every change of an order by its `fk_id`, oldest first. In cursor mode. Each event says when the order changed, by which token and what, with the order as it was then. A deleted order still has its history by `id`; its `fk_id` is free.

Needs the scope `orders:read`.

        Query: limit, cursor.

        Options: consistency."""
        return self._list(f"/orders/fk_id/{segment(fk_id)}/history", options, "consistency", query, has_pages=False)

    def list_versions(self, id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """The versions of an order, oldest first. In cursor mode. Its history without the order itself: each change made a version, which is read by its number. A deleted order still has its versions by `id`.

Needs the scope `orders:read`.

        Query: limit, cursor.

        Options: consistency."""
        return self._list(f"/orders/{segment(id)}/versions", options, "consistency", query, has_pages=False)

    def list_versions_by_fk_id(self, fk_id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """The versions of an order by its `fk_id`, oldest first. In cursor mode. Its history without the order itself: each change made a version, which is read by its number. A deleted order still has its versions by `id`.

Needs the scope `orders:read`.

        Query: limit, cursor.

        Options: consistency."""
        return self._list(f"/orders/fk_id/{segment(fk_id)}/versions", options, "consistency", query, has_pages=False)

    def read_version(self, id: Id, version: Id, **options: Unpack[Options]) -> Any:
        """Read a version of an order. The whole order as it was, with the names of then. What old versions did not have yet is unset.

Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/orders/{segment(id)}/versions/{segment(version)}", options, "if_match consistency")

    def read_version_diff(self, id: Id, version: Id, query: Query = None, **options: Unpack[Options]) -> Any:
        """Compare two versions of an order. What differs, value by value, with the exact difference of amounts; items are matched by their `id`. To compare with the order as it is now leave `with` out.

Needs the scope `orders:read`.

        Query: with.

        Options: if_match, consistency."""
        return self._send("GET", f"/orders/{segment(id)}/versions/{segment(version)}/diff", options, "if_match consistency", query)

    def read_version_by_fk_id(self, fk_id: Id, version: Id, **options: Unpack[Options]) -> Any:
        """Read a version of an order by its `fk_id`. The whole order as it was, with the names of then. What old versions did not have yet is unset.

Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/orders/fk_id/{segment(fk_id)}/versions/{segment(version)}", options, "if_match consistency")

    def read_version_diff_by_fk_id(self, fk_id: Id, version: Id, query: Query = None, **options: Unpack[Options]) -> Any:
        """Compare two versions of an order by its `fk_id`. What differs, value by value, with the exact difference of amounts; items are matched by their `id`. To compare with the order as it is now leave `with` out.

Needs the scope `orders:read`.

        Query: with.

        Options: if_match, consistency."""
        return self._send("GET", f"/orders/fk_id/{segment(fk_id)}/versions/{segment(version)}/diff", options, "if_match consistency", query)

    def restore_version(self, id: Id, version: Id, query: Query = None, **options: Unpack[Options]) -> Any:
        """Restore a version of an order. The order gets the content of the version by a change of its own, which the history shows with `restored_version`. Status, reason and number stay. Figures are written as they were. What it names and is not there any more is refused, each by its field, as is what the status locks, unless `correction` says why it is corrected. With `dry_run=true` you see what would change.

Needs the scope `orders:write`.

        Query: dry_run.

        Options: idempotency_key, if_match, correction."""
        return self._send("POST", f"/orders/{segment(id)}/versions/{segment(version)}/restore", options, "idempotency_key if_match correction", query)

    def restore_version_by_fk_id(self, fk_id: Id, version: Id, query: Query = None, **options: Unpack[Options]) -> Any:
        """Restore a version of an order by its `fk_id`. The order gets the content of the version by a change of its own, which the history shows with `restored_version`. Status, reason and number stay. Figures are written as they were. What it names and is not there any more is refused, each by its field, as is what the status locks, unless `correction` says why it is corrected. With `dry_run=true` you see what would change.

Needs the scope `orders:write`.

        Query: dry_run.

        Options: idempotency_key, if_match, correction."""
        return self._send("POST", f"/orders/fk_id/{segment(fk_id)}/versions/{segment(version)}/restore", options, "idempotency_key if_match correction", query)

    def list_comments(self, id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """List the comments of an order. The oldest first, unless `sort` says otherwise. A deleted order still has its comments by `id`, for who sees all orders.

Needs the scope `orders:read`.

        Query: limit, cursor, page, pagination, sort.

        Options: consistency."""
        return self._list(f"/orders/{segment(id)}/comments", options, "consistency", query)

    def create_comment(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Comment on an order. In any status, locked ones too. The order stays as it is: its version, entity tag and `updated_at` do not change, and nobody who writes it has to wait. A comment is never changed or deleted. Its event is `comment.created`.

Needs the scope `orders:write`.

        Options: idempotency_key."""
        return self._send("POST", f"/orders/{segment(id)}/comments", options, "idempotency_key", body=body)

    def list_comments_by_fk_id(self, fk_id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """List the comments of an order by its `fk_id`. The oldest first, unless `sort` says otherwise. A deleted order still has its comments by `id`, for who sees all orders.

Needs the scope `orders:read`.

        Query: limit, cursor, page, pagination, sort.

        Options: consistency."""
        return self._list(f"/orders/fk_id/{segment(fk_id)}/comments", options, "consistency", query)

    def create_comment_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Comment on an order by its `fk_id`. In any status, locked ones too. The order stays as it is: its version, entity tag and `updated_at` do not change, and nobody who writes it has to wait. A comment is never changed or deleted. Its event is `comment.created`.

Needs the scope `orders:write`.

        Options: idempotency_key."""
        return self._send("POST", f"/orders/fk_id/{segment(fk_id)}/comments", options, "idempotency_key", body=body)

    def read_comment(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a comment of an order. With `If-None-Match` it is sent only if it is another one.

Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/orders/comments/{segment(id)}", options, "if_match consistency")

    def list_attachments(self, id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """List the attachments of an order. The oldest first, unless `sort` says otherwise. A deleted order has none.

Needs the scope `orders:read`.

        Query: limit, cursor, page, pagination, sort.

        Options: consistency."""
        return self._list(f"/orders/{segment(id)}/attachments", options, "consistency", query)

    def create_attachment(self, id: Id, file: bytes, query: Query = None, **options: Unpack[Options]) -> Any:
        """Attach a file to an order. PDF, XML, JPEG, PNG, WebP, CSV, XLSX or text in UTF-8 or Latin-1, by its bytes; at most `MAX_UPLOAD_BYTES` (10 MiB) and 50 of an order. In any status, locked ones too: the order stays as it is, with its version and entity tag. Files are kept as they are: nobody looks for viruses in them. The event is `attachment.created`.

Needs the scope `orders:write`.

        Query: name.

        Options: idempotency_key."""
        return self._upload("POST", f"/orders/{segment(id)}/attachments", file, options, "idempotency_key", query)

    def list_attachments_by_fk_id(self, fk_id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """List the attachments of an order by its `fk_id`. The oldest first, unless `sort` says otherwise. A deleted order has none.

Needs the scope `orders:read`.

        Query: limit, cursor, page, pagination, sort.

        Options: consistency."""
        return self._list(f"/orders/fk_id/{segment(fk_id)}/attachments", options, "consistency", query)

    def create_attachment_by_fk_id(self, fk_id: Id, file: bytes, query: Query = None, **options: Unpack[Options]) -> Any:
        """Attach a file to an order by its `fk_id`. PDF, XML, JPEG, PNG, WebP, CSV, XLSX or text in UTF-8 or Latin-1, by its bytes; at most `MAX_UPLOAD_BYTES` (10 MiB) and 50 of an order. In any status, locked ones too: the order stays as it is, with its version and entity tag. Files are kept as they are: nobody looks for viruses in them. The event is `attachment.created`.

Needs the scope `orders:write`.

        Query: name.

        Options: idempotency_key."""
        return self._upload("POST", f"/orders/fk_id/{segment(fk_id)}/attachments", file, options, "idempotency_key", query)

    def read_attachment_content(self, id: Id, id_attachment: Id, **options: Unpack[Options]) -> bytes:
        """Download an attachment of an order. The file as it was sent. It is always something to be saved (`Content-Disposition: attachment`) and never a page: what it is says `media_type` of the list. With `If-None-Match` it is sent only if it is another one.

Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._file("GET", f"/orders/{segment(id)}/attachments/{segment(id_attachment)}", options, "if_match consistency")

    def delete_attachment(self, id: Id, id_attachment: Id, **options: Unpack[Options]) -> Any:
        """Take an attachment from an order. In any status. Its content is removed for good within a minute. The event is `attachment.deleted`.

Needs the scope `orders:write`.

        Options: idempotency_key."""
        return self._send("DELETE", f"/orders/{segment(id)}/attachments/{segment(id_attachment)}", options, "idempotency_key")

    def read_attachment_content_by_fk_id(self, fk_id: Id, id_attachment: Id, **options: Unpack[Options]) -> bytes:
        """Download an attachment of an order by its `fk_id`. The file as it was sent. It is always something to be saved (`Content-Disposition: attachment`) and never a page: what it is says `media_type` of the list. With `If-None-Match` it is sent only if it is another one.

Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._file("GET", f"/orders/fk_id/{segment(fk_id)}/attachments/{segment(id_attachment)}", options, "if_match consistency")

    def delete_attachment_by_fk_id(self, fk_id: Id, id_attachment: Id, **options: Unpack[Options]) -> Any:
        """Take an attachment from an order by its `fk_id`. In any status. Its content is removed for good within a minute. The event is `attachment.deleted`.

Needs the scope `orders:write`.

        Options: idempotency_key."""
        return self._send("DELETE", f"/orders/fk_id/{segment(fk_id)}/attachments/{segment(id_attachment)}", options, "idempotency_key")

    def read_attachment(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read what an attachment of an order is. Its name, media type and size; the file itself is below its order. With `If-None-Match` it is sent only if it is another one.

Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/orders/attachments/{segment(id)}", options, "if_match consistency")

    def read_document(self, id: Id, **options: Unpack[Options]) -> bytes:
        """Read an order as PDF. On A4, in Portuguese or English, for people: lines, taxes, totals, and at its head the branch of the order, or the only one that there is. The customer’s telephone is there for a token that reads the customer. The same order gives the same bytes; with `If-None-Match` it is sent only if it has changed.

Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._file("GET", f"/orders/{segment(id)}/document", options, "if_match consistency")

    def read_document_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> bytes:
        """Read an order by its `fk_id` as PDF. On A4, in Portuguese or English, for people: lines, taxes, totals, and at its head the branch of the order, or the only one that there is. The customer’s telephone is there for a token that reads the customer. The same order gives the same bytes; with `If-None-Match` it is sent only if it has changed.

Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._file("GET", f"/orders/fk_id/{segment(fk_id)}/document", options, "if_match consistency")

    def read_picking_list(self, query: Query = None, **options: Unpack[Options]) -> Any:
        """List what is picked for orders. A line for each product, with its whole quantity and which order has how much. Of the orders that the filters of `GET /orders` find, at most 500; one that `id` names and they do not find is refused. Orders that are over without a sale, such as cancelled ones, and those without goods are left out, and named in `left_out`.

Needs the scope `orders:read`.

        Query: q, id, fk_id, number, customer_order, tags, order_date_from, order_date_to, delivery_date_from, delivery_date_to, create_date_from, create_date_to, update_date_from, update_date_to, valid_until_from, valid_until_to, total_from, total_to, status, fk_id_status, id_reason, fk_id_reason, id_freight_type, fk_id_freight_type, id_customer, fk_id_customer, id_user, fk_id_user, id_opportunity, fk_id_opportunity, id_quotation, fk_id_quotation, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_category, fk_id_category, id_operation, fk_id_operation, id_shipping_company, fk_id_shipping_company, id_branch_company, fk_id_branch_company, id_order_status, fk_id_order_status, id_item, fk_id_item, city, state, counts, sort, custom.

        Options: consistency."""
        return self._send("GET", "/orders/picking-list", options, "consistency", query)

    def read_loading_list(self, query: Query = None, **options: Unpack[Options]) -> Any:
        """List what carriers load of orders. By carrier, state and city, with addresses, parcels, weights and values. Telephones need the scope `customers:read`, too. Of the orders that the filters of `GET /orders` find, at most 500; one that `id` names and they do not find is refused. Orders that are over without a sale, such as cancelled ones, and those without goods are left out, and named in `left_out`.

Needs the scope `orders:read`.

        Query: q, id, fk_id, number, customer_order, tags, order_date_from, order_date_to, delivery_date_from, delivery_date_to, create_date_from, create_date_to, update_date_from, update_date_to, valid_until_from, valid_until_to, total_from, total_to, status, fk_id_status, id_reason, fk_id_reason, id_freight_type, fk_id_freight_type, id_customer, fk_id_customer, id_user, fk_id_user, id_opportunity, fk_id_opportunity, id_quotation, fk_id_quotation, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_category, fk_id_category, id_operation, fk_id_operation, id_shipping_company, fk_id_shipping_company, id_branch_company, fk_id_branch_company, id_order_status, fk_id_order_status, id_item, fk_id_item, city, state, counts, custom.

        Options: consistency."""
        return self._send("GET", "/orders/loading-list", options, "consistency", query)

    def read_labels(self, query: Query = None, **options: Unpack[Options]) -> bytes:
        """Make labels of orders, as PDF. A label for each parcel: who gets it and where, order, carrier, which parcel of how many, who sends it. Of the orders that the filters of `GET /orders` find, at most 500; one that `id` names and they do not find is refused. Orders that are over without a sale, such as cancelled ones, and those without goods are left out. At most 2000 labels.

Needs the scope `orders:read`.

        Query: q, id, fk_id, number, customer_order, tags, order_date_from, order_date_to, delivery_date_from, delivery_date_to, create_date_from, create_date_to, update_date_from, update_date_to, valid_until_from, valid_until_to, total_from, total_to, status, fk_id_status, id_reason, fk_id_reason, id_freight_type, fk_id_freight_type, id_customer, fk_id_customer, id_user, fk_id_user, id_opportunity, fk_id_opportunity, id_quotation, fk_id_quotation, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_category, fk_id_category, id_operation, fk_id_operation, id_shipping_company, fk_id_shipping_company, id_branch_company, fk_id_branch_company, id_order_status, fk_id_order_status, id_item, fk_id_item, city, state, counts, volumes, size, custom.

        Options: consistency."""
        return self._file("GET", "/orders/labels", options, "consistency", query)

    def list_links(self, id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """List the links to an order. The oldest first, unless `sort` says otherwise: those that have ended, too, with how often each was opened and what was answered.

Needs the scope `orders:read`.

        Query: limit, cursor, page, pagination, sort.

        Options: consistency."""
        return self._list(f"/orders/{segment(id)}/links", options, "consistency", query)

    def create_link(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Make a link to an order, for somebody without an account. Its `url` is in this answer alone. Whoever has it sees the order as its document shows it, as it then is, and gets the PDF; with `asks_answer` they may say yes or no once, and comment before; each becomes a comment of the order. It ends at `expires_at`, by a DELETE, with the order, where the customer’s data is removed, and where the member or token that made it is. The order itself does not change.

Needs the scope `orders:write`.

        Options: idempotency_key."""
        return self._send("POST", f"/orders/{segment(id)}/links", options, "idempotency_key", body=body)

    def list_links_by_fk_id(self, fk_id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """List the links to an order by its `fk_id`. The oldest first, unless `sort` says otherwise: those that have ended, too, with how often each was opened and what was answered.

Needs the scope `orders:read`.

        Query: limit, cursor, page, pagination, sort.

        Options: consistency."""
        return self._list(f"/orders/fk_id/{segment(fk_id)}/links", options, "consistency", query)

    def create_link_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Make a link to an order by its `fk_id`, for somebody without an account. Its `url` is in this answer alone. Whoever has it sees the order as its document shows it, as it then is, and gets the PDF; with `asks_answer` they may say yes or no once, and comment before; each becomes a comment of the order. It ends at `expires_at`, by a DELETE, with the order, where the customer’s data is removed, and where the member or token that made it is. The order itself does not change.

Needs the scope `orders:write`.

        Options: idempotency_key."""
        return self._send("POST", f"/orders/fk_id/{segment(fk_id)}/links", options, "idempotency_key", body=body)

    def read_link(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a link to an order. With `If-None-Match` it is sent only if it has changed.

Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/orders/links/{segment(id)}", options, "if_match consistency")

    def delete_link(self, id: Id, **options: Unpack[Options]) -> Any:
        """End a link to an order. At once. It stays in the list, with `revoked_at`.

Needs the scope `orders:write`.

        Options: idempotency_key."""
        return self._send("DELETE", f"/orders/links/{segment(id)}", options, "idempotency_key")

    def recalculate(self, id: Id, query: Query = None, **options: Unpack[Options]) -> Any:
        """Work the taxes of an order out again. By the rules, and what they ask, as they are now. Taxes that were sent stay. The answer says what that changed; with `dry_run=true` what it would. A locked order is refused.

Needs the scope `orders:write`.

        Query: dry_run.

        Options: idempotency_key, if_match."""
        return self._send("POST", f"/orders/{segment(id)}/recalculate", options, "idempotency_key if_match", query)

    def recalculate_by_fk_id(self, fk_id: Id, query: Query = None, **options: Unpack[Options]) -> Any:
        """Work the taxes of an order by its `fk_id` out again. By the rules, and what they ask, as they are now. Taxes that were sent stay. The answer says what that changed; with `dry_run=true` what it would. A locked order is refused.

Needs the scope `orders:write`.

        Query: dry_run.

        Options: idempotency_key, if_match."""
        return self._send("POST", f"/orders/fk_id/{segment(fk_id)}/recalculate", options, "idempotency_key if_match", query)

    def check_invoice(self, id: Id, query: Query = None, **options: Unpack[Options]) -> Any:
        """Check an order before its invoice. Each rule by which a tax office would refuse the NF-e of the order, as far as the order shows it: from codes that are missing to taxes that do not agree. [The check before the invoice](/docs/invoice-check) lists them.

Needs the scope `orders:read`.

        Query: tax_date.

        Options: consistency."""
        return self._send("GET", f"/orders/{segment(id)}/invoice-check", options, "consistency", query)

    def check_invoice_by_fk_id(self, fk_id: Id, query: Query = None, **options: Unpack[Options]) -> Any:
        """Check an order by its `fk_id` before its invoice. Each rule by which a tax office would refuse the NF-e of the order, as far as the order shows it: from codes that are missing to taxes that do not agree. [The check before the invoice](/docs/invoice-check) lists them.

Needs the scope `orders:read`.

        Query: tax_date.

        Options: consistency."""
        return self._send("GET", f"/orders/fk_id/{segment(fk_id)}/invoice-check", options, "consistency", query)

    def check_invoices(self, body: Body, **options: Unpack[Options]) -> Any:
        """Check orders before their invoices. Each rule by which a tax office would refuse the NF-e of the order, as far as the order shows it: from codes that are missing to taxes that do not agree. [The check before the invoice](/docs/invoice-check) lists them. Nothing is written.

Needs the scope `orders:read`."""
        return self._send("POST", "/orders/invoice-check", options, "", body=body)

    def draft_nfe(self, id: Id, query: Query = None, **options: Unpack[Options]) -> Any:
        """Draft the NF-e of an order. What the invoice of the order says, by the names of the layout 4.00: the program that issues NF-e adds number, series, key and signature. Pedido issues none. What the order and its records do not say is not there; [the check before the invoice](/docs/invoice-check) says what an office would refuse.

Needs the scope `orders:read`.

        Query: tax_date.

        Options: consistency."""
        return self._send("GET", f"/orders/{segment(id)}/nfe-draft", options, "consistency", query)

    def draft_nfe_by_fk_id(self, fk_id: Id, query: Query = None, **options: Unpack[Options]) -> Any:
        """Draft the NF-e of an order by its `fk_id`. What the invoice of the order says, by the names of the layout 4.00: the program that issues NF-e adds number, series, key and signature. Pedido issues none. What the order and its records do not say is not there; [the check before the invoice](/docs/invoice-check) says what an office would refuse.

Needs the scope `orders:read`.

        Query: tax_date.

        Options: consistency."""
        return self._send("GET", f"/orders/fk_id/{segment(fk_id)}/nfe-draft", options, "consistency", query)


class Taxes(Resource):
    def explain(self, id: Id, **options: Unpack[Options]) -> Any:
        """Why an order has its taxes. For each item which rules count and why, each tax with its steps, and what could not be worked out. It goes by the versions of rules that the item’s taxes name (`origin`), whatever these rules say by now; for a kind of which an item has none, by the rules as they are. Taxes that were sent are not among them. An account without rules has no items here. [Taxes](/docs/taxes) shows an example.

Needs the scope `orders:read`.

        Options: consistency."""
        return self._send("GET", f"/orders/{segment(id)}/taxes", options, "consistency")

    def explain_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Why an order by its `fk_id` has its taxes. For each item which rules count and why, each tax with its steps, and what could not be worked out. It goes by the versions of rules that the item’s taxes name (`origin`), whatever these rules say by now; for a kind of which an item has none, by the rules as they are. Taxes that were sent are not among them. An account without rules has no items here. [Taxes](/docs/taxes) shows an example.

Needs the scope `orders:read`.

        Options: consistency."""
        return self._send("GET", f"/orders/fk_id/{segment(fk_id)}/taxes", options, "consistency")

    def preview(self, body: Body, **options: Unpack[Options]) -> Any:
        """Ask what the rules make of a sale. Which rule counts for each line and why, its taxes with each step, and what could not be worked out. No order is needed, and nothing is written. [Taxes](/docs/taxes) shows an example.

Needs the scope `taxes:read`."""
        return self._send("POST", "/tax-rules/preview", options, "", body=body)

    def read(self, query: Query = None, **options: Unpack[Options]) -> Any:
        """Read the catalogue of taxes. Each tax that a line may have, what it does to the total from which day on, and its national rates, each with its source. It is the same for all accounts; [taxes](/docs/taxes) explains it.

Needs the scope `reference:read`.

        Query: date, regime, crt.

        Options: if_match, consistency."""
        return self._send("GET", "/taxes", options, "if_match consistency", query)


class Recalculations(Resource):
    def create(self, query: Query = None, **options: Unpack[Options]) -> Any:
        """Work the taxes of many orders out again. In the background, of all orders that the filters find when their turn comes, each as `POST /orders/{id}/recalculate` does it. The parameters are the filters of `GET /orders`: at least one, or `all=true`. Locked orders stay as they are, and one that is refused keeps no other back. Of an account one is done at a time; at most 10 wait or run. It ends with the token that asked for it, or where that may do less than before. [Taxes](/docs/taxes) tells more.

Needs the scope `orders:write`.

        Query: q, id, fk_id, number, customer_order, tags, order_date_from, order_date_to, delivery_date_from, delivery_date_to, create_date_from, create_date_to, update_date_from, update_date_to, valid_until_from, valid_until_to, total_from, total_to, status, fk_id_status, id_reason, fk_id_reason, id_freight_type, fk_id_freight_type, id_customer, fk_id_customer, id_user, fk_id_user, id_opportunity, fk_id_opportunity, id_quotation, fk_id_quotation, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_category, fk_id_category, id_operation, fk_id_operation, id_shipping_company, fk_id_shipping_company, id_branch_company, fk_id_branch_company, id_order_status, fk_id_order_status, id_item, fk_id_item, city, state, counts, all, dry_run, custom.

        Options: idempotency_key."""
        return self._send("POST", "/orders/recalculate", options, "idempotency_key", query)

    def cancel(self, id: Id, **options: Unpack[Options]) -> Any:
        """End a recalculation of many orders. What was written stays; nothing more is written.

Needs the scope `orders:write`.

        Options: idempotency_key, if_match."""
        return self._send("POST", f"/orders/recalculations/{segment(id)}/cancel", options, "idempotency_key if_match")

    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List the recalculations of many orders. The newest first: those that tell of no other orders than the token sees. One is kept for 90 days after its end.

Needs the scope `orders:read`.

        Query: limit, cursor, page, pagination, sort, state, dry_run.

        Options: consistency."""
        return self._list("/orders/recalculations", options, "consistency", query)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a recalculation of many orders. How far it is, and what became of the orders.

Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/orders/recalculations/{segment(id)}", options, "if_match consistency")


class Customers(Resource):
    def transfer(self, body: Body, query: Query = None, **options: Unpack[Options]) -> Any:
        """Hand customers over from one seller to another. All customers of `from`, or those of them that `customers` and the filters in the query choose (the same filters as the list has); without `from` the customers of any seller. `to` takes the place of `from` among a customer’s sellers, and the others stay. Each is changed as by a PATCH, 1,000 in one request at most: send it again, with another `Idempotency-Key` if any, until `remaining` is 0. Not for tokens that are restricted to some sellers.

Needs the scope `customers:write`.

        Query: id, fk_id, name, update_date_from, update_date_to, q, id_user, fk_id_user, has_users, city, state, last_order_at_from, last_order_at_to, orders_12m_from, orders_12m_to, value_12m_from, value_12m_to, stopped_buying, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_shipping_company, fk_id_shipping_company, id_freight_type, fk_id_freight_type, tags, active, ie_kind, ie, document, custom.

        Options: idempotency_key."""
        return self._send("POST", "/customers/transfer", options, "idempotency_key", query, body=body)

    def read_lookups(self, **options: Unpack[Options]) -> Any:
        """Read what can be looked up elsewhere. Nothing, unless whoever runs the service has set `COMPANY_LOOKUP_URL` or `POSTAL_CODE_LOOKUP_URL` ([lookups](/docs/lookups)).

Needs the scope `customers:read`.

        Options: consistency."""
        return self._send("GET", "/lookups", options, "consistency")

    def look_up_company(self, query: Query, **options: Unpack[Options]) -> Any:
        """Look a company up by its CNPJ. Asks the address of `COMPANY_LOOKUP_URL`; nothing is kept. 404 where that knows no such company, or none is set. [Lookups](/docs/lookups) says what it has to answer.

Needs the scope `customers:read`.

        Query: document.

        Options: consistency."""
        return self._send("GET", "/lookups/company", options, "consistency", query)

    def look_up_postal_code(self, query: Query, **options: Unpack[Options]) -> Any:
        """Look an address up by its CEP. Asks the address of `POSTAL_CODE_LOOKUP_URL`; nothing is kept. 404 where that knows no such CEP, or none is set. [Lookups](/docs/lookups) says what it has to answer.

Needs the scope `customers:read`.

        Query: postal_code.

        Options: consistency."""
        return self._send("GET", "/lookups/postal-code", options, "consistency", query)

    def anonymise(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Remove a person’s data for good. Name, CPF or CNPJ, e-mail address, telephone, addresses and custom fields go from the customer at once, and from orders, events, kept answers and all else within moments; amounts and what was ordered stay. Orders that are fiscal documents keep the data for the years that the law demands, and the answer names these orders. It can’t be undone. Another request begins it anew: [privacy](/docs/privacy). Tokens that are restricted to some orders can’t do it.

Needs the scope `privacy:manage`.

        Options: idempotency_key."""
        return self._send("POST", f"/customers/{segment(id)}/anonymise", options, "idempotency_key", body=body)

    def read_anonymisation(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read how far the removal of a person’s data is. And which orders stay as they are, until when. Not for tokens that are restricted to some orders.

Needs the scope `privacy:manage`.

        Options: if_match, consistency."""
        return self._send("GET", f"/customers/{segment(id)}/anonymisation", options, "if_match consistency")

    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List customers. Each customer whole; by `page` and `limit`, or in cursor mode.

Needs the scope `customers:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to, q, id_user, fk_id_user, has_users, city, state, last_order_at_from, last_order_at_to, orders_12m_from, orders_12m_to, value_12m_from, value_12m_to, stopped_buying, id_payment_type, fk_id_payment_type, id_payment_method, fk_id_payment_method, id_shipping_company, fk_id_shipping_company, id_freight_type, fk_id_freight_type, tags, active, ie_kind, ie, document, custom.

        Options: consistency."""
        return self._list("/customers", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a customer. Only `name` is required; what is left out is unset.

Needs the scope `customers:write`.

        Options: idempotency_key."""
        return self._send("POST", "/customers", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a customer. With `If-None-Match` it is sent only if it has changed.

Needs the scope `customers:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/customers/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a customer. Fields that are left out stay; null clears.

Needs the scope `customers:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/customers/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a customer that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `customers:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/customers/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read a customer by its fk_id. As by its `id`.

Needs the scope `customers:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/customers/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the customer with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `customers:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/customers/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a customer by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `customers:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/customers/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete a customer that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `customers:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/customers/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def suggest(self, query: Query, **options: Unpack[Options]) -> Any:
        """Find customers while somebody types. At most `limit` of them, whole, the likeliest first: those whose `fk_id` or `document` it is, then those that have all words of it as the list’s `q` finds them, and where there is room those in which each word is written much like one of it, such as `fejao` of `feijão`; a word with digits is a code or a size, and has to be there. There are no pages: the list has those.

Needs the scope `customers:read`.

        Query: q, limit, active.

        Options: consistency."""
        return self._send("GET", "/customers/suggestions", options, "consistency", query)

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many customers at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. `addresses` are written by their own `fk_id`; others of the customer stay. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `customers:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/customers", records, options, "", query)

    def list_addresses(self, id_customer: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """List the addresses of a customer. By `page` or `offset` and `limit`, or in cursor mode.

Needs the scope `customers:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, offset.

        Options: consistency."""
        return self._list(f"/customers/{segment(id_customer)}/addresses", options, "consistency", query)

    def create_address(self, id_customer: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Add an address to a customer. No field is required.

Needs the scope `customers:write`.

        Options: idempotency_key."""
        return self._send("POST", f"/customers/{segment(id_customer)}/addresses", options, "idempotency_key", body=body)

    def list_addresses_by_fk_id(self, customer_fk_id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """List the addresses of the customer with this fk_id. By `page` or `offset` and `limit`, or in cursor mode.

Needs the scope `customers:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, offset.

        Options: consistency."""
        return self._list(f"/customers/fk_id/{segment(customer_fk_id)}/addresses", options, "consistency", query)

    def create_address_by_fk_id(self, customer_fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Add an address to the customer with this fk_id. No field is required.

Needs the scope `customers:write`.

        Options: idempotency_key."""
        return self._send("POST", f"/customers/fk_id/{segment(customer_fk_id)}/addresses", options, "idempotency_key", body=body)

    def read_address(self, id_customer: Id, address_fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read an address of a customer by its fk_id. Another customer’s address is not found.

Needs the scope `customers:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/customers/{segment(id_customer)}/addresses/fk_id/{segment(address_fk_id)}", options, "if_match consistency")

    def put_address(self, id_customer: Id, address_fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace an address of a customer by its fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Another customer’s address with the fk_id is 409.

Needs the scope `customers:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/customers/{segment(id_customer)}/addresses/fk_id/{segment(address_fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_address(self, id_customer: Id, address_fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of an address of a customer by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `customers:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/customers/{segment(id_customer)}/addresses/fk_id/{segment(address_fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_address(self, id_customer: Id, address_fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete an address of a customer by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `customers:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/customers/{segment(id_customer)}/addresses/fk_id/{segment(address_fk_id)}", options, "idempotency_key if_match")

    def read_address_by_fk_id(self, customer_fk_id: Id, address_fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read an address of the customer with this fk_id by its fk_id. Another customer’s address is not found.

Needs the scope `customers:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/customers/fk_id/{segment(customer_fk_id)}/addresses/fk_id/{segment(address_fk_id)}", options, "if_match consistency")

    def put_address_by_fk_id(self, customer_fk_id: Id, address_fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace an address of the customer with this fk_id by its fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Another customer’s address with the fk_id is 409.

Needs the scope `customers:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/customers/fk_id/{segment(customer_fk_id)}/addresses/fk_id/{segment(address_fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_address_by_fk_id(self, customer_fk_id: Id, address_fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of an address of the customer with this fk_id by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `customers:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/customers/fk_id/{segment(customer_fk_id)}/addresses/fk_id/{segment(address_fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_address_by_fk_id(self, customer_fk_id: Id, address_fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete an address of the customer with this fk_id by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `customers:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/customers/fk_id/{segment(customer_fk_id)}/addresses/fk_id/{segment(address_fk_id)}", options, "idempotency_key if_match")


class Addresses(Resource):
    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read an address. With `If-None-Match` it is sent only if it has changed.

Needs the scope `customers:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/customers/address/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of an address. Fields that are left out stay; null clears.

Needs the scope `customers:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/customers/address/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete an address that no order uses. While an order uses it, the answer is 409.

Needs the scope `customers:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/customers/address/{segment(id)}", options, "idempotency_key if_match")


class Products(Resource):
    def read_image(self, id: Id, query: Query = None, **options: Unpack[Options]) -> bytes:
        """Read the image of a product. As WebP. Ask again with `If-None-Match`: it is sent only if it has changed.

Needs the scope `products:read`.

        Query: width.

        Options: if_match, consistency."""
        return self._file("GET", f"/products/{segment(id)}/image", options, "if_match consistency", query)

    def upload_image(self, id: Id, file: bytes, **options: Unpack[Options]) -> Any:
        """Upload the image of a product. JPEG, PNG, WebP, AVIF or GIF. Kept as WebP of at most 2,048 pixels a side, without metadata.

Needs the scope `products:write`.

        Options: idempotency_key."""
        return self._upload("POST", f"/products/{segment(id)}/image", file, options, "idempotency_key")

    def delete_image(self, id: Id, **options: Unpack[Options]) -> Any:
        """Take the image of a product away. The product stays, with `image` null.

Needs the scope `products:write`.

        Options: idempotency_key."""
        return self._send("DELETE", f"/products/{segment(id)}/image", options, "idempotency_key")

    def read_image_by_fk_id(self, fk_id: Id, query: Query = None, **options: Unpack[Options]) -> bytes:
        """Read the image of a product by its fk_id. As WebP. Ask again with `If-None-Match`: it is sent only if it has changed.

Needs the scope `products:read`.

        Query: width.

        Options: if_match, consistency."""
        return self._file("GET", f"/products/fk_id/{segment(fk_id)}/image", options, "if_match consistency", query)

    def upload_image_by_fk_id(self, fk_id: Id, file: bytes, **options: Unpack[Options]) -> Any:
        """Upload the image of a product by its fk_id. JPEG, PNG, WebP, AVIF or GIF. Kept as WebP of at most 2,048 pixels a side, without metadata.

Needs the scope `products:write`.

        Options: idempotency_key."""
        return self._upload("POST", f"/products/fk_id/{segment(fk_id)}/image", file, options, "idempotency_key")

    def delete_image_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Take the image of a product away by its fk_id. The product stays, with `image` null.

Needs the scope `products:write`.

        Options: idempotency_key."""
        return self._send("DELETE", f"/products/fk_id/{segment(fk_id)}/image", options, "idempotency_key")

    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List products. Each product whole; by `page` and `limit`, or in cursor mode.

Needs the scope `products:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to, q, active, ncm, cest, gtin, custom.

        Options: consistency."""
        return self._list("/products", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a product. Only `name` is required; what is left out is unset.

Needs the scope `products:write`.

        Options: idempotency_key."""
        return self._send("POST", "/products", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a product. With `If-None-Match` it is sent only if it has changed.

Needs the scope `products:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/products/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a product. Fields that are left out stay; null clears.

Needs the scope `products:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/products/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a product that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `products:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/products/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read a product by its fk_id. As by its `id`.

Needs the scope `products:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/products/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the product with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `products:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/products/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a product by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `products:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/products/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete a product that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `products:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/products/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def suggest(self, query: Query, **options: Unpack[Options]) -> Any:
        """Find products while somebody types. At most `limit` of them, whole, the likeliest first: those whose `fk_id` or `gtin` or `unit_gtin` it is, then those that have all words of it as the list’s `q` finds them, and where there is room those in which each word is written much like one of it, such as `fejao` of `feijão`; a word with digits is a code or a size, and has to be there. There are no pages: the list has those.

Needs the scope `products:read`.

        Query: q, limit, active.

        Options: consistency."""
        return self._send("GET", "/products/suggestions", options, "consistency", query)

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many products at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `products:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/products", records, options, "", query)


class Users(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List users. Each user whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.

        Options: consistency."""
        return self._list("/users", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a user. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/users", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a user. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/users/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a user. Fields that are left out stay; null clears.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/users/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a user that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/users/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read a user by its fk_id. As by its `id`.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/users/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the user with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/users/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a user by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/users/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete a user that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/users/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many users at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/users", records, options, "", query)


class OrderStatuses(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List order statuses. Each order status whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.

        Options: consistency."""
        return self._list("/order-statuses", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create an order status. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/order-statuses", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read an order status. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/order-statuses/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of an order status. Fields that are left out stay; null clears.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/order-statuses/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete an order status that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/order-statuses/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read an order status by its fk_id. As by its `id`.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/order-statuses/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the order status with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/order-statuses/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of an order status by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/order-statuses/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete an order status that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/order-statuses/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many order statuses at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/order-statuses", records, options, "", query)


class Reasons(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List reasons. Each reason whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.

        Options: consistency."""
        return self._list("/reasons", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a reason. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/reasons", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a reason. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/reasons/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a reason. Fields that are left out stay; null clears.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/reasons/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a reason that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/reasons/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read a reason by its fk_id. As by its `id`.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/reasons/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the reason with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/reasons/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a reason by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/reasons/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete a reason that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/reasons/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many reasons at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/reasons", records, options, "", query)


class FreightTypes(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List freight types. Each freight type whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.

        Options: consistency."""
        return self._list("/freight-types", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a freight type. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/freight-types", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a freight type. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/freight-types/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a freight type. Fields that are left out stay; null clears.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/freight-types/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a freight type that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/freight-types/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read a freight type by its fk_id. As by its `id`.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/freight-types/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the freight type with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/freight-types/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a freight type by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/freight-types/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete a freight type that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/freight-types/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many freight types at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/freight-types", records, options, "", query)


class PaymentTypes(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List payment types. Each payment type whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.

        Options: consistency."""
        return self._list("/payment-types", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a payment type. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/payment-types", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a payment type. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/payment-types/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a payment type. Fields that are left out stay; null clears.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/payment-types/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a payment type that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/payment-types/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read a payment type by its fk_id. As by its `id`.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/payment-types/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the payment type with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/payment-types/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a payment type by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/payment-types/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete a payment type that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/payment-types/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many payment types at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/payment-types", records, options, "", query)


class PaymentMethods(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List payment methods. Each payment method whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.

        Options: consistency."""
        return self._list("/payment-methods", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a payment method. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/payment-methods", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a payment method. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/payment-methods/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a payment method. Fields that are left out stay; null clears.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/payment-methods/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a payment method that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/payment-methods/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read a payment method by its fk_id. As by its `id`.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/payment-methods/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the payment method with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/payment-methods/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a payment method by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/payment-methods/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete a payment method that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/payment-methods/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many payment methods at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/payment-methods", records, options, "", query)


class Categories(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List categories. Each category whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.

        Options: consistency."""
        return self._list("/categories", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a category. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/categories", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a category. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/categories/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a category. Fields that are left out stay; null clears.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/categories/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a category that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/categories/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read a category by its fk_id. As by its `id`.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/categories/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the category with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/categories/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a category by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/categories/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete a category that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/categories/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many categories at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/categories", records, options, "", query)


class Operations(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List operations. Each operation whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.

        Options: consistency."""
        return self._list("/operations", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create an operation. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/operations", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read an operation. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/operations/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of an operation. Fields that are left out stay; null clears.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/operations/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete an operation that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/operations/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read an operation by its fk_id. As by its `id`.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/operations/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the operation with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/operations/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of an operation by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/operations/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete an operation that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/operations/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many operations at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/operations", records, options, "", query)


class ShippingCompanies(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List shipping companies. Each shipping company whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to, document.

        Options: consistency."""
        return self._list("/shipping-companies", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a shipping company. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/shipping-companies", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a shipping company. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/shipping-companies/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a shipping company. Fields that are left out stay; null clears.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/shipping-companies/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a shipping company that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/shipping-companies/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read a shipping company by its fk_id. As by its `id`.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/shipping-companies/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the shipping company with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/shipping-companies/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a shipping company by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/shipping-companies/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete a shipping company that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/shipping-companies/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many shipping companies at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/shipping-companies", records, options, "", query)


class BranchCompanies(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List branch companies. Each branch company whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to, document.

        Options: consistency."""
        return self._list("/branch-companies", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a branch company. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/branch-companies", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a branch company. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/branch-companies/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a branch company. Fields that are left out stay; null clears.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/branch-companies/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a branch company that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/branch-companies/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read a branch company by its fk_id. As by its `id`.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/branch-companies/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the branch company with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/branch-companies/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a branch company by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/branch-companies/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete a branch company that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/branch-companies/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many branch companies at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/branch-companies", records, options, "", query)


class NumberSeries(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List number series. Each number series whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to, id_branch_company, fk_id_branch_company.

        Options: consistency."""
        return self._list("/number-series", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a number series. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/number-series", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a number series. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/number-series/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a number series. Fields that are left out stay; null clears.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/number-series/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a number series that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/number-series/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read a number series by its fk_id. As by its `id`.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/number-series/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the number series with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/number-series/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a number series by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/number-series/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete a number series that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/number-series/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def list_gaps(self, id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """List the numbers that a number series has left out. In cursor mode, oldest first. Every number that is drawn is an order’s or is here: that of an order which was deleted, one that an order had brought along when it was its turn, and those that a larger `next` has left out. What was undone before it was done has drawn none.

Needs the scope `reference:read`.

        Query: limit, cursor.

        Options: consistency."""
        return self._list(f"/number-series/{segment(id)}/gaps", options, "consistency", query, has_pages=False)

    def list_gaps_by_fk_id(self, fk_id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """List the numbers that a number series by its fk_id has left out. In cursor mode, oldest first. Every number that is drawn is an order’s or is here: that of an order which was deleted, one that an order had brought along when it was its turn, and those that a larger `next` has left out. What was undone before it was done has drawn none.

Needs the scope `reference:read`.

        Query: limit, cursor.

        Options: consistency."""
        return self._list(f"/number-series/fk_id/{segment(fk_id)}/gaps", options, "consistency", query, has_pages=False)

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many number series at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/number-series", records, options, "", query)


class Opportunities(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List opportunities. Each opportunity whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.

        Options: consistency."""
        return self._list("/opportunities", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create an opportunity. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/opportunities", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read an opportunity. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/opportunities/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of an opportunity. Fields that are left out stay; null clears.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/opportunities/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete an opportunity that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/opportunities/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read an opportunity by its fk_id. As by its `id`.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/opportunities/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the opportunity with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/opportunities/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of an opportunity by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/opportunities/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete an opportunity that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/opportunities/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many opportunities at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/opportunities", records, options, "", query)


class Quotations(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List quotations. Each quotation whole; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to.

        Options: consistency."""
        return self._list("/quotations", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a quotation. Only `name` is required; what is left out is unset.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/quotations", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a quotation. With `If-None-Match` it is sent only if it has changed.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/quotations/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a quotation. Fields that are left out stay; null clears.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/quotations/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a quotation that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/quotations/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read a quotation by its fk_id. As by its `id`.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/quotations/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the quotation with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/quotations/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a quotation by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/quotations/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete a quotation that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/quotations/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many quotations at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `reference:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/quotations", records, options, "", query)


class CustomFields(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List custom fields. What the account has declared; by `page` and `limit`, or in cursor mode.

Needs the scope `reference:read`.

        Query: limit, cursor, fields, page, pagination, sort, resource, key.

        Options: consistency."""
        return self._list("/custom-fields", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Declare a custom field. From then on each write must satisfy it, and so must the records that exist: 409 `records_break` says how many records break it and lists the first of them. With more than some 2,000 records the answer has the `status` `checking`, and a job checks the others. Tokens that are restricted to some orders can’t declare fields of orders.

Needs the scope `reference:write`.

        Options: idempotency_key."""
        return self._send("POST", "/custom-fields", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a custom field. With how far its check is, where there are many records.

Needs the scope `reference:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/custom-fields/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change a custom field. A change that asks less of records holds at once. A change that asks more is checked like a new declaration; if it is refused, the previous declaration still holds. `resource`, `key` and `type` stay. Tokens that are restricted to some orders can’t change fields of orders.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/custom-fields/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a custom field; all values stay. They stay as texts that nobody checks and that no filter finds. Tokens that are restricted to some orders can’t delete fields of orders.

Needs the scope `reference:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/custom-fields/{segment(id)}", options, "idempotency_key if_match")


class TaxRules(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List tax rules. Each tax rule whole; by `page` and `limit`, or in cursor mode.

Needs the scope `taxes:read`.

        Query: limit, cursor, fields, page, pagination, sort, id, fk_id, name, update_date_from, update_date_to, id_product, fk_id_product, id_category, fk_id_category, id_operation, fk_id_operation, id_branch_company, fk_id_branch_company, active, kind, valid_to_from, valid_to_to, destination_states.

        Options: consistency."""
        return self._list("/tax-rules", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a tax rule. Only `name` is required; what is left out is unset.

Needs the scope `taxes:write`.

        Options: idempotency_key."""
        return self._send("POST", "/tax-rules", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a tax rule. With `If-None-Match` it is sent only if it has changed.

Needs the scope `taxes:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/tax-rules/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a tax rule. Fields that are left out stay; null clears.

Needs the scope `taxes:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/tax-rules/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a tax rule that nothing uses. While other records use it, the answer is 409 and says which.

Needs the scope `taxes:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/tax-rules/{segment(id)}", options, "idempotency_key if_match")

    def read_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Read a tax rule by its fk_id. As by its `id`.

Needs the scope `taxes:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/tax-rules/fk_id/{segment(fk_id)}", options, "if_match consistency")

    def put_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Create or replace the tax rule with this fk_id. Fields that are left out become unset. The body may repeat the fk_id, but not give another one.

Needs the scope `taxes:write`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/tax-rules/fk_id/{segment(fk_id)}", options, "idempotency_key if_match if_new", body=body)

    def update_by_fk_id(self, fk_id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change fields of a tax rule by its fk_id. Fields that are left out stay; null clears. The body may give it another `fk_id`.

Needs the scope `taxes:write`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/tax-rules/fk_id/{segment(fk_id)}", options, "idempotency_key if_match", body=body)

    def delete_by_fk_id(self, fk_id: Id, **options: Unpack[Options]) -> Any:
        """Delete a tax rule that nothing uses, by its fk_id. While other records use it, the answer is 409 and says which.

Needs the scope `taxes:write`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/tax-rules/fk_id/{segment(fk_id)}", options, "idempotency_key if_match")

    def read_version(self, id: Id, version: Id, **options: Unpack[Options]) -> Any:
        """Read a tax rule as it was. Each change of a rule makes a version, and none of them ever changes: lines of orders name the version that they were worked out by.

Needs the scope `taxes:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/tax-rules/{segment(id)}/versions/{segment(version)}", options, "if_match consistency")

    def list_coverage(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List what was sold without a rule. Which products were sold to which states and kinds of buyers, in orders in a status that `counts`, and no rule of ICMS holds for: the most valuable first. Worked out anew for each page; who is restricted (`only`) gets that of their own orders. [Taxes](/docs/taxes) explains it.

Needs the scope `taxes:read`.

        Query: from, to, date, destination_state, limit, cursor, page, pagination.

        Options: consistency."""
        return self._list("/tax-rules/coverage", options, "consistency", query)

    def bulk(self, records: Iterable[Body], query: Query = None, **options: Unpack[Options]) -> Iterator[Record]:
        """Write many tax rules at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`.

Needs the scope `taxes:write`.

        Query: mode, atomic."""
        return self._bulk("/bulk/tax-rules", records, options, "", query)


class Imports(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List the imports. The newest first: imports of records that the token may write. An import is kept for 90 days after its end.

Needs the scope `imports:manage`.

        Query: limit, cursor, page, pagination, sort, resource, state.

        Options: consistency."""
        return self._list("/imports", options, "consistency", query)

    def create(self, file: bytes, query: Query, **options: Unpack[Options]) -> Any:
        """Bring in a file: CSV, a workbook (.xlsx, .ods) or JSON. The service finds out and reports the encoding, the separator, decimals, dates and what each column holds. It creates records, or changes those with the same code. In a file of orders each line is an item, and all lines with the same code are one order. The file is tried first unless `dry_run=false`. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.

        Query: resource, mode, dry_run, mapping, preset, decimal, dates, encoding, sheet.

        Options: idempotency_key."""
        return self._upload("POST", "/imports", file, options, "idempotency_key", query)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read an import. What the file was taken for, how far it is, and what became of its records. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.

        Options: if_match, consistency."""
        return self._send("GET", f"/imports/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Say what the columns of a file are. For an import that is `needs_mapping`, which is then tried, or done at once if it was sent with `dry_run=false`; or for one that is `checked`, which is tried again. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/imports/{segment(id)}", options, "idempotency_key if_match", body=body)

    def read_refused_lines(self, id: Id, **options: Unpack[Options]) -> bytes:
        """Read the refused lines of an import. As CSV: the lines as they were, with a last column that says why. You can correct the file and send it again: that column is ignored. If an account keeps many imports, the lines of the oldest are forgotten (410). `Accept-Language: pt-BR` gives the column a Portuguese heading; the reasons are in the language that `POST /imports` was sent with. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.

        Options: consistency."""
        return self._file("GET", f"/imports/{segment(id)}/refused", options, "consistency")

    def run(self, id: Id, **options: Unpack[Options]) -> Any:
        """Do what was tried. Writes the records of a file that is `checked`, in the background. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.

        Options: idempotency_key, if_match."""
        return self._send("POST", f"/imports/{segment(id)}/run", options, "idempotency_key if_match")

    def cancel(self, id: Id, **options: Unpack[Options]) -> Any:
        """End an import. What was written stays; nothing more is written. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.

        Options: idempotency_key, if_match."""
        return self._send("POST", f"/imports/{segment(id)}/cancel", options, "idempotency_key if_match")

    def list_mappings(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List the saved mappings. The mappings of records that the token may write.

Needs the scope `imports:manage`.

        Query: limit, cursor, page, pagination, sort, resource.

        Options: consistency."""
        return self._list("/import-mappings", options, "consistency", query)

    def read_mapping(self, name: Id, **options: Unpack[Options]) -> Any:
        """Read a saved mapping. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.

        Options: if_match, consistency."""
        return self._send("GET", f"/import-mappings/{segment(name)}", options, "if_match consistency")

    def put_mapping(self, name: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Save a mapping under this name. It replaces the mapping that may have this name. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.

        Options: idempotency_key, if_match, if_new."""
        return self._send("PUT", f"/import-mappings/{segment(name)}", options, "idempotency_key if_match if_new", body=body)

    def delete_mapping(self, name: Id, **options: Unpack[Options]) -> Any:
        """Delete a saved mapping. Imports that began with it keep it. The token needs the scope to write such records, too.

Needs the scope `imports:manage`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/import-mappings/{segment(name)}", options, "idempotency_key if_match")


class Events(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """Follow every change of the account. In cursor mode. Keep `next_cursor` and send it with the next request, also where `data` was empty;
what comes then is what became visible since. Without a cursor the feed begins at the oldest event
that is kept, or at the newest with `sort=-sequence`, which goes back to the oldest and then gives
the `next_cursor` that was sent.
Nothing is skipped or repeated, and the events of one record stand in the order of its changes.
With filters a page may be empty though there is more to look through: there is no more just now
where `next_cursor` is the one that was sent. With `wait` the answer comes with the first event.

Needs the scope `events:read`.

        Query: limit, cursor, after, sort, type, subject, from, to, wait, expand.

        Options: consistency."""
        return self._list("/events", options, "consistency", query, has_pages=False)

    def stream(self, query: Query = None, **options: Unpack[Options]) -> EventStream:
        """Receive every change as it happens. Server-Sent Events: each event of `GET /events` as soon as it is there, with its type as `event`,
itself in one line as `data`, and as `id` the cursor after it. It begins now, or at `cursor`; after
a cut `Last-Event-ID` goes on where it was, and nothing is skipped or repeated. A comment comes
where there is silence. Before the service ends a stream it sends the event `closing`, whose data
has the `reason`: `shutdown`, `slow` (nothing was taken for a minute), `unauthorized` (the token
has ended) or `cursor_gone`. Filters are those of `GET /events`.

Needs the scope `events:read`.

        Query: cursor, after, type, subject.

        Options: consistency."""
        return self._stream("/events/stream", options, "consistency", query)


class Webhooks(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List the webhooks. Secrets and the values of extra headers are never shown again.

Needs the scope `webhooks:manage`.

        Query: limit, cursor, page, pagination, sort.

        Options: consistency."""
        return self._list("/webhooks", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Register a webhook; its secret is shown this once. Every event from now on whose type is among `types` is sent to `url`, signed as Standard Webhooks says. It gets events of what the token that made it, or changed it last, may read; types of others are refused. At most 100 for an account.

Needs the scope `webhooks:manage`.

        Options: idempotency_key."""
        return self._send("POST", "/webhooks", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a webhook. It also says whether, when and why the service disabled it.

Needs the scope `webhooks:manage`.

        Options: if_match, consistency."""
        return self._send("GET", f"/webhooks/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change the fields that the body names. Enabling a webhook sends the events that it missed. Another `url` sends again the events that failed; a `url` of another origin drops the extra headers, unless this request sends them again. From then on the webhook gets events of what this token may read. A token can’t change a webhook that gets more than the token may read.

Needs the scope `webhooks:manage`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/webhooks/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a webhook. Nothing more is sent, also of the events that wait. A token can’t delete a webhook that gets more than the token may read.

Needs the scope `webhooks:manage`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/webhooks/{segment(id)}", options, "idempotency_key if_match")

    def read_status(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read how a webhook gets on. It says how far the webhook is behind the feed, what waits, and since when it fails.

Needs the scope `webhooks:manage`.

        Options: consistency."""
        return self._send("GET", f"/webhooks/{segment(id)}/status", options, "consistency")

    def rotate_secret(self, id: Id, **options: Unpack[Options]) -> Any:
        """Give a webhook a new secret; it is shown this once. For 24 hours events are signed with the new and with the old secret: either verifies. Another rotation within that time ends the oldest. A token can’t rotate the secret of a webhook that gets more than the token may read.

Needs the scope `webhooks:manage`.

        Options: idempotency_key, if_match."""
        return self._send("POST", f"/webhooks/{segment(id)}/rotate-secret", options, "idempotency_key if_match")

    def list_deliveries(self, id: Id, query: Query = None, **options: Unpack[Options]) -> List:
        """List the attempts to send events. The newest first. In cursor mode only: there may be millions, which are not counted.

Needs the scope `webhooks:manage`.

        Query: limit, cursor, sort, outcome, event_id, subject.

        Options: consistency."""
        return self._list(f"/webhooks/{segment(id)}/deliveries", options, "consistency", query, has_pages=False)

    def read_delivery(self, id: Id, id_delivery: Id, **options: Unpack[Options]) -> Any:
        """Read one attempt to send an event. With the beginning of the receiver’s answer.

Needs the scope `webhooks:manage`.

        Options: if_match, consistency."""
        return self._send("GET", f"/webhooks/{segment(id)}/deliveries/{segment(id_delivery)}", options, "if_match consistency")

    def replay_events(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Send the events of a time once more. In the order of the feed, before anything newer, under the same `webhook-id` as the first time. Events that the webhook has not reached yet are sent anyway, and only once. At most 10 replays of a webhook at once; `GET /webhooks/{id}/status` tells how they get on. If the webhook gets more than the token may read, name `types` that the token may read.

Needs the scope `webhooks:manage`.

        Options: idempotency_key."""
        return self._send("POST", f"/webhooks/{segment(id)}/replay", options, "idempotency_key", body=body)

    def retry_delivery(self, id: Id, id_delivery: Id, **options: Unpack[Options]) -> Any:
        """Send the event of a delivery again, as soon as possible. It does not matter whether it was delivered. Earlier events of the same record that wait are sent first.

Needs the scope `webhooks:manage`.

        Options: idempotency_key."""
        return self._send("POST", f"/webhooks/{segment(id)}/deliveries/{segment(id_delivery)}/retry", options, "idempotency_key")

    def test(self, id: Id, **options: Unpack[Options]) -> Any:
        """Send a test at once, also to a webhook that is disabled. It sends an event of the type `webhook.test`, signed like all. The answer says what became of it, also if it `failed`.

Needs the scope `webhooks:manage`.

        Options: idempotency_key."""
        return self._send("POST", f"/webhooks/{segment(id)}/test", options, "idempotency_key")


class Views(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List the saved views. The shared ones and, for a member, their own.

Needs the scope `orders:read`.

        Query: limit, cursor, page, pagination, sort, resource.

        Options: consistency."""
        return self._list("/views", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Save a view. Of the member, unless it is `shared`: that needs `reference:write`, and so does each change of what is shared. It shows nobody more orders than they may see.

Needs the scope `orders:read`.

        Options: idempotency_key."""
        return self._send("POST", "/views", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a saved view. Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._send("GET", f"/views/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change a saved view. A view that is no longer shared becomes the private view of the member who changed it. What is shared needs `reference:write`.

Needs the scope `orders:read`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/views/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Delete a saved view. What is shared needs `reference:write`.

Needs the scope `orders:read`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/views/{segment(id)}", options, "idempotency_key if_match")


class Account(Resource):
    def read(self, **options: Unpack[Options]) -> Any:
        """Read the account. The one that the token belongs to.

Needs the scope `tokens:manage`.

        Options: if_match, consistency."""
        return self._send("GET", "/account", options, "if_match consistency")

    def update(self, body: Body, **options: Unpack[Options]) -> Any:
        """Change the account’s settings. Other processes follow within a second.

Needs the scope `tokens:manage`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", "/account", options, "idempotency_key if_match", body=body)

    def read_logo(self, **options: Unpack[Options]) -> bytes:
        """Read the account’s logo. As PNG. Ask again with `If-None-Match`: it is sent only if it has changed.

Needs the scope `orders:read`.

        Options: if_match, consistency."""
        return self._file("GET", "/account/logo", options, "if_match consistency")

    def set_logo(self, file: bytes, **options: Unpack[Options]) -> Any:
        """Set the account’s logo. JPEG, PNG, WebP, AVIF or GIF. Kept as PNG of at most 1,200 × 400 pixels, without metadata. It stands at the head of the account’s documents.

Needs the scope `tokens:manage`.

        Options: idempotency_key."""
        return self._upload("PUT", "/account/logo", file, options, "idempotency_key")

    def delete_logo(self, **options: Unpack[Options]) -> Any:
        """Take the account’s logo away. Needs the scope `tokens:manage`.

        Options: idempotency_key."""
        return self._send("DELETE", "/account/logo", options, "idempotency_key")

    def read_test_account(self, **options: Unpack[Options]) -> Any:
        """Read the test account. That of the account that asks, or that account itself where it is one. 404 where there is none.

Needs the scope `tokens:manage`.

        Options: if_match, consistency."""
        return self._send("GET", "/test-account", options, "if_match consistency")

    def create_test_account(self, **options: Unpack[Options]) -> Any:
        """Make a test account with sample data. An account of its own, beside yours, marked as a test everywhere: customers, products and a year of orders, which the service makes within a minute (`progress`). A member who asks is its owner and opens it with `POST /session/test-account`; a token that asks gets one of the test account.

Needs the scope `tokens:manage`.

        Options: idempotency_key."""
        return self._send("POST", "/test-account", options, "idempotency_key")

    def delete_test_account(self, **options: Unpack[Options]) -> Any:
        """Remove the test account with all its data. That of the account that asks, or that account itself where it is one. Its tokens and sessions end at once; the service removes its data from then on. Whoever came to it from another account is back there. Other accounts are never removed: 404.

Needs the scope `tokens:manage`.

        Options: idempotency_key."""
        return self._send("DELETE", "/test-account", options, "idempotency_key")


class Members(Resource):
    def list_passkeys(self, id: Id, **options: Unpack[Options]) -> Any:
        """List a member’s passkeys. The first one comes first.

Needs the scope `members:manage`.

        Options: consistency."""
        return self._send("GET", f"/members/{segment(id)}/passkeys", options, "consistency")

    def delete_passkey(self, id: Id, id_passkey: Id, **options: Unpack[Options]) -> Any:
        """Remove a member’s passkey. Sessions that began with it go on: also end those that are not the member’s. You can’t change a member who may do or see more than you.

Needs the scope `members:manage`.

        Options: idempotency_key."""
        return self._send("DELETE", f"/members/{segment(id)}/passkeys/{segment(id_passkey)}", options, "idempotency_key")

    def unlink(self, id: Id, **options: Unpack[Options]) -> Any:
        """Undo a member’s link to the sign-in provider. For a member whose identity at the provider has changed. The next sign-in links them anew by their e-mail. Their sessions go on. You can’t change a member who may do or see more than you.

Needs the scope `members:manage`.

        Options: idempotency_key."""
        return self._send("DELETE", f"/members/{segment(id)}/provider", options, "idempotency_key")

    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List the members. With those who have not used their invitation yet.

Needs the scope `members:manage`.

        Query: limit, cursor, page, pagination, sort.

        Options: consistency."""
        return self._list("/members", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Invite a member; the link is shown this once. Hand over `invitation_url`: whoever opens it first chooses the password. You can’t give a role that may do more than you may, nor more orders than you see. A seller with `id_user` sees the orders of this seller unless `only` is sent.

Needs the scope `members:manage`.

        Options: idempotency_key."""
        return self._send("POST", "/members", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a member. Needs the scope `members:manage`.

        Options: if_match, consistency."""
        return self._send("GET", f"/members/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change a member. Their sessions follow within two seconds. The last owner stays an owner. A member who becomes a seller with `id_user` sees the orders of this seller unless `only` is sent. You can’t change a member who may do or see more than you.

Needs the scope `members:manage`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/members/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Remove a member. Their sessions end, and their links no longer work. The last owner stays. You can’t remove a member who may do or see more than you.

Needs the scope `members:manage`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/members/{segment(id)}", options, "idempotency_key if_match")

    def list_roles(self, **options: Unpack[Options]) -> Any:
        """List the roles that members can have. With what each may do. They come with the service.

Needs the scope `members:manage`.

        Options: if_match, consistency."""
        return self._send("GET", "/roles", options, "if_match consistency")

    def create_link(self, id: Id, **options: Unpack[Options]) -> Any:
        """Make a new link for a member; it is shown this once. An invitation while they have no password, else a link to choose another. The previous link no longer works. You can’t do it for a member who may do or see more than you.

Needs the scope `members:manage`.

        Options: idempotency_key."""
        return self._send("POST", f"/members/{segment(id)}/link", options, "idempotency_key")

    def list_sessions(self, id: Id, **options: Unpack[Options]) -> Any:
        """List where a member is signed in. The last sign-in comes first.

Needs the scope `members:manage`.

        Options: consistency."""
        return self._send("GET", f"/members/{segment(id)}/sessions", options, "consistency")

    def delete_session(self, id: Id, id_session: Id, **options: Unpack[Options]) -> Any:
        """End a member’s session. It ends within two seconds on every process. You can’t end a session of a member who may do or see more than you.

Needs the scope `members:manage`.

        Options: idempotency_key."""
        return self._send("DELETE", f"/members/{segment(id)}/sessions/{segment(id_session)}", options, "idempotency_key")


class Sessions(Resource):
    def read(self, **options: Unpack[Options]) -> Any:
        """Read who is signed in, and what they may do. With the account. 401 where nobody is signed in."""
        return self._send("GET", "/session", options, "")

    def sign_in(self, body: Body, **options: Unpack[Options]) -> Any:
        """Sign in with e-mail and password. The answer sets the session in a cookie. Another cookie makes the browser known, so that failed attempts of others do not delay it. After a few failed attempts from one address the next ones have to wait, each longer than the one before."""
        return self._send("POST", "/session", options, "", body=body)

    def delete(self, **options: Unpack[Options]) -> Any:
        """Sign out. Ends the session, on every process within two seconds, and clears its cookie."""
        return self._send("DELETE", "/session", options, "")

    def use_link(self, body: Body, **options: Unpack[Options]) -> Any:
        """Use a one-time link: choose a password and be signed in. An invitation, a reset, or the link of a first start, which makes the first member. Other sessions of the member end, and their passkeys are removed unless `keep_passkeys` is true."""
        return self._send("POST", "/session/link", options, "", body=body)

    def read_link(self, body: Body, **options: Unpack[Options]) -> Any:
        """Read who a one-time link is for, without using it. It is a POST, so that the link stands in no address."""
        return self._send("POST", "/session/link/read", options, "", body=body)

    def list(self, **options: Unpack[Options]) -> Any:
        """List where you are signed in. The last sign-in comes first."""
        return self._send("GET", "/sessions", options, "")

    def delete_open_session(self, id: Id, **options: Unpack[Options]) -> Any:
        """End one of your sessions. It ends within two seconds on every process."""
        return self._send("DELETE", f"/sessions/{segment(id)}", options, "")

    def change_password(self, body: Body, **options: Unpack[Options]) -> Any:
        """Change your password. Your other sessions end, and links to choose one no longer work. Your passkeys stay."""
        return self._send("PUT", "/session/password", options, "", body=body)

    def update_own_member(self, body: Body, **options: Unpack[Options]) -> Any:
        """Change your name and language. Later changes bear the new name."""
        return self._send("PATCH", "/session/member", options, "", body=body)

    def read_sign_in_ways(self, query: Query = None, **options: Unpack[Options]) -> Any:
        """Read what the service offers to those who sign in. For pages that ask a person to sign in. It is the same for everybody.

        Query: account."""
        return self._send("GET", "/session/ways", options, "", query)

    def request_reset(self, body: Body, **options: Unpack[Options]) -> Any:
        """Ask for a link to choose another password, by e-mail. The answer is the same whether a member has the e-mail or not. Frequent requests have to wait. The answer is 404 if the service sends no mails."""
        return self._send("POST", "/session/reset", options, "", body=body)

    def enter_test_account(self, **options: Unpack[Options]) -> Any:
        """Go to the test account. The answer sets a session of the test account in the cookie, as its owner. The one that asks goes on, and `DELETE /session/test-account` leads back to it. For members who may manage tokens."""
        return self._send("POST", "/session/test-account", options, "")

    def leave_test_account(self, **options: Unpack[Options]) -> Any:
        """Go back from the test account. Ends the session and sets the one before in the cookie (`visit` of the session says whether there is one). Where that has ended meanwhile, nobody is signed in any more."""
        return self._send("DELETE", "/session/test-account", options, "")


class Passkeys(Resource):
    def begin_sign_in(self, **options: Unpack[Options]) -> Any:
        """Begin to sign in by a passkey. The options with which the browser asks the person’s devices; no e-mail is needed."""
        return self._send("POST", "/session/passkey/options", options, "")

    def sign_in_by_passkey(self, body: Body, **options: Unpack[Options]) -> Any:
        """Sign in by a passkey. Send what the device answered; the answer sets the session in a cookie. Failed attempts make the next ones wait, as with passwords."""
        return self._send("POST", "/session/passkey", options, "", body=body)

    def begin(self, body: Body, **options: Unpack[Options]) -> Any:
        """Begin to make a passkey. The options with which the browser asks your device. If you signed in more than ten minutes ago, send your password."""
        return self._send("POST", "/session/passkeys/options", options, "", body=body)

    def list(self, **options: Unpack[Options]) -> Any:
        """List your passkeys. The first one comes first."""
        return self._send("GET", "/session/passkeys", options, "")

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Keep a passkey that a device of yours has made. From then on you sign in with it, too."""
        return self._send("POST", "/session/passkeys", options, "", body=body)

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Rename one of your passkeys. The name is for you alone: devices know nothing of it."""
        return self._send("PATCH", f"/session/passkeys/{segment(id)}", options, "", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Remove one of your passkeys. Sessions that began with it go on: end those that are not yours."""
        return self._send("DELETE", f"/session/passkeys/{segment(id)}", options, "")


class SingleSignOn(Resource):
    def read_sign_in_provider(self, **options: Unpack[Options]) -> Any:
        """Read where members sign in by OpenID Connect. With the address to register there. The client’s secret is never shown.

Needs the scope `members:manage`.

        Options: if_match, consistency."""
        return self._send("GET", "/sign-in-provider", options, "if_match consistency")

    def set_sign_in_provider(self, body: Body, **options: Unpack[Options]) -> Any:
        """Let members sign in by OpenID Connect. Send it whole; only the secret may be left out, and then stays. An account has one provider. You need to be allowed to do and see everything, because the provider says who people are.

Needs the scope `members:manage`.

        Options: idempotency_key."""
        return self._send("PUT", "/sign-in-provider", options, "idempotency_key", body=body)

    def delete_sign_in_provider(self, **options: Unpack[Options]) -> Any:
        """Let nobody sign in by OpenID Connect any more. Members and their sessions stay. A member who has no password needs a link to choose one. You need to be allowed to do and see everything.

Needs the scope `members:manage`.

        Options: idempotency_key."""
        return self._send("DELETE", "/sign-in-provider", options, "idempotency_key")

    def begin_provider_sign_in(self, body: Body, **options: Unpack[Options]) -> Any:
        """Begin to sign in by the account’s provider. The browser goes to the address of the answer, and comes back to a page of the console within fifteen minutes. A cookie knows it again."""
        return self._send("POST", "/session/provider/options", options, "", body=body)

    def sign_in_by_provider(self, body: Body, **options: Unpack[Options]) -> Any:
        """Sign in by what the account’s provider has answered. The page to which the provider leads back sends it. Each answer is taken once, from the browser that began. The answer sets the session in a cookie."""
        return self._send("POST", "/session/provider", options, "", body=body)


class Tokens(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List the tokens that are not revoked. Their names, scopes and times; the tokens themselves are never shown again.

Needs the scope `tokens:manage`.

        Query: limit, cursor, page, pagination, sort.

        Options: consistency."""
        return self._list("/tokens", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Create a token; it is shown this once. A token can give only scopes that it has itself, no expiry later than its own and, where it is restricted (`only`), no orders that it does not see.

Needs the scope `tokens:manage`.

        Options: idempotency_key."""
        return self._send("POST", "/tokens", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a token’s name, scopes and expiry. With the time of its last use.

Needs the scope `tokens:manage`.

        Options: if_match, consistency."""
        return self._send("GET", f"/tokens/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change a token; its secret stays. Its name, the `addresses` that it works from, and fewer `scopes` or an earlier `expires_at`: it never gets more than it has. It follows within two seconds on every process; access tokens that it has asked for end where its scopes become fewer. A token can’t change one that may do or see more than itself.

Needs the scope `tokens:manage`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/tokens/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Revoke a token. It stops working within two seconds on every process, and so do the tokens that were made by its OAuth access tokens. A token can’t revoke one that may do or see more than itself, and the last one with the scope `tokens:manage` stays.

Needs the scope `tokens:manage`.

        Options: idempotency_key."""
        return self._send("DELETE", f"/tokens/{segment(id)}", options, "idempotency_key")

    def rotate_secret(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Give a token another secret; it is shown this once. Its `id`, name, scopes and expiry stay. As it was it works until `old_secret_until`, and so do the access tokens that it has asked for; another rotation within that time ends the oldest at once. A token can’t rotate one that may do or see more than itself.

Needs the scope `tokens:manage`.

        Options: idempotency_key."""
        return self._send("POST", f"/tokens/{segment(id)}/rotate-secret", options, "idempotency_key", body=body)

    def delete_old_secret(self, id: Id, **options: Unpack[Options]) -> Any:
        """End the secret that a token had before its last rotation. It stops working within two seconds on every process. Access tokens of the token end, too: asked again, it has new ones. 404 where no old secret works. A token can’t end that of one that may do or see more than itself.

Needs the scope `tokens:manage`.

        Options: idempotency_key."""
        return self._send("DELETE", f"/tokens/{segment(id)}/old-secret", options, "idempotency_key")

    def list_requests(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List the requests of tokens that changed something or were refused. The newest first: each POST, PUT, PATCH and DELETE, and each answer with a status of 400 or more, for some days. Who has the scope `tokens:manage` and sees all orders lists those of the whole account, any other token its own. What people do who signed in is not among them, nor what came without a token that works. [Integrating](/docs/integrating#what-was-refused) tells more.

        Query: limit, cursor, page, pagination, sort, id_token, method, path, operation, status, code, request_id, from, to.

        Options: consistency."""
        return self._list("/requests", options, "consistency", query)


class TrustedIssuers(Resource):
    def list(self, query: Query = None, **options: Unpack[Options]) -> List:
        """List the issuers whose JWTs are taken. Needs the scope `tokens:manage`.

        Query: limit, cursor, page, pagination, sort.

        Options: consistency."""
        return self._list("/trusted-issuers", options, "consistency", query)

    def create(self, body: Body, **options: Unpack[Options]) -> Any:
        """Trust an issuer of JWTs. From then on its JWTs for the `audience` of the answer are tokens of the account. Signed by RS256, PS256, ES256 or EdDSA, with `exp` and `sub`. You can’t give scopes, orders or a time that you lack yourself. At most 20 for an account.

Needs the scope `tokens:manage`.

        Options: idempotency_key."""
        return self._send("POST", "/trusted-issuers", options, "idempotency_key", body=body)

    def read(self, id: Id, **options: Unpack[Options]) -> Any:
        """Read a trusted issuer. With the audience that the service gave it.

Needs the scope `tokens:manage`.

        Options: if_match, consistency."""
        return self._send("GET", f"/trusted-issuers/{segment(id)}", options, "if_match consistency")

    def update(self, id: Id, body: Body, **options: Unpack[Options]) -> Any:
        """Change a trusted issuer. Its JWTs follow within two seconds. You need everything that the issuer gave before and gives afterwards.

Needs the scope `tokens:manage`.

        Options: idempotency_key, if_match."""
        return self._send("PATCH", f"/trusted-issuers/{segment(id)}", options, "idempotency_key if_match", body=body)

    def delete(self, id: Id, **options: Unpack[Options]) -> Any:
        """Trust an issuer no longer. Its JWTs are refused within two seconds on every process, and so are the tokens that they made. A token can’t delete an issuer that gives more than the token has.

Needs the scope `tokens:manage`.

        Options: idempotency_key, if_match."""
        return self._send("DELETE", f"/trusted-issuers/{segment(id)}", options, "idempotency_key if_match")


class Health(Resource):
    def live(self, **options: Unpack[Options]) -> Any:
        """Whether the process runs. It looks at nothing else: restart the process when this fails."""
        return self._send("GET", "/health/live", options, "")

    def ready(self, **options: Unpack[Options]) -> Any:
        """Whether requests can be served. It also asks the database, and whether it takes changes: send no requests while this fails. On a Citus cluster it asks the nodes every five seconds at most, and fails if it reaches none."""
        return self._send("GET", "/health/ready", options, "")


class Resources:
    """Everything that the service can be asked, by what it is about."""

    def __init__(self, transport: Transport) -> None:
        self.orders = Orders(transport)
        self.taxes = Taxes(transport)
        self.recalculations = Recalculations(transport)
        self.customers = Customers(transport)
        self.addresses = Addresses(transport)
        self.products = Products(transport)
        self.users = Users(transport)
        self.order_statuses = OrderStatuses(transport)
        self.reasons = Reasons(transport)
        self.freight_types = FreightTypes(transport)
        self.payment_types = PaymentTypes(transport)
        self.payment_methods = PaymentMethods(transport)
        self.categories = Categories(transport)
        self.operations = Operations(transport)
        self.shipping_companies = ShippingCompanies(transport)
        self.branch_companies = BranchCompanies(transport)
        self.number_series = NumberSeries(transport)
        self.opportunities = Opportunities(transport)
        self.quotations = Quotations(transport)
        self.custom_fields = CustomFields(transport)
        self.tax_rules = TaxRules(transport)
        self.imports = Imports(transport)
        self.events = Events(transport)
        self.webhooks = Webhooks(transport)
        self.views = Views(transport)
        self.account = Account(transport)
        self.members = Members(transport)
        self.sessions = Sessions(transport)
        self.passkeys = Passkeys(transport)
        self.single_sign_on = SingleSignOn(transport)
        self.tokens = Tokens(transport)
        self.trusted_issuers = TrustedIssuers(transport)
        self.health = Health(transport)
